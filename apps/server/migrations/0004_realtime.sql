CREATE TABLE "connections" (
	"id" text PRIMARY KEY NOT NULL,
	"node_id" text NOT NULL,
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"chat_id" bigint,
	"left_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"widget_id" bigint NOT NULL,
	"id" text NOT NULL,
	"visitor_id" bigint,
	"page" text NOT NULL,
	"title" text,
	"referrer" text,
	"pages" integer DEFAULT 1 NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visits_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
DROP TABLE "presences" CASCADE;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "show_in_header" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "visitor_received_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "visitor_seen_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "agent_seen_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "changed_in" "xid8" DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_agent" ON "connections" USING btree ("widget_id","agent_id");--> statement-breakpoint
CREATE INDEX "connections_chat" ON "connections" USING btree ("widget_id","chat_id") WHERE "connections"."chat_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "visits_page" ON "visits" USING btree ("widget_id","since","id");--> statement-breakpoint
CREATE INDEX "visits_age" ON "visits" USING btree ("seen_at");--> statement-breakpoint
-- Worth nothing after a crash: whoever is still there says so again.
ALTER TABLE "visits" SET UNLOGGED;--> statement-breakpoint
UPDATE "chat_heads" h SET
  "visitor_received_seq" = coalesce(seen."by_visitor", 0),
  "visitor_seen_seq" = coalesce(seen."by_visitor", 0),
  "agent_seen_seq" = coalesce(seen."by_agent", 0)
FROM (
  SELECT "widget_id", "chat_id",
    max("seq") FILTER (WHERE "sender" <> 'client') AS "by_visitor", max("seq") FILTER (WHERE "sender" = 'client') AS "by_agent"
  FROM "messages" WHERE "seen_at" IS NOT NULL GROUP BY 1, 2
) AS seen
WHERE seen."widget_id" = h."widget_id" AND seen."chat_id" = h."chat_id";
