CREATE TABLE "kb_crawl_runs" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "kb_crawl_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"start_url" text NOT NULL,
	"site" text NOT NULL,
	"is_moved" boolean DEFAULT false NOT NULL,
	"robots" text,
	"queued_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"leases" integer DEFAULT 0 NOT NULL,
	"crashes" integer DEFAULT 0 NOT NULL,
	"current_url" text,
	"pages_found" integer DEFAULT 0 NOT NULL,
	"pages_fetched" integer DEFAULT 0 NOT NULL,
	"pages_changed" integer DEFAULT 0 NOT NULL,
	"pages_unchanged" integer DEFAULT 0 NOT NULL,
	"pages_skipped" integer DEFAULT 0 NOT NULL,
	"pages_failed" integer DEFAULT 0 NOT NULL,
	"failed_in_a_row" integer DEFAULT 0 NOT NULL,
	"rules_created" integer DEFAULT 0 NOT NULL,
	"rules_updated" integer DEFAULT 0 NOT NULL,
	"rules_removed" integer DEFAULT 0 NOT NULL,
	"error" text,
	"undone_at" timestamp with time zone,
	CONSTRAINT "kb_crawl_runs_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "kb_crawlers" (
	"widget_id" bigint PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"max_pages" integer NOT NULL,
	"max_depth" integer NOT NULL,
	"include" text[] NOT NULL,
	"exclude" text[] NOT NULL,
	"delay_ms" integer NOT NULL,
	"schedule" text NOT NULL,
	"next_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "kb_pages" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "kb_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"url" text NOT NULL,
	"run_id" bigint NOT NULL,
	"depth" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"etag" text,
	"last_modified" text,
	"blocks" jsonb,
	"block_hashes" bigint[],
	"hash" bigint,
	"dropped_hashes" bigint[],
	"links" text[],
	CONSTRAINT "kb_pages_widget_id_id_pk" PRIMARY KEY("widget_id","id"),
	CONSTRAINT "kb_pages_url" UNIQUE("widget_id","url")
);
--> statement-breakpoint
CREATE TABLE "kb_forms" (
	"widget_id" bigint NOT NULL,
	"form" text NOT NULL,
	"word" bigint NOT NULL,
	"trigrams" bigint[] NOT NULL,
	CONSTRAINT "kb_forms_widget_id_form_pk" PRIMARY KEY("widget_id","form")
);
--> statement-breakpoint
CREATE TABLE "kb_replaced_rules" (
	"widget_id" bigint NOT NULL,
	"run_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"change" text NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	"chunk_index" integer,
	"content" text,
	"doc_id" text,
	"source" text,
	"source_label" text,
	"source_ref" text,
	"source_is_managed" boolean,
	"used_30d" integer,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone,
	"model" text,
	"vector" "bytea",
	CONSTRAINT "kb_replaced_rules_widget_id_run_id_rule_id_pk" PRIMARY KEY("widget_id","run_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "kb_rules" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "kb_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"operator_id" bigint,
	"content" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"doc_id" text,
	"source" text NOT NULL,
	"source_label" text,
	"source_ref" text,
	"source_is_managed" boolean DEFAULT false NOT NULL,
	"chunk_index" integer,
	"token_count" integer NOT NULL,
	"used_30d" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kb_rules_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
CREATE TABLE "kb_spaces" (
	"widget_id" bigint NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer NOT NULL,
	"mean" "bytea",
	"mean_of" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "kb_spaces_widget_id_model_dimensions_pk" PRIMARY KEY("widget_id","model","dimensions")
);
--> statement-breakpoint
CREATE TABLE "kb_states" (
	"widget_id" bigint PRIMARY KEY NOT NULL,
	"rules" integer DEFAULT 0 NOT NULL,
	"length" double precision DEFAULT 0 NOT NULL,
	"embedding_model" text,
	"embed_due_at" timestamp with time zone,
	"embed_leases" integer DEFAULT 0 NOT NULL,
	"embed_failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kb_vectors" (
	"widget_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer NOT NULL,
	"signature" bit varying NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "kb_vectors_widget_id_rule_id_pk" PRIMARY KEY("widget_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "kb_word_counts" (
	"widget_id" bigint NOT NULL,
	"word" bigint NOT NULL,
	"rules" integer NOT NULL,
	CONSTRAINT "kb_word_counts_widget_id_word_pk" PRIMARY KEY("widget_id","word")
);
--> statement-breakpoint
CREATE TABLE "kb_words" (
	"widget_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"words" bigint[] NOT NULL,
	"counts" smallint[] NOT NULL,
	"length" integer NOT NULL,
	CONSTRAINT "kb_words_widget_id_rule_id_pk" PRIMARY KEY("widget_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "kb_uploads" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "kb_uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"file_id" bigint,
	"status" text NOT NULL,
	"reason" text,
	"pages" integer,
	"due_at" timestamp with time zone,
	"leases" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kb_uploads_widget_id_id_pk" PRIMARY KEY("widget_id","id")
);
--> statement-breakpoint
ALTER TABLE "kb_crawl_runs" ADD CONSTRAINT "kb_crawl_runs_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_crawlers" ADD CONSTRAINT "kb_crawlers_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_pages" ADD CONSTRAINT "kb_pages_widget_id_run_id_kb_crawl_runs_widget_id_id_fk" FOREIGN KEY ("widget_id","run_id") REFERENCES "public"."kb_crawl_runs"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_replaced_rules" ADD CONSTRAINT "kb_replaced_rules_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_rules" ADD CONSTRAINT "kb_rules_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_rules" ADD CONSTRAINT "kb_rules_widget_id_operator_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","operator_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_spaces" ADD CONSTRAINT "kb_spaces_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_states" ADD CONSTRAINT "kb_states_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_vectors" ADD CONSTRAINT "kb_vectors_widget_id_rule_id_kb_rules_widget_id_id_fk" FOREIGN KEY ("widget_id","rule_id") REFERENCES "public"."kb_rules"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_words" ADD CONSTRAINT "kb_words_widget_id_rule_id_kb_rules_widget_id_id_fk" FOREIGN KEY ("widget_id","rule_id") REFERENCES "public"."kb_rules"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_uploads" ADD CONSTRAINT "kb_uploads_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kb_uploads" ADD CONSTRAINT "kb_uploads_widget_id_file_id_files_widget_id_id_fk" FOREIGN KEY ("widget_id","file_id") REFERENCES "public"."files"("widget_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "kb_crawl_runs_active" ON "kb_crawl_runs" USING btree ("widget_id") WHERE "kb_crawl_runs"."status" IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "kb_crawl_runs_due" ON "kb_crawl_runs" USING btree ("due_at") WHERE "kb_crawl_runs"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "kb_crawlers_next" ON "kb_crawlers" USING btree ("next_at") WHERE "kb_crawlers"."next_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "kb_pages_queued" ON "kb_pages" USING btree ("widget_id","run_id","depth","id") WHERE "kb_pages"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "kb_pages_hash" ON "kb_pages" USING btree ("widget_id","run_id","hash");--> statement-breakpoint
CREATE INDEX "kb_forms_trigrams" ON "kb_forms" USING gin ("trigrams");--> statement-breakpoint
CREATE INDEX "kb_replaced_rules_age" ON "kb_replaced_rules" USING btree ("replaced_at");--> statement-breakpoint
CREATE INDEX "kb_rules_source" ON "kb_rules" USING btree ("widget_id","source","source_ref","id");--> statement-breakpoint
CREATE INDEX "kb_rules_operator" ON "kb_rules" USING btree ("widget_id","operator_id","id") WHERE "kb_rules"."operator_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "kb_rules_doc" ON "kb_rules" USING btree ("widget_id","doc_id","id") WHERE "kb_rules"."doc_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "kb_states_due" ON "kb_states" USING btree ("embed_due_at") WHERE "kb_states"."embed_due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "kb_words_terms" ON "kb_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "kb_uploads_due" ON "kb_uploads" USING btree ("widget_id","due_at") WHERE "kb_uploads"."due_at" IS NOT NULL;--> statement-breakpoint
-- Vectors don't compress, and a scan of signatures must not read them.
ALTER TABLE "kb_vectors" ALTER COLUMN "vector" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Statistics for ranking by words. Words are updated in order, so that two writes of a widget can't deadlock.
CREATE FUNCTION "kb_words_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kb_states AS s (widget_id, rules, length)
  SELECT widget_id, count(*), sum(length) FROM added GROUP BY widget_id ORDER BY widget_id
  ON CONFLICT (widget_id) DO UPDATE SET rules = s.rules + excluded.rules, length = s.length + excluded.length;
  INSERT INTO kb_word_counts AS c (widget_id, word, rules)
  SELECT widget_id, word, count(*) FROM added CROSS JOIN unnest(words) AS word GROUP BY widget_id, word ORDER BY widget_id, word
  ON CONFLICT (widget_id, word) DO UPDATE SET rules = c.rules + excluded.rules;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "kb_words_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE kb_states AS s SET rules = s.rules - r.rules, length = s.length - r.length
  FROM (SELECT widget_id, count(*) AS rules, sum(length) AS length FROM removed GROUP BY widget_id ORDER BY widget_id) AS r
  WHERE s.widget_id = r.widget_id;
  INSERT INTO kb_word_counts AS c (widget_id, word, rules)
  SELECT widget_id, word, -count(*) FROM removed CROSS JOIN unnest(words) AS word GROUP BY widget_id, word ORDER BY widget_id, word
  ON CONFLICT (widget_id, word) DO UPDATE SET rules = c.rules + excluded.rules;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "kb_words_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE kb_states AS s SET length = s.length + c.length
  FROM (
    SELECT widget_id, sum(length) AS length
    FROM (SELECT widget_id, length FROM added UNION ALL SELECT widget_id, -length FROM removed) AS each GROUP BY widget_id
  ) AS c
  WHERE s.widget_id = c.widget_id;
  INSERT INTO kb_word_counts AS c (widget_id, word, rules)
  SELECT widget_id, word, sum(sign) FROM (
    SELECT widget_id, unnest(words) AS word, 1 AS sign FROM added
    UNION ALL SELECT widget_id, unnest(words), -1 FROM removed
  ) AS each GROUP BY widget_id, word HAVING sum(sign) <> 0 ORDER BY widget_id, word
  ON CONFLICT (widget_id, word) DO UPDATE SET rules = c.rules + excluded.rules;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "kb_words_added" AFTER INSERT ON "kb_words" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "kb_words_added"();--> statement-breakpoint
CREATE TRIGGER "kb_words_removed" AFTER DELETE ON "kb_words" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "kb_words_removed"();--> statement-breakpoint
CREATE TRIGGER "kb_words_changed" AFTER UPDATE ON "kb_words" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "kb_words_changed"();--> statement-breakpoint
ALTER TABLE "kb_replaced_rules" ALTER COLUMN "vector" SET STORAGE EXTERNAL;
