CREATE TABLE "chat_heads" (
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"last_message_at" timestamp with time zone,
	"unread" integer DEFAULT 0 NOT NULL,
	"visitor_unread" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp with time zone,
	"done_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"close_reason" text,
	"api_reply_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"activity" integer NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	CONSTRAINT "chat_heads_widget_id_chat_id_pk" PRIMARY KEY("widget_id","chat_id")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"contact_id" bigint,
	"channel" text NOT NULL,
	"external_channel_id" text DEFAULT '' NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	"department_id" bigint,
	"source" jsonb NOT NULL,
	"has_client_messages" boolean DEFAULT false NOT NULL,
	"agent_id" bigint,
	"agents" bigint[] DEFAULT '{}' NOT NULL,
	"accepted_by" bigint,
	"accepted_type" text,
	"accepted_at" timestamp with time zone,
	"handled_by" bigint,
	"handled_type" text,
	"handled_at" timestamp with time zone,
	"handling" text GENERATED ALWAYS AS (CASE WHEN accepted_type IS NULL THEN 'missed' WHEN handled_type = accepted_type THEN handled_type WHEN accepted_type = 'ai' THEN 'ai_to_human' ELSE 'human_to_ai' END) STORED NOT NULL,
	"ai_enabled" boolean DEFAULT true NOT NULL,
	"ai_paused_by" bigint,
	"ai_paused_at" timestamp with time zone,
	"rating_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chats_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"visitor_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "files_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"seq" integer,
	"client_message_id" text,
	"sender" text NOT NULL,
	"agent_id" bigint,
	"type" text NOT NULL,
	"body" text,
	"markdown" text,
	"file_id" bigint,
	"payload" jsonb,
	"origin" text,
	"private" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "messages_widget_id_chat_id_id_pk" PRIMARY KEY("widget_id","chat_id","id")
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "presences_widget_id_agent_id_pk" PRIMARY KEY("widget_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"score" integer NOT NULL,
	"comment" text,
	"chat_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ratings_widget_id_agent_id_contact_id_pk" PRIMARY KEY("widget_id","agent_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "visitors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visitors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"contact_id" bigint,
	"page" text,
	"title" text,
	"referrer" text,
	"locale" text,
	"custom_data" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visitors_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
DROP INDEX "idempotency_keys_age";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "type" text DEFAULT 'human' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "custom_data" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD CONSTRAINT "chat_heads_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_widget_id_file_id_files_widget_id_id_fk" FOREIGN KEY ("widget_id","file_id") REFERENCES "public"."files"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_heads_state" ON "chat_heads" USING btree ("widget_id","state","created_at","chat_id");--> statement-breakpoint
CREATE INDEX "chat_heads_waiting" ON "chat_heads" USING btree ("widget_id","created_at","chat_id") WHERE "chat_heads"."waiting_since" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "chat_heads_open" ON "chat_heads" USING btree ("widget_id","created_at","chat_id") WHERE "chat_heads"."done_at" IS NULL;--> statement-breakpoint
CREATE INDEX "chat_heads_activity" ON "chat_heads" USING btree ("widget_id","activity");--> statement-breakpoint
CREATE INDEX "chat_heads_live" ON "chat_heads" USING btree ("widget_id","chat_id") WHERE "chat_heads"."is_live";--> statement-breakpoint
CREATE UNIQUE INDEX "chats_conversation" ON "chats" USING btree ("widget_id","contact_id","channel","external_channel_id");--> statement-breakpoint
CREATE INDEX "chats_page" ON "chats" USING btree ("widget_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_channel" ON "chats" USING btree ("widget_id","channel","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_written" ON "chats" USING btree ("widget_id","has_client_messages","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_unassigned" ON "chats" USING btree ("widget_id","created_at","id") WHERE "chats"."agent_id" IS NULL;--> statement-breakpoint
CREATE INDEX "chats_agent" ON "chats" USING btree ("widget_id","agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_handling" ON "chats" USING btree ("widget_id","handling","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_department" ON "chats" USING btree ("widget_id","department_id","created_at","id");--> statement-breakpoint
CREATE INDEX "files_expiry" ON "files" USING btree ("expires_at") WHERE "files"."expires_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_seq" ON "messages" USING btree ("widget_id","chat_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_repeat" ON "messages" USING btree ("widget_id","chat_id","client_message_id") WHERE "messages"."client_message_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_file" ON "messages" USING btree ("widget_id","file_id") WHERE "messages"."file_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (search_terms("widget_id", "body")) WHERE NOT "messages"."private";--> statement-breakpoint
CREATE INDEX "ratings_page" ON "ratings" USING btree ("widget_id","updated_at","agent_id","contact_id");--> statement-breakpoint
CREATE INDEX "ratings_agent" ON "ratings" USING btree ("widget_id","agent_id","updated_at","contact_id");--> statement-breakpoint
CREATE INDEX "ratings_contact" ON "ratings" USING btree ("widget_id","contact_id","updated_at");--> statement-breakpoint
CREATE INDEX "ratings_chat" ON "ratings" USING btree ("widget_id","chat_id");--> statement-breakpoint
CREATE INDEX "visitors_contact" ON "visitors" USING btree ("widget_id","contact_id");--> statement-breakpoint
CREATE INDEX "visitors_age" ON "visitors" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING brin ("created_at");--> statement-breakpoint
-- Room on each page for the next version of a row: every message writes one.
ALTER TABLE "chat_heads" SET (fillfactor = 70);
--> statement-breakpoint
-- One spelling of what differs by case alone: Greek writes its sigma in two ways in lower case.
CREATE FUNCTION "fold"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$ SELECT translate(lower($1), 'ς', 'σ') $$;
--> statement-breakpoint
-- Terms are appended one by one, which happens in place: concatenating copies all there are each time, which a message
-- of 65,536 characters would feel. So dear that the index is always asked, also before anything is known of the table.
CREATE OR REPLACE FUNCTION "search_terms"(widget_id bigint, VARIADIC fields text[]) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000000 AS $$
DECLARE
  salt CONSTANT bigint := widget_id << 32;
  terms bigint[] := '{}';
  letter text;
  a bigint := 0;
  b bigint := 0;
  c bigint;
BEGIN
  FOREACH letter IN ARRAY string_to_array(translate(lower(array_to_string(fields, E'\n')), 'ς', 'σ'), NULL) LOOP
    c := ascii(letter);
    terms := array_append(terms, c # salt);
    terms := array_append(terms, ((b << 21) | c) # salt);
    terms := array_append(terms, ((a << 42) | (b << 21) | c) # salt);
    a := b;
    b := c;
  END LOOP;
  RETURN terms;
END $$;
--> statement-breakpoint
REINDEX INDEX "contacts_search";
