import { and, eq, lt, sql } from 'drizzle-orm';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { users } from './tables.ts';

type NewUser = typeof users.$inferInsert;
export type User = typeof users.$inferSelect;

export async function insert({ db }: Write, user: NewUser) {
  const [inserted] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return inserted;
}

export async function find({ db }: Read, id: number) {
  const [found] = await db.select().from(users).where(eq(users.id, id));
  return found;
}

/** Serializes sign-ins, sign-outs and password changes of a user. */
export async function lock({ db }: Write, id: number) {
  const [found] = await db.select().from(users).where(eq(users.id, id)).for('update');
  return found;
}

export async function findByEmail({ db }: Read, email: string) {
  const [found] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return found;
}

export async function findByReset({ db }: Read, hash: Buffer) {
  const [found] = await db.select().from(users).where(eq(users.reset_hash, hash));
  return found;
}

export async function lockByReset({ db }: Write, hash: Buffer) {
  const [found] = await db.select().from(users).where(eq(users.reset_hash, hash)).for('update');
  return found;
}

export async function lockByEmailChange({ db }: Write, hash: Buffer) {
  const [found] = await db.select().from(users).where(eq(users.pending_email_hash, hash)).for('update');
  return found;
}

export async function update({ db, now }: Write, id: number, changes: Partial<NewUser>) {
  const [updated] = await db
    .update(users)
    .set({ ...changes, updated_at: now.toString() })
    .where(eq(users.id, id))
    .returning();
  return updated;
}

/** False if a concurrent request used the code first. */
export async function consumeTotpStep({ db }: Write, id: number, step: number) {
  const updated = await db
    .update(users)
    .set({ totp_step: step })
    .where(and(eq(users.id, id), lt(sql`coalesce(${users.totp_step}, 0)`, step)))
    .returning({ id: users.id });
  return updated.length > 0;
}
