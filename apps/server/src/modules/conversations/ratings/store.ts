import { pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import { fragment, join, param, raw } from '../../../infra/postgres/sql.ts';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { ratings } from './tables.ts';

const columns = {
  ...pick(ratings, 'agent_id', 'score', 'comment', 'chat_id', 'created_at', 'updated_at'),
  contact_id: contacts.guid,
  contact_name: contacts.name,
  /** The contact's number, for the cursor. */
  client_id: ratings.contact_id,
};

export type RatingRow = RowOf<typeof columns>;

const COLUMNS = fragment`
  r.agent_id, k.guid AS contact_id, k.name AS contact_name, r.contact_id AS client_id, r.score, r.comment, r.chat_id, r.created_at,
  r.updated_at`;
const TABLES = fragment`ratings r JOIN contacts k ON k.widget_id = r.widget_id AND k.id = r.contact_id`;

interface Filter {
  agentId?: number;
  contactNumber?: number;
  score?: number;
  commented?: number;
  from?: string;
  to?: string;
  before?: { updated_at: string; agent_id: number; client_id: number };
  limit: number;
}

/** Newest first, by the time of the current score. */
export function list({ sql, widgetId }: Context<Read>, filter: Filter) {
  const { agentId, contactNumber, score, commented, from, to, before, limit } = filter;
  const conditions = [fragment`r.widget_id = ${widgetId}`];
  if (agentId !== undefined) conditions.push(fragment`r.agent_id = ${agentId}`);
  if (contactNumber !== undefined) conditions.push(fragment`r.contact_id = ${contactNumber}`);
  if (score !== undefined) conditions.push(fragment`r.score = ${score}`);
  if (commented !== undefined) conditions.push(fragment`(r.comment IS NOT NULL) = ${commented === 1}`);
  if (from !== undefined) conditions.push(fragment`r.updated_at >= ${from}`);
  if (to !== undefined) conditions.push(fragment`r.updated_at < ${to}`);
  if (before) {
    const { updated_at, agent_id, client_id } = before;
    conditions.push(fragment`(r.updated_at, r.agent_id, r.contact_id) < (${updated_at}, ${agent_id}, ${client_id})`);
  }
  return sql(columns)`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE ${join(conditions, ' AND ')}
    ORDER BY r.updated_at DESC, r.agent_id DESC, r.contact_id DESC LIMIT ${raw(limit)}`;
}

/** The newest rating given in the chat that was not replaced. */
export async function findOfChat({ sql, widgetId }: Context<Read>, chatId: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE r.widget_id = ${widgetId} AND r.chat_id = ${chatId}
    ORDER BY r.updated_at DESC LIMIT 1`;
  return found;
}

interface RatingValue {
  agentId: number;
  contactNumber: number;
  chatId: number;
  score: number;
  comment: string | null;
}

/** Replaces the contact's earlier rating of the agent. */
export async function upsert({ sql, widgetId, now }: WidgetContext, rating: RatingValue) {
  const { agentId, contactNumber, chatId, score, comment } = rating;
  const at = param(now.toString());
  await sql`
    INSERT INTO ratings (widget_id, agent_id, contact_id, chat_id, score, comment, created_at, updated_at)
    VALUES (${widgetId}, ${agentId}, ${contactNumber}, ${chatId}, ${score}, ${comment}, ${at}, ${at})
    ON CONFLICT (widget_id, agent_id, contact_id) DO UPDATE SET
      chat_id = excluded.chat_id, score = excluded.score, comment = excluded.comment, updated_at = excluded.updated_at`;
}

/** For a chat merged into another. */
export async function moveToChat({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql`UPDATE ratings SET chat_id = ${into} WHERE widget_id = ${widgetId} AND chat_id = ${from}`;
}

/** For a contact merged into another; if both rated an agent, the later score counts. */
export async function moveToContact({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql`
    WITH taken AS (DELETE FROM ratings WHERE widget_id = ${widgetId} AND contact_id = ${from} RETURNING *)
    INSERT INTO ratings AS known (widget_id, agent_id, contact_id, chat_id, score, comment, created_at, updated_at)
    SELECT widget_id, agent_id, ${into}, chat_id, score, comment, created_at, updated_at FROM taken
    ON CONFLICT (widget_id, agent_id, contact_id) DO UPDATE SET
      chat_id = excluded.chat_id, score = excluded.score, comment = excluded.comment, updated_at = excluded.updated_at
    WHERE known.updated_at <= excluded.updated_at`;
}
