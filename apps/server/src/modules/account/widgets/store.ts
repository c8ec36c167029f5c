import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { widgets } from './tables.ts';

export async function insert({ db }: Write, widget: typeof widgets.$inferInsert) {
  const [inserted] = await db.insert(widgets).values(widget).returning();
  return inserted as typeof widgets.$inferSelect;
}

export async function find({ db }: Read, id: number) {
  const [found] = await db.select().from(widgets).where(eq(widgets.id, id));
  return found;
}

export async function listOfAccount({ db }: Read, accountId: number) {
  const found = await db.select({ id: widgets.id }).from(widgets).where(eq(widgets.account_id, accountId));
  return found.map(({ id }) => id);
}

export async function findByGuid({ db }: Read, guid: string) {
  const [found] = await db.select().from(widgets).where(eq(widgets.button_guid, guid));
  return found;
}

interface Changes {
  api_enabled?: boolean;
  name?: string | null;
  domains?: string[];
  identity_key?: string;
}

export async function update({ db }: Write, id: number, changes: Changes) {
  const [updated] = await db.update(widgets).set(changes).where(eq(widgets.id, id)).returning();
  return updated;
}

/** Keeps the key of a write that was faster. */
export async function keepAddressKey({ db }: Write, id: number, address_key: string) {
  await db
    .update(widgets)
    .set({ address_key })
    .where(and(eq(widgets.id, id), isNull(widgets.address_key)));
}

const raised = { config_revision: sql`${widgets.config_revision} + 1` };

export async function raiseRevision({ db }: Write, { accountId, widgetId }: { accountId: number; widgetId?: number }) {
  const one = widgetId === undefined ? undefined : eq(widgets.id, widgetId);
  await db
    .update(widgets)
    .set(raised)
    .where(and(eq(widgets.account_id, accountId), one));
}

/** Locked until the write ends. */
export async function lockRevision({ db }: Write, id: number) {
  const [found] = await db
    .select({ revision: widgets.config_revision })
    .from(widgets)
    .where(eq(widgets.id, id))
    .for('no key update');
  return found?.revision ?? 0;
}
