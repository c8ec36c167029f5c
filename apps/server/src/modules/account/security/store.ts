import { eq } from 'drizzle-orm';
import { boolean, integer, pick, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { Read, SessionContext } from '../../../kernel/data/context.ts';
import { sessions } from '../sessions/tables.ts';
import { matchesPerson, personColumns, personShape, visibleAgents } from '../sign-ins/index.ts';
import { accounts } from '../users/tables.ts';

export async function find({ sql, accountId }: SessionContext<Read>) {
  const rows = await sql({ two_factor_required: accounts.two_factor_required, without_two_factor: integer() })`
    SELECT o.two_factor_required, (
      SELECT count(DISTINCT u.id) FROM agents a JOIN users u ON u.id = a.user_id
      WHERE a.account_id = o.id AND a.status <> 'banned' AND u.totp_secret IS NULL
    ) AS without_two_factor
    FROM accounts o WHERE o.id = ${accountId}`;
  return onlyRow(rows);
}

export async function update({ db, accountId }: SessionContext, isRequired: boolean) {
  await db.update(accounts).set({ two_factor_required: isRequired }).where(eq(accounts.id, accountId));
}

/** Half of the hash is the public id; the cookie cannot be derived from it. */
const PUBLIC_ID = fragment`substring(s.hash FROM 1 FOR 16)`;

const JOINED = fragment`sessions s
  JOIN agents a ON a.widget_id = s.widget_id AND a.id = s.agent_id AND a.role = s.role AND a.status <> 'banned'
  JOIN users u ON u.id = s.user_id`;

interface Filter {
  query: string | undefined;
  before: string | undefined;
  beforeId: string | undefined;
  limit: number;
}

const columns = {
  id: text(),
  ...pick(sessions, 'agent_id', 'address', 'country', 'user_agent', 'created_at', 'last_active_at'),
  ...personShape,
  current: boolean(),
};

export function listSessions(ctx: SessionContext<Read>, { query, before, beforeId, limit }: Filter) {
  const olderThan = param(before);
  return ctx.sql(columns)`
    SELECT encode(${PUBLIC_ID}, 'hex') AS id, s.agent_id, s.address, s.country, s.user_agent, s.created_at,
      s.last_active_at, ${personColumns}, s.hash = ${ctx.principal.hash} AS current
    FROM ${JOINED}
    WHERE ${visibleAgents(ctx)} AND s.expires_at > ${ctx.now.toString()} AND ${matchesPerson(query)}
      AND (${olderThan}::timestamptz IS NULL OR (s.created_at, ${PUBLIC_ID}) < (${olderThan}, decode(${beforeId}, 'hex')))
    ORDER BY s.created_at DESC, s.hash DESC LIMIT ${limit}`;
}

export async function findUserOfSession(ctx: SessionContext, id: string) {
  const [found] = await ctx.sql({ user_id: sessions.user_id })`
    SELECT s.user_id FROM ${JOINED} WHERE ${visibleAgents(ctx)} AND ${PUBLIC_ID} = decode(${id}, 'hex')`;
  return found?.user_id;
}

export async function findUser(ctx: SessionContext, agentId: number) {
  const [found] = await ctx.sql({ user_id: integer() })`
    SELECT a.user_id FROM agents a WHERE ${visibleAgents(ctx)} AND a.id = ${agentId} AND a.user_id IS NOT NULL`;
  return found?.user_id;
}
