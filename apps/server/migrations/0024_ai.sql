CREATE TABLE "ai_alerts" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ai_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"credential_id" bigint,
	"operator_id" bigint,
	"chat_id" bigint,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" bigint,
	CONSTRAINT "ai_alerts_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "ai_assistants" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ai_assistants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"temperature" double precision,
	"rag_enabled" boolean DEFAULT true NOT NULL,
	"escalation_triggers" text[] DEFAULT '{}' NOT NULL,
	"greeting" text,
	"quick_phrases" text[] DEFAULT '{}' NOT NULL,
	"greeting_i18n" jsonb,
	"quick_phrases_i18n" jsonb,
	"provider" text,
	"model" text,
	"persona_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "ai_assistants_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "ai_persona_versions" (
	"widget_id" bigint NOT NULL,
	"assistant_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"persona" text,
	"system_prompt" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ai_persona_versions_widget_id_assistant_id_version_pk" PRIMARY KEY("widget_id","assistant_id","version")
);
--> statement-breakpoint
CREATE TABLE "ai_credentials" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ai_credentials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"api_key" "sealed",
	"base_url" text,
	"model" text,
	"embedding_model" text,
	"signing_secret" "sealed",
	"price_input" double precision,
	"price_output" double precision,
	"is_active" boolean DEFAULT true NOT NULL,
	"assistant_id" bigint,
	"operator_id" bigint,
	"backup_credential_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ai_credentials_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "external_operators" (
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"public_id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"api_key" "sealed",
	"secret" "sealed" NOT NULL,
	"tested_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_operators_widget_id_agent_id_pk" PRIMARY KEY("widget_id","agent_id"),
	CONSTRAINT "external_operators_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
