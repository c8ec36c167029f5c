import { kbUploadReasons, kbUploadStatuses } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { files } from '../../account/files/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** Documents whose texts become rules: the queue and the list of them in one. */
export const kbUploads = pgTable(
  'kb_uploads',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    name: text().notNull(),
    type: text({ enum: ['pdf', 'docx', 'markdown', 'html', 'text', 'csv'] }).notNull(),
    size: integer().notNull(),
    /** Null once the document has been read. */
    file_id: id(),
    status: text({ enum: kbUploadStatuses }).notNull(),
    reason: text({ enum: kbUploadReasons }),
    pages: integer(),
    /** When a node reads it next: its lease while it does, null once it has ended. */
    due_at: instant(),
    /** How many nodes have taken it. */
    leases: integer().notNull().default(0),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.file_id], foreignColumns: [files.widget_id, files.id] }),
    index('kb_uploads_due').on(table.widget_id, table.due_at).where(sql`${table.due_at} IS NOT NULL`),
  ],
);
