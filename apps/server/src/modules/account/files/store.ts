import { and, eq, lte } from 'drizzle-orm';
import type { Read, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { files } from './tables.ts';

export type FileRow = typeof files.$inferSelect;

export async function insert({ db }: Write, file: typeof files.$inferInsert) {
  const [inserted] = await db.insert(files).values(file).returning();
  return inserted as FileRow;
}

export async function find({ db }: Read, widgetId: number, id: number): Promise<FileRow | undefined> {
  const [found] = await db
    .select()
    .from(files)
    .where(and(eq(files.widget_id, widgetId), eq(files.id, id)));
  return found;
}

/** Nothing releases the file until this write ends. */
export async function hold({ db, widgetId }: WidgetContext, id: number): Promise<FileRow | undefined> {
  const [found] = await db
    .select()
    .from(files)
    .where(and(eq(files.widget_id, widgetId), eq(files.id, id)))
    .for('share');
  return found;
}

/** From now on it is there to stay, or until a moment. */
export async function keep({ db, widgetId }: WidgetContext, id: number, expires_at: string | null = null) {
  const [kept] = await db
    .update(files)
    .set({ expires_at })
    .where(and(eq(files.widget_id, widgetId), eq(files.id, id)))
    .returning();
  return kept;
}

/** A message that took a file in the last moment has committed by then. */
const GRACE = { minutes: 2 };

type Expired = Pick<FileRow, 'id' | 'widget_id' | 'key'>;

/** What nobody waits for any more, of every widget; never what a message shows. */
export function listExpired({ sql, now }: Read, limit: number) {
  return sql<Expired>({
    text: `SELECT id, widget_id, key FROM files f WHERE expires_at <= $1
           AND NOT EXISTS (SELECT FROM messages m WHERE m.widget_id = f.widget_id AND m.file_id = f.id) LIMIT $2`,
    values: [now.subtract(GRACE).toString(), limit],
  });
}

/** Only while it is still past its time: a message may have taken it meanwhile. */
export async function removeExpired({ db, now }: Write, { widget_id, id }: Pick<FileRow, 'widget_id' | 'id'>) {
  const removed = await db
    .delete(files)
    .where(and(eq(files.widget_id, widget_id), eq(files.id, id), lte(files.expires_at, now.toString())))
    .returning({ id: files.id });
  return removed.length > 0;
}
