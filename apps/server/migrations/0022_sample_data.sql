CREATE TABLE "sample_rows" (
	"widget_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"row_id" bigint NOT NULL,
	CONSTRAINT "sample_rows_widget_id_kind_row_id_pk" PRIMARY KEY("widget_id","kind","row_id")
);
--> statement-breakpoint
ALTER TABLE "sample_rows" ADD CONSTRAINT "sample_rows_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE no action ON UPDATE no action;