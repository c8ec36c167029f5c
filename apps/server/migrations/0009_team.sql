CREATE TABLE "agent_events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "agent_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"type_code" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_events_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "department_agents" (
	"widget_id" bigint NOT NULL,
	"department_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	CONSTRAINT "department_agents_widget_id_department_id_agent_id_pk" PRIMARY KEY("widget_id","department_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "departments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"name" text NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	"schedule" jsonb NOT NULL,
	"room_id" bigint NOT NULL,
	"was_open" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "departments_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "agent_invitations" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "agent_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_invitations_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "agent_hours" (
	"widget_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"agent_id" bigint NOT NULL,
	"chats" bigint DEFAULT 0 NOT NULL,
	"missed" bigint DEFAULT 0 NOT NULL,
	"responded" bigint DEFAULT 0 NOT NULL,
	"response_ms" bigint DEFAULT 0 NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"handled" bigint DEFAULT 0 NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_hours_widget_id_hour_agent_id_pk" PRIMARY KEY("widget_id","hour","agent_id")
);
--> statement-breakpoint
CREATE TABLE "channel_hours" (
	"widget_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"channel" text NOT NULL,
	"is_internal" boolean NOT NULL,
	"chats" bigint DEFAULT 0 NOT NULL,
	"written" bigint DEFAULT 0 NOT NULL,
	"accepted_ai" bigint DEFAULT 0 NOT NULL,
	"accepted_human" bigint DEFAULT 0 NOT NULL,
	"handled_ai" bigint DEFAULT 0 NOT NULL,
	"handled_human" bigint DEFAULT 0 NOT NULL,
	"ai_to_human" bigint DEFAULT 0 NOT NULL,
	"human_to_ai" bigint DEFAULT 0 NOT NULL,
	"responded" bigint DEFAULT 0 NOT NULL,
	"response_ms" bigint DEFAULT 0 NOT NULL,
	"first_response_ms" bigint DEFAULT 0 NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_hours_widget_id_hour_channel_is_internal_pk" PRIMARY KEY("widget_id","hour","channel","is_internal")
);
--> statement-breakpoint
CREATE TABLE "chat_facts" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chat_facts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"sign" smallint NOT NULL,
	"is_added" boolean DEFAULT false NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"channel" text NOT NULL,
	"is_internal" boolean NOT NULL,
	"agent_id" bigint,
	"accepted_type" text,
	"accepted_by" bigint,
	"handled_type" text,
	"handled_by" bigint,
	"has_client_messages" boolean NOT NULL,
	"response_ms" bigint,
	"first_response_ms" bigint,
	CONSTRAINT "chat_facts_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "statistics_progress" (
	"widget_id" bigint PRIMARY KEY NOT NULL,
	"messages_until" timestamp with time zone DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "routed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "first_client_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "responded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agent_events" ADD CONSTRAINT "agent_events_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department_agents" ADD CONSTRAINT "department_agents_widget_id_department_id_departments_widget_id_id_fk" FOREIGN KEY ("widget_id","department_id") REFERENCES "public"."departments"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department_agents" ADD CONSTRAINT "department_agents_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_widget_id_room_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","room_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_invitations" ADD CONSTRAINT "agent_invitations_account_id_widget_id_widgets_account_id_id_fk" FOREIGN KEY ("account_id","widget_id") REFERENCES "public"."widgets"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statistics_progress" ADD CONSTRAINT "statistics_progress_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_events_page" ON "agent_events" USING btree ("widget_id","agent_id","id");--> statement-breakpoint
CREATE INDEX "agent_events_type" ON "agent_events" USING btree ("widget_id","agent_id","type_code","id");--> statement-breakpoint
CREATE INDEX "agent_events_transfers" ON "agent_events" USING btree ("widget_id","created_at") WHERE "agent_events"."type_code" IN (8, 9);--> statement-breakpoint
CREATE INDEX "department_agents_agent" ON "department_agents" USING btree ("widget_id","agent_id");--> statement-breakpoint
CREATE INDEX "agent_invitations_account" ON "agent_invitations" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_invitations_email" ON "agent_invitations" USING btree ("widget_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "agent_invitations_token" ON "agent_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "chat_facts_opened" ON "chat_facts" USING btree ("widget_id","opened_at");--> statement-breakpoint
CREATE INDEX "chat_facts_new" ON "chat_facts" USING btree ("widget_id") WHERE NOT "chat_facts"."is_added";--> statement-breakpoint
CREATE INDEX "messages_time" ON "messages" USING btree ("widget_id","created_at") WHERE NOT "messages"."private" AND "messages"."sender" <> 'system';--> statement-breakpoint
UPDATE "chats" c SET "first_client_at" = (
  SELECT min(m."created_at") FROM "messages" m
  WHERE m."widget_id" = c."widget_id" AND m."chat_id" = c."id" AND m."sender" = 'client'
) WHERE c."has_client_messages";--> statement-breakpoint
UPDATE "chats" c SET "responded_at" = (
  SELECT min(m."created_at") FROM "messages" m
  WHERE m."widget_id" = c."widget_id" AND m."chat_id" = c."id" AND m."sender" IN ('agent', 'ai') AND NOT m."private"
    AND m."created_at" >= c."first_client_at"
) WHERE c."first_client_at" IS NOT NULL;--> statement-breakpoint
-- A fact of a chat as it is: whoever changes chats, and however, what statistics count follows in the same transaction.
CREATE FUNCTION "add_chat_fact"(chat chats, sign smallint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO chat_facts (widget_id, chat_id, sign, opened_at, channel, is_internal, agent_id, accepted_type, accepted_by,
    handled_type, handled_by, has_client_messages, response_ms, first_response_ms)
  SELECT chat.widget_id, chat.id, sign, chat.created_at, chat.channel, chat.is_internal, chat.agent_id, chat.accepted_type,
    chat.accepted_by, chat.handled_type, chat.handled_by, chat.has_client_messages,
    greatest(extract(epoch FROM chat.responded_at - chat.created_at), no_time) * 1000,
    greatest(extract(epoch FROM chat.responded_at - chat.first_client_at), no_time) * 1000
  -- What was joined to a chat may have been answered before the chat began; that took no time.
  FROM (SELECT CASE WHEN chat.responded_at IS NOT NULL THEN 0 END AS no_time) AS bounds
$$;--> statement-breakpoint
CREATE FUNCTION "add_chat_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN PERFORM add_chat_fact(OLD, (-1)::smallint); END IF;
  PERFORM add_chat_fact(NEW, 1::smallint);
  RETURN NULL;
END $$;--> statement-breakpoint
SELECT "add_chat_fact"(c, 1::smallint) FROM "chats" c;--> statement-breakpoint
CREATE TRIGGER "chats_opened" AFTER INSERT ON "chats" FOR EACH ROW EXECUTE FUNCTION "add_chat_facts"();--> statement-breakpoint
CREATE TRIGGER "chats_changed" AFTER UPDATE ON "chats" FOR EACH ROW WHEN (
  (OLD."agent_id", OLD."accepted_type", OLD."accepted_by", OLD."handled_type", OLD."handled_by", OLD."has_client_messages",
    OLD."first_client_at", OLD."responded_at")
  IS DISTINCT FROM
  (NEW."agent_id", NEW."accepted_type", NEW."accepted_by", NEW."handled_type", NEW."handled_by", NEW."has_client_messages",
    NEW."first_client_at", NEW."responded_at")
) EXECUTE FUNCTION "add_chat_facts"();
