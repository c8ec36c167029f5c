import { and, eq, lte } from 'drizzle-orm';
import { pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { InWidget, Read, Write } from '../../../kernel/data/context.ts';
import { files } from './tables.ts';

export type FileRow = typeof files.$inferSelect;

export async function insert({ db }: Write, file: typeof files.$inferInsert) {
  const rows = await db.insert(files).values(file).returning();
  return onlyRow(rows);
}

export async function find({ db }: Read, widgetId: number, id: number): Promise<FileRow | undefined> {
  const [found] = await db
    .select()
    .from(files)
    .where(and(eq(files.widget_id, widgetId), eq(files.id, id)));
  return found;
}

/** Prevents a release until the write ends. */
export async function lockShared({ db, widgetId }: InWidget, id: number): Promise<FileRow | undefined> {
  const [found] = await db
    .select()
    .from(files)
    .where(and(eq(files.widget_id, widgetId), eq(files.id, id)))
    .for('share');
  return found;
}

/** Null makes the file permanent. */
export async function setExpiry({ db, widgetId }: InWidget, id: number, expires_at: string | null = null) {
  const [kept] = await db
    .update(files)
    .set({ expires_at })
    .where(and(eq(files.widget_id, widgetId), eq(files.id, id)))
    .returning();
  return kept;
}

/** Writes that attached a file just before its expiry have committed by then. */
const GRACE = { minutes: 2 };

/** Expired files of every widget; never attached ones. */
export function listExpired({ sql, now }: Read, limit: number) {
  return sql(pick(files, 'id', 'widget_id', 'key'))`
    SELECT id, widget_id, key FROM files f WHERE expires_at <= ${now.subtract(GRACE).toString()}
    AND NOT EXISTS (SELECT FROM messages m WHERE m.widget_id = f.widget_id AND m.file_id = f.id) LIMIT ${limit}`;
}

/** Checks the expiry again: a message may have attached the file meanwhile. */
export async function removeExpired({ db, now }: Write, { widget_id, id }: Pick<FileRow, 'widget_id' | 'id'>) {
  const removed = await db
    .delete(files)
    .where(and(eq(files.widget_id, widget_id), eq(files.id, id), lte(files.expires_at, now.toString())))
    .returning({ id: files.id });
  return removed.length > 0;
}
