import type { Rating } from '@parley/contract';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';

/** With the contact's number, for the cursor. */
export type RatingRow = Rating & { client_id: number };

const COLUMNS = `
  r.agent_id, k.guid AS contact_id, r.contact_id AS client_id, r.score, r.comment, r.chat_id, r.created_at, r.updated_at`;
const TABLES = 'ratings r JOIN contacts k ON k.widget_id = r.widget_id AND k.id = r.contact_id';

interface Filter {
  agentId?: number;
  contactNumber?: number;
  from?: string;
  to?: string;
  before?: { updated_at: string; agent_id: number; client_id: number };
  limit: number;
}

/** Newest first, by the time of the current score. */
export function list({ sql, widgetId }: Context<Read>, { agentId, contactNumber, from, to, before, limit }: Filter) {
  const values: unknown[] = [widgetId];
  let conditions = 'r.widget_id = $1';
  const add = (condition: string, ...given: unknown[]) => {
    if (given.includes(undefined)) return;
    const places = given.map((value) => `$${values.push(value)}`);
    conditions += ` AND ${condition} ${places.length > 1 ? `(${places.join(', ')})` : places[0]}`;
  };
  add('r.agent_id =', agentId);
  add('r.contact_id =', contactNumber);
  add('r.updated_at >=', from);
  add('r.updated_at <', to);
  add('(r.updated_at, r.agent_id, r.contact_id) <', before?.updated_at, before?.agent_id, before?.client_id);
  return sql<RatingRow>({
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${conditions}
           ORDER BY r.updated_at DESC, r.agent_id DESC, r.contact_id DESC LIMIT ${limit}`,
    values,
  });
}

/** The newest rating given in the chat that was not replaced. */
export async function findOfChat({ sql, widgetId }: Context<Read>, chatId: number) {
  const [found] = await sql<RatingRow>({
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE r.widget_id = $1 AND r.chat_id = $2 ORDER BY r.updated_at DESC LIMIT 1`,
    values: [widgetId, chatId],
  });
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
  await sql({
    text: `INSERT INTO ratings (widget_id, agent_id, contact_id, chat_id, score, comment, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
           ON CONFLICT (widget_id, agent_id, contact_id) DO UPDATE SET
             chat_id = excluded.chat_id, score = excluded.score, comment = excluded.comment, updated_at = excluded.updated_at`,
    values: [
      widgetId,
      rating.agentId,
      rating.contactNumber,
      rating.chatId,
      rating.score,
      rating.comment,
      now.toString(),
    ],
  });
}
