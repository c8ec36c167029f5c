CREATE TABLE "suppressions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "suppressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "suppressions_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "address_key" "sealed";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "email_consent" boolean;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "email_consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_address" ON "suppressions" USING btree ("widget_id","channel","hash");--> statement-breakpoint
CREATE INDEX "suppressions_reason" ON "suppressions" USING btree ("widget_id","reason","id");--> statement-breakpoint
CREATE INDEX "contacts_email" ON "contacts" USING btree ("widget_id",lower(btrim("email")),"id") WHERE "contacts"."email" IS NOT NULL;