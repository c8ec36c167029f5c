CREATE TABLE "push_subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "avatar_file_id" bigint;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "notifications" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "last_message" jsonb;--> statement-breakpoint
UPDATE "chat_heads" h SET "last_message" = jsonb_build_object('sender', m."sender", 'agent_id', m."agent_id", 'type', m."type", 'text', left(m."body", 160)) FROM "messages" m WHERE m."widget_id" = h."widget_id" AND m."chat_id" = h."chat_id" AND m."seq" = h."last_seq";--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "recency" integer GENERATED ALWAYS AS (floor(extract(epoch FROM coalesce(last_message_at, created_at) AT TIME ZONE 'UTC') / 600)::integer) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "snoozed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "alerted_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "invited_as" bigint;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_agent" ON "push_subscriptions" USING btree ("widget_id","agent_id");--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_widget_id_avatar_file_id_files_widget_id_id_fk" FOREIGN KEY ("widget_id","avatar_file_id") REFERENCES "public"."files"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_heads_longest" ON "chat_heads" USING btree ("widget_id","waiting_since","chat_id") WHERE "chat_heads"."waiting_since" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "chat_heads_recent" ON "chat_heads" USING btree ("widget_id","recency");--> statement-breakpoint
CREATE INDEX "chat_heads_inbox" ON "chat_heads" USING btree ("widget_id","recency") WHERE "chat_heads"."done_at" IS NULL AND "chat_heads"."snoozed_at" IS NULL AND "chat_heads"."state" <> 'spam';--> statement-breakpoint
CREATE INDEX "chat_heads_snoozed" ON "chat_heads" USING btree ("widget_id","snoozed_until") WHERE "chat_heads"."snoozed_at" IS NOT NULL;