ALTER TABLE "deliveries" ADD COLUMN "redelivery_of" bigint;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "previous_secret" "sealed";--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "previous_secret_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "outage_mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "deliveries_redelivered" ON "deliveries" USING btree ("widget_id","redelivery_of") WHERE "deliveries"."redelivery_of" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "contacts_phone" ON "contacts" USING btree ("widget_id",regexp_replace("phone", '[^0-9]', '', 'g'),"id") WHERE "contacts"."phone" IS NOT NULL;