DROP FUNCTION "spend_key";--> statement-breakpoint
-- For a statement that must fail by itself, so that nothing that was sent behind it is run.
CREATE FUNCTION "refuse_key"(code text) RETURNS timestamp with time zone LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the key is in use, or was used before' USING ERRCODE = code;
END $$;
