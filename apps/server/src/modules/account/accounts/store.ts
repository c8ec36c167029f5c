import { eq } from 'drizzle-orm';
import { pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { Context, Read, WidgetWork, Write } from '../../../kernel/data/context.ts';
import { accounts, users } from '../users/tables.ts';

/** What can be changed about an account. */
export type Settings = Partial<
  Pick<typeof accounts.$inferSelect, 'seats' | 'plan' | 'cabinet_slots' | 'timezone' | 'locale' | 'chats_keep_days'>
>;

export async function insert({ db, now }: Write, ownerId: number) {
  const [inserted] = await db.insert(accounts).values({ owner_id: ownerId, created_at: now.toString() }).returning();
  return inserted as typeof accounts.$inferSelect;
}

export async function findWithOwner({ db }: Read, id: number) {
  const [found] = await db
    .select({
      id: accounts.id,
      owner_id: accounts.owner_id,
      name: users.name,
      surname: users.surname,
      phone: users.phone,
      email: users.email,
      timezone: accounts.timezone,
      locale: accounts.locale,
      chats_keep_days: accounts.chats_keep_days,
      seats: accounts.seats,
      created_at: accounts.created_at,
      updated_at: users.updated_at,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.owner_id))
    .where(eq(accounts.id, id));
  return found;
}

export async function findTimeZone({ sql, accountId }: Pick<Context<Read>, 'sql' | 'accountId'>) {
  const rows = await sql({ timezone: accounts.timezone })`SELECT timezone FROM accounts WHERE id = ${accountId}`;
  return onlyRow(rows).timezone;
}

/** What the account may connect. */
export async function findPlan({ sql, accountId }: Pick<WidgetWork<Read>, 'sql' | 'accountId'>) {
  const rows = await sql(pick(accounts, 'plan', 'cabinet_slots'))`
    SELECT plan, cabinet_slots FROM accounts WHERE id = ${accountId}`;
  return onlyRow(rows);
}

export async function update({ db }: Write, id: number, changes: Settings) {
  const [updated] = await db.update(accounts).set(changes).where(eq(accounts.id, id)).returning();
  return updated;
}

export async function isEmpty({ db }: Read) {
  return (await db.select({ id: accounts.id }).from(accounts).limit(1)).length === 0;
}
