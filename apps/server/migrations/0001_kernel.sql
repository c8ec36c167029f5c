-- Text sealed by infra/secrets/vault.ts. A domain, so that a change of the master key finds every such column.
CREATE DOMAIN "sealed" AS text;
--> statement-breakpoint
-- What a search looks for: every run of one, two and three letters of the fields, in lower case and without regard to
-- order. Three letters fit into 63 bits; the widget is mixed in, so that each tenant has terms of its own.
-- Its cost keeps the planner from computing it row by row where the index has it.
CREATE FUNCTION "search_terms"(widget_id bigint, VARIADIC fields text[]) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
DECLARE
  salt CONSTANT bigint := widget_id << 32;
  terms bigint[] := '{}';
  letter text;
  a bigint := 0;
  b bigint := 0;
  c bigint;
BEGIN
  FOREACH letter IN ARRAY string_to_array(lower(array_to_string(fields, E'\n')), NULL) LOOP
    c := ascii(letter);
    terms := terms || ARRAY[c # salt, ((b << 21) | c) # salt, ((a << 42) | (b << 21) | c) # salt];
    a := b;
    b := c;
  END LOOP;
  RETURN terms;
END $$;
--> statement-breakpoint
-- The terms that all rows with this text have: its longest runs.
CREATE FUNCTION "search_terms_of"(widget_id bigint, query text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  size CONSTANT int := least(char_length(lower(query)), 3);
  terms CONSTANT bigint[] := search_terms(widget_id, query);
BEGIN
  -- Of each letter the run that ends with it, of the first ones only those that are long enough.
  RETURN ARRAY(SELECT terms[3 * (place - 1) + size] FROM generate_series(size, cardinality(terms) / 3) AS place);
END $$;
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_id_created_at_pk" PRIMARY KEY("id","created_at")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" bigint,
	"account_id" bigint NOT NULL,
	"widget_id" bigint NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "events_id_created_at_pk" PRIMARY KEY("id","created_at")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"timezone" text DEFAULT 'Europe/Moscow' NOT NULL,
	"seats" integer DEFAULT 5 NOT NULL,
	"cms_key" "sealed",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_owner_id_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"user_id" bigint,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agents_tenant" UNIQUE("widget_id","id"),
	CONSTRAINT "agents_user" UNIQUE("user_id","widget_id")
);
--> statement-breakpoint
CREATE TABLE "contact_tags" (
	"account_id" bigint NOT NULL,
	"widget_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "contact_tags_widget_id_contact_id_name_pk" PRIMARY KEY("widget_id","contact_id","name")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"guid" text NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"description" text,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contacts_widget_id_id_pk" PRIMARY KEY("widget_id","id"),
	CONSTRAINT "contacts_guid" UNIQUE("widget_id","guid")
);
--> statement-breakpoint
CREATE TABLE "quick_phrases" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "quick_phrases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"name" text NOT NULL,
	"phrase" text NOT NULL,
	CONSTRAINT "quick_phrases_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"widget_id" bigint NOT NULL,
	"role" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text,
	"surname" text,
	"phone" text,
	"password_hash" text,
	"totp_secret" "sealed",
	"totp_pending" "sealed",
	"totp_step" bigint,
	"reset_hash" "bytea",
	"reset_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_reset_hash_unique" UNIQUE("reset_hash")
);
--> statement-breakpoint
CREATE TABLE "widgets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "widgets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"button_guid" text NOT NULL,
	"api_enabled" boolean DEFAULT false NOT NULL,
	"domain" text,
	"config_revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "widgets_button_guid_unique" UNIQUE("button_guid"),
	CONSTRAINT "widgets_tenant" UNIQUE("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_account_id_widget_id_widgets_account_id_id_fk" FOREIGN KEY ("account_id","widget_id") REFERENCES "public"."widgets"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_widget_id_contact_id_contacts_widget_id_id_fk" FOREIGN KEY ("widget_id","contact_id") REFERENCES "public"."contacts"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_account_id_widget_id_widgets_account_id_id_fk" FOREIGN KEY ("account_id","widget_id") REFERENCES "public"."widgets"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_phrases" ADD CONSTRAINT "quick_phrases_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_log" ON "deliveries" USING btree ("widget_id","subscription_id","id");--> statement-breakpoint
CREATE INDEX "events_unnumbered" ON "events" USING btree ("id") WHERE "events"."number" IS NULL;--> statement-breakpoint
CREATE INDEX "events_feed" ON "events" USING btree ("widget_id","number");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "agents_account" ON "agents" USING btree ("account_id","widget_id");--> statement-breakpoint
CREATE INDEX "contact_tags_names" ON "contact_tags" USING btree ("account_id","name" COLLATE "C");--> statement-breakpoint
CREATE INDEX "contact_tags_page" ON "contact_tags" USING btree ("widget_id","name","contact_id");--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("widget_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin (search_terms("widget_id", "name", "email", "phone"));--> statement-breakpoint
CREATE INDEX "quick_phrases_agent" ON "quick_phrases" USING btree ("widget_id","agent_id","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_agent" ON "sessions" USING btree ("widget_id","agent_id");--> statement-breakpoint
CREATE INDEX "sessions_age" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tokens_widget" ON "tokens" USING btree ("widget_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "widgets_account" ON "widgets" USING btree ("account_id");--> statement-breakpoint
-- Days get partitions of their own ahead of time; what falls between them is kept all the same.
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;--> statement-breakpoint
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT;--> statement-breakpoint
CREATE SEQUENCE "event_numbers";--> statement-breakpoint
-- One statement, so that no client can hold the lock between two. Events that are visible once the lock is ours get the
-- next numbers; one that commits later gets a later number.
CREATE FUNCTION "number_events"(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  numbered int;
BEGIN
  PERFORM pg_advisory_xact_lock(7238004);
  WITH waiting AS MATERIALIZED (SELECT id, created_at FROM events WHERE number IS NULL ORDER BY id LIMIT most),
  numbered AS MATERIALIZED (SELECT id, created_at, nextval('event_numbers') AS number FROM waiting)
  UPDATE events SET number = numbered.number FROM numbered
  WHERE events.id = numbered.id AND events.created_at = numbered.created_at;
  GET DIAGNOSTICS numbered = ROW_COUNT;
  RETURN numbered;
END $$;
