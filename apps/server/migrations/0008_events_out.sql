CREATE TABLE "channel_clients" (
	"widget_id" bigint NOT NULL,
	"channel_id" bigint NOT NULL,
	"external_client_id" text NOT NULL,
	"contact_id" bigint NOT NULL,
	CONSTRAINT "channel_clients_widget_id_channel_id_external_client_id_pk" PRIMARY KEY("widget_id","channel_id","external_client_id")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "channels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"name" text NOT NULL,
	"outbound_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"legacy_compat_enabled" boolean DEFAULT false NOT NULL,
	"secret" "sealed",
	"secret_hash" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "channels_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_subscriptions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"widget_id" bigint NOT NULL,
	"url" text NOT NULL,
	"address" text NOT NULL,
	"events" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_legacy_compat" boolean DEFAULT false NOT NULL,
	"secret" "sealed",
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_subscriptions_widget_id_id_pk" PRIMARY KEY("widget_id","id"),
	CONSTRAINT "webhook_subscriptions_address" UNIQUE("account_id","address")
);
--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "external_client_id" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "crm_data" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "crm_link" text;--> statement-breakpoint
ALTER TABLE "channel_clients" ADD CONSTRAINT "channel_clients_widget_id_channel_id_channels_widget_id_id_fk" FOREIGN KEY ("widget_id","channel_id") REFERENCES "public"."channels"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_clients" ADD CONSTRAINT "channel_clients_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_account_id_widget_id_widgets_account_id_id_fk" FOREIGN KEY ("account_id","widget_id") REFERENCES "public"."widgets"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_secret" ON "channels" USING btree ("secret_hash") WHERE "channels"."legacy_compat_enabled";--> statement-breakpoint
CREATE INDEX "channel_clients_contact" ON "channel_clients" USING btree ("widget_id","contact_id");--> statement-breakpoint
DROP TABLE "deliveries";--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"destination_id" bigint NOT NULL,
	"type" text NOT NULL,
	"event_id" bigint,
	"event_at" timestamp with time zone,
	"event_type" text,
	"legacy_type" text,
	"data" jsonb,
	"chat_id" bigint,
	"message_id" bigint,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"body" text,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("kind","destination_id","due_at") WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_log" ON "deliveries" USING btree ("widget_id","destination_id","id") WHERE "deliveries"."kind" <> 'channel';--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("widget_id","destination_id","id") WHERE "deliveries"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "deliveries_legacy" ON "deliveries" USING btree ("widget_id") WHERE "deliveries"."kind" = 'legacy';--> statement-breakpoint
CREATE INDEX "deliveries_age" ON "deliveries" USING brin ("created_at");--> statement-breakpoint
-- What the migration layer calls an event, if it knows such a one: whether a contact is in a chat, and whether anybody is
-- there to answer, is asked when it happens. Who is there is the same question as in modules/presence.
CREATE FUNCTION "legacy_event_name"(of_widget bigint, of_type text, data jsonb, at timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE of_type
    WHEN 'chat.accepted' THEN RETURN 'chat_accepted';
    WHEN 'chat.closed' THEN RETURN 'chat_finished';
    WHEN 'contact.updated' THEN
      -- An answer to one of our own deliveries is not told back.
      IF data ->> 'source' = 'webhook' THEN RETURN NULL; END IF;
      IF EXISTS (
        SELECT FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
        WHERE c.widget_id = of_widget AND c.contact_id = (data ->> 'client_id')::bigint AND h.state IN ('active', 'ready')
      ) THEN RETURN 'chat_updated'; END IF;
      RETURN 'client_updated';
    WHEN 'message.created' THEN
      IF data ->> 'sender' <> 'client' OR EXISTS (
        SELECT FROM connections c LEFT JOIN nodes n ON n.id = c.node_id
        JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id AND a.status = 'active'
        WHERE c.widget_id = of_widget AND coalesce(c.left_at, n.seen_at) > at - interval '15 seconds'
      ) THEN RETURN NULL; END IF;
      RETURN 'offline_message';
    ELSE RETURN NULL;
  END CASE;
END $$;
