-- What a search of messages looks for: every run of two and three letters of a folded text, as "search_terms" encodes them.
-- Its cost makes the planner ask the index; it must not also make it start workers, which take longer than the search.
CREATE FUNCTION "message_terms"(widget_id bigint, text text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL RESTRICTED COST 1000000 AS $$
DECLARE
  salt CONSTANT bigint := widget_id << 32;
  terms bigint[] := '{}';
  letter text;
  code bigint;
  -- The last two letters.
  pair bigint := 0;
BEGIN
  FOREACH letter IN ARRAY string_to_array(text, NULL) LOOP
    code := ascii(letter);
    terms := array_append(array_append(terms, ((pair & 2097151) << 21 | code) # salt), (pair << 21 | code) # salt);
    pair := (pair & 2097151) << 21 | code;
  END LOOP;
  RETURN terms;
END $$;
--> statement-breakpoint
ALTER FUNCTION "search_terms" PARALLEL RESTRICTED;--> statement-breakpoint
CREATE TABLE "message_search" (
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "message_search_widget_id_chat_id_message_id_pk" PRIMARY KEY("widget_id","chat_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "unindexed_messages" (
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"message_id" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_search_terms" ON "message_search" USING gin (message_terms("widget_id", "text"));--> statement-breakpoint
CREATE FUNCTION "add_unindexed_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unindexed_messages (widget_id, chat_id, message_id) VALUES (NEW.widget_id, NEW.chat_id, NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "messages_unindexed" AFTER INSERT ON "messages" FOR EACH ROW
WHEN (NOT NEW."private" AND NEW."body" IS NOT NULL) EXECUTE FUNCTION "add_unindexed_message"();--> statement-breakpoint
-- Also for rows that are loaded without other triggers.
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER "messages_unindexed";--> statement-breakpoint
-- The server indexes them after the start.
INSERT INTO "unindexed_messages" ("widget_id", "chat_id", "message_id")
SELECT "widget_id", "chat_id", "id" FROM "messages" WHERE NOT "private" AND "body" IS NOT NULL;--> statement-breakpoint
-- Fails the statement that calls it, and so its transaction. "refuse_key" remains for servers of the previous release.
CREATE FUNCTION "refuse"(code text) RETURNS timestamp with time zone LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the write is refused' USING ERRCODE = code;
END $$;
