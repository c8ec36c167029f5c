import { lt } from 'drizzle-orm';
import { integer, nullable, pick, text } from '../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { signIns } from './tables.ts';

type NewSignIn = Omit<typeof signIns.$inferInsert, 'id' | 'user_id'>;

/** Does nothing without the user, in the same time. */
export async function insert({ sql }: Write, userId: number | undefined, row: NewSignIn) {
  await sql`
    INSERT INTO sign_ins (user_id, outcome, address, country, user_agent, at)
    SELECT u.id, ${row.outcome}, ${row.address}, ${row.country}, ${row.user_agent}, ${row.at}
    FROM users u WHERE u.id = ${userId ?? 0}`;
}

export async function removeBefore({ db }: Write, moment: string) {
  await db.delete(signIns).where(lt(signIns.at, moment));
}

/** The agents whose sign-ins and sessions a manager sees: an admin those of the widget, without the owner. */
export function visibleAgents({ accountId, widgetId, principal }: SessionContext<Read>) {
  const ofAccount = fragment`a.account_id = ${accountId}`;
  if (principal.role === 'owner') return ofAccount;
  return fragment`${ofAccount} AND a.widget_id = ${widgetId} AND a.role <> 'owner'`;
}

const FULL_NAME = fragment`nullif(concat_ws(' ', u.name, u.surname), '')`;

export const personColumns = fragment`${FULL_NAME} AS name, u.email`;
export const personShape = { name: nullable(text()), email: text() };

/** Whether a name or e-mail contains a text. */
export const matchesPerson = (query = '') =>
  fragment`(${query} = '' OR strpos(lower(concat_ws(' ', u.name, u.surname, u.email)), lower(${query})) > 0)`;

interface Filter {
  query: string | undefined;
  outcome: string | undefined;
  before: number | undefined;
  limit: number;
}

const columns = {
  ...pick(signIns, 'id', 'outcome', 'address', 'country', 'user_agent', 'at'),
  ...personShape,
  agent_id: integer(),
};

/** Newest first. A user may be an agent in several widgets of the account; one of them stands for all. */
export function list(ctx: SessionContext<Read>, { query, outcome = '', before, limit }: Filter) {
  return ctx.sql(columns)`
    SELECT s.id, s.outcome, s.address, s.country, s.user_agent, s.at, ${personColumns}, member.id AS agent_id
    FROM sign_ins s JOIN users u ON u.id = s.user_id JOIN (
      SELECT a.user_id, min(a.id) AS id FROM agents a WHERE ${visibleAgents(ctx)} GROUP BY a.user_id
    ) AS member ON member.user_id = s.user_id
    WHERE s.id < ${before ?? Number.MAX_SAFE_INTEGER} AND (${outcome} = '' OR s.outcome = ${outcome}) AND ${matchesPerson(query)}
    ORDER BY s.id DESC LIMIT ${limit}`;
}
