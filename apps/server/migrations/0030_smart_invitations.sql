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
ALTER TABLE "visitors" ADD COLUMN "impression_id" text;--> statement-breakpoint
ALTER TABLE "invitation_templates" ADD CONSTRAINT "invitation_templates_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_invitations" ADD CONSTRAINT "smart_invitations_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_impressions_shown" ON "invitation_impressions" USING btree ("widget_id","shown_at");--> statement-breakpoint
CREATE INDEX "invitation_impressions_age" ON "invitation_impressions" USING brin ("shown_at");--> statement-breakpoint
CREATE INDEX "smart_invitations_deleted" ON "smart_invitations" USING btree ("deleted_at") WHERE "smart_invitations"."deleted_at" IS NOT NULL;