CREATE TABLE "ai_operators" (
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"assistant_id" bigint,
	"name" text,
	"name_i18n" jsonb,
	CONSTRAINT "ai_operators_widget_id_agent_id_pk" PRIMARY KEY("widget_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "ai_phrases" (
	"widget_id" bigint NOT NULL,
	"key" text NOT NULL,
	"locale" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "ai_phrases_widget_id_key_locale_pk" PRIMARY KEY("widget_id","key","locale")
);
--> statement-breakpoint
CREATE TABLE "ai_settings" (
	"widget_id" bigint PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"rag_enabled" boolean DEFAULT true NOT NULL,
	"shadow_mode" boolean DEFAULT false NOT NULL,
	"autonomous_tuning_enabled" boolean DEFAULT false NOT NULL,
	"presence_context_enabled" boolean DEFAULT true NOT NULL,
	"takeover_timeout_sec" integer DEFAULT 0 NOT NULL,
	"offline_outcome_mode" text DEFAULT 'always' NOT NULL,
	"budget_visitor_tokens" bigint DEFAULT 100000,
	"budget_widget_tokens" bigint DEFAULT 5000000,
	"budget_visitor_usd_micro" bigint,
	"budget_widget_usd_micro" bigint,
	"legacy_persona" jsonb,
	"migrated_assistant_id" bigint,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_usage" (
	"widget_id" bigint NOT NULL,
	"date" date NOT NULL,
	"assistant_id" bigint NOT NULL,
	"model" text NOT NULL,
	"purpose" text NOT NULL,
	"calls" integer NOT NULL,
	"failures" integer NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cost_usd_micro" bigint NOT NULL,
	CONSTRAINT "ai_usage_widget_id_date_assistant_id_model_purpose_pk" PRIMARY KEY("widget_id","date","assistant_id","model","purpose")
);
--> statement-breakpoint
CREATE TABLE "ai_visitor_usage" (
	"widget_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"date" date NOT NULL,
	"tokens" bigint NOT NULL,
	"cost_usd_micro" bigint NOT NULL,
	CONSTRAINT "ai_visitor_usage_widget_id_contact_id_date_pk" PRIMARY KEY("widget_id","contact_id","date")
);
--> statement-breakpoint
CREATE TABLE "bridge_requests" (
	"widget_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"request_id" text NOT NULL,
	"chat_id" bigint NOT NULL,
	"content" "bytea" NOT NULL,
	"agent_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bridge_requests_widget_id_kind_request_id_pk" PRIMARY KEY("widget_id","kind","request_id")
);
--> statement-breakpoint
CREATE TABLE "ai_turns" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ai_turns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"turn" integer NOT NULL,
	"kind" text NOT NULL,
	"trigger_message_id" bigint,
	"message_id" bigint,
	"draft_used_at" timestamp with time zone,
	"operator_id" bigint,
	"assistant_id" bigint,
	"persona_version" integer,
	"outcome" text NOT NULL,
	"why" text,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"retrieval" text DEFAULT 'off' NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"context" jsonb,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost_usd_micro" bigint DEFAULT 0 NOT NULL,
	"queued_ms" integer,
	"first_token_ms" integer,
	"duration_ms" integer,
	"consumed_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"leases" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ai_turns_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "reply_owner" text;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "reply_turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "handed_over_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "ai_operator_id" bigint;--> statement-breakpoint
ALTER TABLE "ai_alerts" ADD CONSTRAINT "ai_alerts_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_alerts" ADD CONSTRAINT "ai_alerts_widget_id_acknowledged_by_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","acknowledged_by") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_assistants" ADD CONSTRAINT "ai_assistants_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_persona_versions" ADD CONSTRAINT "ai_persona_versions_widget_id_assistant_id_ai_assistants_widget_id_id_fk" FOREIGN KEY ("widget_id","assistant_id") REFERENCES "public"."ai_assistants"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_credentials" ADD CONSTRAINT "ai_credentials_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_credentials" ADD CONSTRAINT "ai_credentials_widget_id_assistant_id_ai_assistants_widget_id_id_fk" FOREIGN KEY ("widget_id","assistant_id") REFERENCES "public"."ai_assistants"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_credentials" ADD CONSTRAINT "ai_credentials_widget_id_operator_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","operator_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_credentials" ADD CONSTRAINT "ai_credentials_widget_id_backup_credential_id_ai_credentials_widget_id_id_fk" FOREIGN KEY ("widget_id","backup_credential_id") REFERENCES "public"."ai_credentials"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_operators" ADD CONSTRAINT "external_operators_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_operators" ADD CONSTRAINT "ai_operators_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_operators" ADD CONSTRAINT "ai_operators_widget_id_assistant_id_ai_assistants_widget_id_id_fk" FOREIGN KEY ("widget_id","assistant_id") REFERENCES "public"."ai_assistants"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_phrases" ADD CONSTRAINT "ai_phrases_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD CONSTRAINT "ai_settings_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_usage" ADD CONSTRAINT "ai_usage_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_visitor_usage" ADD CONSTRAINT "ai_visitor_usage_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bridge_requests" ADD CONSTRAINT "bridge_requests_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_turns" ADD CONSTRAINT "ai_turns_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_alerts_open" ON "ai_alerts" USING btree ("widget_id","kind","subject") WHERE "ai_alerts"."acknowledged_at" IS NULL;--> statement-breakpoint
CREATE INDEX "ai_alerts_unacknowledged" ON "ai_alerts" USING btree ("widget_id","id") WHERE "ai_alerts"."acknowledged_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_assistants_default" ON "ai_assistants" USING btree ("widget_id") WHERE "ai_assistants"."is_default";--> statement-breakpoint
CREATE INDEX "ai_turns_due" ON "ai_turns" USING btree ("widget_id","due_at") WHERE "ai_turns"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ai_turns_chat" ON "ai_turns" USING btree ("widget_id","chat_id","id");--> statement-breakpoint
CREATE INDEX "ai_turns_operator" ON "ai_turns" USING btree ("widget_id","operator_id","id");--> statement-breakpoint
CREATE INDEX "ai_turns_age" ON "ai_turns" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_turns_open" ON "ai_turns" USING btree ("widget_id","chat_id","kind") WHERE "ai_turns"."due_at" IS NOT NULL AND "ai_turns"."kind" <> 'draft';