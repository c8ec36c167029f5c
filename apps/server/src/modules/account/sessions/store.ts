import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { boolean, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { agents } from '../agents/tables.ts';
import { accounts, users } from '../users/tables.ts';
import { firstDomain, widgets } from '../widgets/tables.ts';
import { sessions } from './tables.ts';

export async function insert({ db }: Write, session: typeof sessions.$inferInsert) {
  await db.insert(sessions).values(session);
}

/** Regardless of use: a stolen cookie must expire eventually. */
const MAX_AGE_DAYS = 90;

const earliestStart = (now: Temporal.Instant) => now.subtract({ hours: 24 * MAX_AGE_DAYS }).toString();

/** A valid session with its agent. None if the agent is suspended or got another role. */
export async function find({ db, now }: Pick<Read, 'db' | 'now'>, hash: Buffer) {
  const [found] = await db
    .select({
      user_id: sessions.user_id,
      last_active_at: sessions.last_active_at,
      has_totp: sql<boolean>`${users.totp_secret} IS NOT NULL`,
      two_factor_required: accounts.two_factor_required,
      agent_id: agents.id,
      role: agents.role,
      widget_id: widgets.id,
      account_id: widgets.account_id,
      button_guid: widgets.button_guid,
    })
    .from(sessions)
    .innerJoin(agents, and(eq(agents.widget_id, sessions.widget_id), eq(agents.id, sessions.agent_id)))
    .innerJoin(widgets, eq(widgets.id, sessions.widget_id))
    .innerJoin(accounts, eq(accounts.id, widgets.account_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.hash, hash),
        gt(sessions.expires_at, now.toString()),
        gt(sessions.created_at, earliestStart(now)),
        eq(agents.role, sessions.role),
        ne(agents.status, 'banned'),
      ),
    );
  return found;
}

/** Half of the hash is the public id; the cookie cannot be derived from it. */
const PUBLIC_ID = fragment`substring(hash FROM 1 FOR 16)`;

interface Page {
  /** The caller's session. */
  current: Buffer;
  before: string | undefined;
  beforeId: string | undefined;
  limit: number;
}

/** Valid sessions of a user, newest first. */
export function listOfUser({ sql, now }: Read, userId: number, { current, before, beforeId, limit }: Page) {
  const shown = pick(sessions, 'address', 'user_agent', 'created_at', 'expires_at');
  const olderThan = param(before);
  return sql({ id: text(), ...shown, current: boolean() })`
    SELECT encode(${PUBLIC_ID}, 'hex') AS id, address, user_agent, created_at, expires_at, hash = ${current} AS current
    FROM sessions WHERE user_id = ${userId} AND expires_at > ${now.toString()} AND created_at > ${earliestStart(now)}
      AND (${olderThan}::timestamptz IS NULL OR (created_at, ${PUBLIC_ID}) < (${olderThan}, decode(${beforeId}, 'hex')))
    ORDER BY created_at DESC, hash DESC LIMIT ${limit}`;
}

export async function extend(
  { db }: Write,
  hash: Buffer,
  validity: Pick<typeof sessions.$inferSelect, 'last_active_at' | 'expires_at'>,
) {
  await db.update(sessions).set(validity).where(eq(sessions.hash, hash));
}

export async function remove({ db }: Write, hash: Buffer) {
  const removed = await db.delete(sessions).where(eq(sessions.hash, hash)).returning({ user_id: sessions.user_id });
  return removed.length > 0;
}

const ended = pick(sessions, 'hash', 'agent_id', 'widget_id', 'expires_at');

export type EndedSession = RowOf<typeof ended>;

export async function removeByPublicId({ sql }: Write, userId: number, id: string) {
  const [removed] = await sql(ended)`
    DELETE FROM sessions WHERE user_id = ${userId} AND ${PUBLIC_ID} = decode(${id}, 'hex')
    RETURNING hash, agent_id, widget_id, expires_at`;
  return removed;
}

export function removeOthers({ db }: Write, userId: number, hash: Buffer) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), ne(sessions.hash, hash)))
    .returning(ended);
}

export function removeOfUser({ db }: Write, userId: number) {
  return db.delete(sessions).where(eq(sessions.user_id, userId)).returning(ended);
}

export function removeInAccount({ sql, accountId }: SessionContext, userId: number) {
  return sql(ended)`
    DELETE FROM sessions s USING widgets w
    WHERE s.user_id = ${userId} AND w.id = s.widget_id AND w.account_id = ${accountId}
    RETURNING s.hash, s.agent_id, s.widget_id, s.expires_at`;
}

export function removeOfAgent({ db }: Write, widgetId: number, agentId: number) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.widget_id, widgetId), eq(sessions.agent_id, agentId)))
    .returning(ended);
}

export async function removeExpired({ db, now }: Write) {
  await db.delete(sessions).where(lt(sessions.expires_at, now.toString()));
}

/** The widget, with what the console needs to know of its account. */
export async function findWidget({ db }: Read, id: number) {
  const [found] = await db
    .select({
      widget: {
        id: widgets.id,
        button_guid: widgets.button_guid,
        name: widgets.name,
        domain: firstDomain,
        api_enabled: widgets.api_enabled,
      },
      account: {
        locale: accounts.locale,
        timezone: accounts.timezone,
        two_factor_required: accounts.two_factor_required,
      },
    })
    .from(widgets)
    .innerJoin(accounts, eq(accounts.id, widgets.account_id))
    .where(eq(widgets.id, id));
  return found;
}

/** Whether an account in which the user is an agent requires two factors. */
export async function isTwoFactorRequired({ sql }: Read, userId: number) {
  const found = await sql({})`
    SELECT FROM agents a JOIN accounts o ON o.id = a.account_id
    WHERE a.user_id = ${userId} AND a.status <> 'banned' AND o.two_factor_required LIMIT 1`;
  return found.length > 0;
}
