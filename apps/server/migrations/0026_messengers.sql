CREATE TABLE "external_messages" (
	"widget_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"chat_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"part" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_messages_widget_id_connection_id_external_id_pk" PRIMARY KEY("widget_id","connection_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "avito_visits" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"widget_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messenger_chats" (
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"account_id" text,
	"person" text NOT NULL,
	"conversation" text NOT NULL,
	"last_message" text,
	"reply_until" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"next_send_at" timestamp with time zone,
	CONSTRAINT "messenger_chats_widget_id_chat_id_pk" PRIMARY KEY("widget_id","chat_id")
);
--> statement-breakpoint
CREATE TABLE "messenger_connections" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messenger_connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"slot" text DEFAULT '' NOT NULL,
	"account" jsonb,
	"account_id" text,
	"url" text,
	"link" text,
	"token" "sealed",
	"sid" "sealed",
	"is_twilio" boolean DEFAULT false NOT NULL,
	"app_secret" "sealed",
	"hook_key" "sealed",
	"hook_key_hash" "bytea",
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_registered" boolean DEFAULT false NOT NULL,
	"mode" text DEFAULT 'none' NOT NULL,
	"reason" text,
	"detail" text,
	"checked_at" timestamp with time zone,
	"status" text DEFAULT 'enabled' NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"busy_by" text,
	"busy_until" timestamp with time zone,
	"rejected_at" timestamp with time zone,
	"alerted_at" timestamp with time zone,
	"poll_position" text,
	"poll_due_at" timestamp with time zone,
	"connected_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "messenger_connections_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "messenger_paces" (
	"connection_id" bigint PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messenger_people" (
	"widget_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"contact_id" bigint NOT NULL,
	CONSTRAINT "messenger_people_widget_id_provider_external_id_pk" PRIMARY KEY("widget_id","provider","external_id")
);
--> statement-breakpoint
CREATE TABLE "messenger_updates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messenger_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"event_id" text NOT NULL,
	"conversation" text NOT NULL,
	"event" jsonb NOT NULL,
	"contact_id" bigint,
	"chat_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"outcome" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messenger_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"widget_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"contact_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "plan" text DEFAULT 'paid' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "cabinet_slots" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "connection_id" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "changed_version" bigint;--> statement-breakpoint
ALTER TABLE "external_messages" ADD CONSTRAINT "external_messages_message_fk" FOREIGN KEY ("widget_id","chat_id","message_id") REFERENCES "public"."messages"("widget_id","chat_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avito_visits" ADD CONSTRAINT "avito_visits_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messenger_chats" ADD CONSTRAINT "messenger_chats_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messenger_connections" ADD CONSTRAINT "messenger_connections_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messenger_people" ADD CONSTRAINT "messenger_people_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messenger_links" ADD CONSTRAINT "messenger_links_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_messages_message" ON "external_messages" USING btree ("widget_id","chat_id","message_id");--> statement-breakpoint
CREATE INDEX "messenger_chats_conversation" ON "messenger_chats" USING btree ("connection_id","conversation");--> statement-breakpoint
CREATE UNIQUE INDEX "messenger_connections_id" ON "messenger_connections" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "messenger_connections_slot" ON "messenger_connections" USING btree ("widget_id","provider","slot");--> statement-breakpoint
CREATE UNIQUE INDEX "messenger_connections_account" ON "messenger_connections" USING btree ("provider","account_id") WHERE "messenger_connections"."token" IS NOT NULL AND "messenger_connections"."account_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "messenger_connections_hook" ON "messenger_connections" USING btree ("hook_key_hash");--> statement-breakpoint
CREATE INDEX "messenger_connections_poll" ON "messenger_connections" USING btree ("poll_due_at") WHERE "messenger_connections"."poll_due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "messenger_people_contact" ON "messenger_people" USING btree ("widget_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messenger_updates_event" ON "messenger_updates" USING btree ("connection_id","event_id");--> statement-breakpoint
CREATE INDEX "messenger_updates_due" ON "messenger_updates" USING btree ("connection_id","due_at") WHERE "messenger_updates"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "messenger_updates_queue" ON "messenger_updates" USING btree ("connection_id","conversation","id") WHERE "messenger_updates"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "messenger_updates_contact" ON "messenger_updates" USING btree ("widget_id","contact_id");--> statement-breakpoint
CREATE INDEX "messenger_updates_age" ON "messenger_updates" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "messenger_links_contact" ON "messenger_links" USING btree ("widget_id","contact_id");--> statement-breakpoint
CREATE INDEX "messenger_links_age" ON "messenger_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "deliveries_messenger" ON "deliveries" USING btree ("widget_id","chat_id","id") WHERE "deliveries"."kind" = 'messenger' AND "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "messages_changed" ON "messages" USING btree ("widget_id","chat_id","changed_version") WHERE "messages"."changed_version" IS NOT NULL;