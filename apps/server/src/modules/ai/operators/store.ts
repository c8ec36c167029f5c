import { and, eq } from 'drizzle-orm';
import { integer, pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { agents } from '../../account/agents/tables.ts';
import { aiOperators } from './tables.ts';

const columns = {
  ...pick(agents, 'id', 'show_in_header', 'status', 'created_at'),
  assistant_id: integer(),
  ...pick(aiOperators, 'name', 'name_i18n'),
};

export type Operator = RowOf<typeof columns>;

const OPERATORS = fragment`
  SELECT a.id, o.assistant_id, o.name, o.name_i18n, a.show_in_header, a.status, a.created_at
  FROM agents a JOIN ai_operators o ON o.widget_id = a.widget_id AND o.agent_id = a.id AND a.type = 'ai'`;

/** Newest first. */
export function list({ sql, widgetId }: InWidget<Read>, { before, limit }: { before?: number; limit: number }) {
  return sql(columns)`${OPERATORS}
    WHERE a.widget_id = ${widgetId} AND a.id < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY a.id DESC LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(columns)`${OPERATORS} WHERE a.widget_id = ${widgetId} AND a.id = ${id}`;
  return found;
}

/** Serializes their creation, since a widget has only so many. */
export function lockAll({ run, widgetId }: InWidget) {
  run`SELECT pg_advisory_xact_lock(hashtextextended('ai operators', ${widgetId}))`;
}

export async function count({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM agents WHERE widget_id = ${widgetId} AND type = 'ai'`;
  return onlyRow(rows).count;
}

/** Whether there is one, which then stays until this write ends. */
export async function lockAssistant({ sql, widgetId }: InWidget, id: number) {
  const found = await sql({})`
    SELECT FROM ai_assistants WHERE widget_id = ${widgetId} AND id = ${id} AND deleted_at IS NULL FOR SHARE`;
  return found.length > 0;
}

export type Names = Pick<typeof aiOperators.$inferInsert, 'assistant_id' | 'name' | 'name_i18n'>;

export async function insert(ctx: InWidget, agentId: number, names: Names) {
  await ctx.db.insert(aiOperators).values({ widget_id: ctx.widgetId, agent_id: agentId, ...names });
}

export async function update(ctx: InWidget, agentId: number, changes: Names) {
  await ctx.db
    .update(aiOperators)
    .set(changes)
    .where(and(eq(aiOperators.widget_id, ctx.widgetId), eq(aiOperators.agent_id, agentId)));
}
