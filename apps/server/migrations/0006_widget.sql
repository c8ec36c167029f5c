CREATE TABLE "widget_settings" (
	"widget_id" bigint PRIMARY KEY NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quick_phrases" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"policy_revision" integer DEFAULT 1 NOT NULL,
	"translation_revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "visitor_mailed_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "identity_key" "sealed";--> statement-breakpoint
ALTER TABLE "widget_settings" ADD CONSTRAINT "widget_settings_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_user" ON "contacts" USING btree ("widget_id","user_id") WHERE "contacts"."user_id" IS NOT NULL;