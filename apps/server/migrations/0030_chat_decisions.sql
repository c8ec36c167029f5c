CREATE TABLE "chat_decisions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chat_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"widget_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"entries" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_decisions_widget_id_chat_id_id_pk" PRIMARY KEY("widget_id","chat_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_decisions" ADD CONSTRAINT "chat_decisions_widget_id_chat_id_chats_widget_id_id_fk" FOREIGN KEY ("widget_id","chat_id") REFERENCES "public"."chats"("widget_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_decisions_age" ON "chat_decisions" USING btree ("created_at");