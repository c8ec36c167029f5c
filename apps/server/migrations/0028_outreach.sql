CREATE TABLE "send_paces" (
	"widget_id" bigint NOT NULL,
	"name" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "send_paces_widget_id_name_pk" PRIMARY KEY("widget_id","name")
);
--> statement-breakpoint
CREATE TABLE "sends" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"pause_reason" text,
	"paused_from" text,
	"consent_at" timestamp with time zone,
	"consent_token_id" bigint,
	"consent_agent_id" bigint,
	"scheduled_for" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"frozen_up_to" bigint DEFAULT 0 NOT NULL,
	"frozen_at" timestamp with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"tried_before" integer DEFAULT 0 NOT NULL,
	"failed_before" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sends_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitation_impressions" (
	"widget_id" bigint NOT NULL,
	"id" text NOT NULL,
	"invitation" text NOT NULL,
	"held_out" boolean NOT NULL,
	"locale" text,
	"shown_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"dismissed_at" timestamp with time zone,
	"clicked_at" timestamp with time zone,
	"wrote_at" timestamp with time zone,
	CONSTRAINT "invitation_impressions_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitation_templates" (
	"widget_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invitation_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"rule" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitation_templates_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "smart_invitations" (
	"widget_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "smart_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" bigint,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"priority" integer NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"settings" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "smart_invitations_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "send_recipients" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "send_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"send_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"chat_id" bigint,
	"address_hash" "bytea",
	"state" text NOT NULL,
	"reason" text,
	"message_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"handed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"replied_at" timestamp with time zone,
	"clicked_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"complained_at" timestamp with time zone,
	CONSTRAINT "send_recipients_widget_id_send_id_id_pk" PRIMARY KEY("widget_id","send_id","id")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "suppressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"previous_reason" text,
	"campaign_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "suppressions_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
DROP INDEX "deliveries_messenger";--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "address_key" "sealed";--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "silent_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "broadcast_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_outreach" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "email_consent" boolean;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "email_consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "consent_before" text;--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "impression_id" text;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "sends_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_templates" ADD CONSTRAINT "invitation_templates_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_invitations" ADD CONSTRAINT "smart_invitations_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sends_kind" ON "sends" USING btree ("widget_id","kind","id");--> statement-breakpoint
CREATE INDEX "sends_active" ON "sends" USING btree ("widget_id","id") WHERE "sends"."status" IN ('scheduled', 'running');--> statement-breakpoint
CREATE INDEX "invitation_impressions_shown" ON "invitation_impressions" USING btree ("widget_id","shown_at");--> statement-breakpoint
CREATE INDEX "invitation_impressions_campaign" ON "invitation_impressions" USING btree ("widget_id","invitation") WHERE "invitation_impressions"."invitation" LIKE 'c%';--> statement-breakpoint
CREATE INDEX "invitation_impressions_age" ON "invitation_impressions" USING brin ("shown_at");--> statement-breakpoint
CREATE UNIQUE INDEX "smart_invitations_campaign" ON "smart_invitations" USING btree ("widget_id","campaign_id") WHERE "smart_invitations"."campaign_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "smart_invitations_deleted" ON "smart_invitations" USING btree ("deleted_at") WHERE "smart_invitations"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "send_recipients_contact" ON "send_recipients" USING btree ("widget_id","send_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "send_recipients_address" ON "send_recipients" USING btree ("widget_id","send_id","address_hash") WHERE "send_recipients"."address_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "send_recipients_state" ON "send_recipients" USING btree ("widget_id","send_id","state","id");--> statement-breakpoint
CREATE INDEX "send_recipients_sent" ON "send_recipients" USING btree ("widget_id","contact_id","sent_at");--> statement-breakpoint
CREATE INDEX "send_recipients_handed" ON "send_recipients" USING btree ("handed_at") WHERE "send_recipients"."handed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "send_recipients_chat" ON "send_recipients" USING btree ("widget_id","chat_id","message_id") WHERE "send_recipients"."message_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_address" ON "suppressions" USING btree ("widget_id","channel","hash");--> statement-breakpoint
CREATE INDEX "suppressions_campaign" ON "suppressions" USING btree ("widget_id","campaign_id") WHERE "suppressions"."campaign_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "suppressions_reason" ON "suppressions" USING btree ("widget_id","reason","id");--> statement-breakpoint
CREATE INDEX "deliveries_chat" ON "deliveries" USING btree ("widget_id","chat_id","id") WHERE "deliveries"."kind" IN ('broadcast', 'messenger') AND "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "contacts_email" ON "contacts" USING btree ("widget_id",lower(btrim("email")),"id") WHERE "contacts"."email" IS NOT NULL;