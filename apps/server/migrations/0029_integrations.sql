ALTER TABLE "deliveries" ADD COLUMN "event_number" bigint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "redelivery_of" bigint;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "is_department_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "department_id" bigint;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "previous_secret" "sealed";--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "previous_secret_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "outage_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_widget_id_department_id_departments_widget_id_id_fk" FOREIGN KEY ("widget_id","department_id") REFERENCES "public"."departments"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_message" ON "deliveries" USING btree ("widget_id","chat_id","message_id") WHERE "deliveries"."kind" IN ('channel', 'broadcast');--> statement-breakpoint
CREATE INDEX "deliveries_redelivered" ON "deliveries" USING btree ("widget_id","redelivery_of") WHERE "deliveries"."redelivery_of" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "contacts_phone" ON "contacts" USING btree ("widget_id",regexp_replace("phone", '[^0-9]', '', 'g'),"id") WHERE "contacts"."phone" IS NOT NULL;--> statement-breakpoint
-- Returns what it has numbered, so that a webhook that waits for the number of its event need not read it.
CREATE FUNCTION "assign_event_numbers"(most int) RETURNS TABLE ("id" bigint, "number" bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(7238004);
  RETURN QUERY
  WITH waiting AS MATERIALIZED (
    SELECT e.id, e.created_at FROM events e WHERE e.number IS NULL ORDER BY e.id LIMIT most
  ),
  numbered AS MATERIALIZED (SELECT w.id, w.created_at, nextval('event_numbers') AS number FROM waiting w)
  UPDATE events e SET number = n.number FROM numbered n WHERE e.id = n.id AND e.created_at = n.created_at
  RETURNING e.id, e.number;
END $$;--> statement-breakpoint
-- For nodes of the release before, and for the tests.
CREATE OR REPLACE FUNCTION "number_events"(most int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT count(*)::int FROM assign_event_numbers(most));
END $$;
