import { eq } from 'drizzle-orm';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { accounts } from '../users/tables.ts';

export async function findKey({ db }: Read, accountId: number) {
  const [found] = await db.select({ key: accounts.cms_key }).from(accounts).where(eq(accounts.id, accountId));
  return found?.key;
}

export async function findAccountOfOwner({ db }: Read, userId: number) {
  const [found] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.owner_id, userId));
  return found?.id;
}

export async function updateKey({ db }: Write, accountId: number, key: string) {
  await db.update(accounts).set({ cms_key: key }).where(eq(accounts.id, accountId));
}
