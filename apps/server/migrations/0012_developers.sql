CREATE TABLE "delivery_hours" (
	"widget_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"destination_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"delivered" integer NOT NULL,
	"retried" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "delivery_hours_widget_id_kind_destination_id_hour_pk" PRIMARY KEY("widget_id","kind","destination_id","hour")
);
--> statement-breakpoint
CREATE TABLE "token_hours" (
	"widget_id" bigint NOT NULL,
	"token_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL,
	"refusals" integer NOT NULL,
	CONSTRAINT "token_hours_widget_id_token_id_hour_pk" PRIMARY KEY("widget_id","token_id","hour")
);
--> statement-breakpoint
ALTER TABLE "token_hours" ADD CONSTRAINT "token_hours_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_channel_log" ON "deliveries" USING btree ("widget_id","destination_id","id") WHERE "deliveries"."kind" = 'channel';