CREATE TABLE "blocked_sites" (
	"widget_id" bigint NOT NULL,
	"day" date NOT NULL,
	"host" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocked_sites_widget_id_day_host_pk" PRIMARY KEY("widget_id","day","host")
);
--> statement-breakpoint
CREATE TABLE "site_sightings" (
	"widget_id" bigint NOT NULL,
	"host" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_sightings_widget_id_host_pk" PRIMARY KEY("widget_id","host")
);
--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "domains" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "blocked_sites" ADD CONSTRAINT "blocked_sites_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_sightings" ADD CONSTRAINT "site_sightings_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_sites_age" ON "blocked_sites" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "site_sightings_age" ON "site_sightings" USING btree ("seen_at");--> statement-breakpoint
UPDATE "widgets" SET "domains" = ARRAY["domain"] WHERE "domain" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "widgets" DROP COLUMN "domain";