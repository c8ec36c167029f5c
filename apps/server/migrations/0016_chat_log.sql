CREATE TABLE "chat_log" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chat_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"type" text NOT NULL,
	"by" text NOT NULL,
	"agent_id" bigint,
	"details" jsonb NOT NULL,
	"before" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_log_widget_id_chat_id_id_pk" PRIMARY KEY("widget_id","chat_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_heads" ADD COLUMN "waited_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "is_new_to_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "mentioned" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_log" ADD CONSTRAINT "chat_log_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_log" ADD CONSTRAINT "chat_log_widget_id_agent_id_agents_widget_id_id_fk" FOREIGN KEY ("widget_id","agent_id") REFERENCES "public"."agents"("widget_id","id") ON DELETE no action ON UPDATE no action;