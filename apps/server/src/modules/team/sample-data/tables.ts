import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** Which rows of a widget are sample data. What belongs to a contact, such as its chat, goes with it. */
export const sampleRows = pgTable(
  'sample_rows',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    /** `offer`: the console offers to fill this widget. */
    kind: text({ enum: ['offer', 'contact', 'agent'] }).notNull(),
    row_id: id().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.kind, table.row_id] })],
);
