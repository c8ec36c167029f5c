DROP INDEX "events_feed";--> statement-breakpoint
CREATE INDEX "events_feed" ON "events" USING btree ("widget_id","number") WHERE "events"."number" IS NOT NULL;--> statement-breakpoint
-- Fails unless the key is fresh, so that nothing that was sent behind it is run. The lock is tried and not waited for: a
-- twin of a running request pins no connection. It ends with the transaction, after the key is visible: whoever gets it
-- next finds the key.
CREATE FUNCTION "spend_key"(turn bigint, spent bytea, at timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(turn) THEN
    RAISE EXCEPTION 'the key is in use' USING ERRCODE = 'PKRUN';
  END IF;
  INSERT INTO idempotency_keys AS known (hash, created_at) VALUES (spent, at)
  ON CONFLICT (hash) DO UPDATE SET created_at = at, leased_until = NULL
  WHERE known.created_at <= at - interval '24 hours' OR known.leased_until <= at;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the key was used before' USING ERRCODE = 'PKOLD';
  END IF;
END $$;
