import { and, eq } from 'drizzle-orm';
import { toIsoString } from '../../../infra/clock.ts';
import { boolean, integer, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { SealContext } from '../../../infra/secrets/vault.ts';
import type { InWidget, Read, Write } from '../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import { agents } from '../../account/agents/tables.ts';
import { aiOperators } from '../operators/tables.ts';
import { externalOperators } from './tables.ts';

const columns = {
  ...pick(externalOperators, 'public_id', 'url', 'events', 'state', 'tested_at', 'created_at', 'updated_at'),
  operator_id: externalOperators.agent_id,
  name: text(),
  name_i18n: aiOperators.name_i18n,
  has_api_key: boolean(),
  show_in_header: agents.show_in_header,
};

export type Operator = RowOf<typeof columns>;

const OPERATORS = fragment`
  SELECT e.public_id, e.agent_id AS operator_id, o.name, o.name_i18n, e.url, e.events, e.state,
    e.api_key IS NOT NULL AS has_api_key, a.show_in_header, e.tested_at, e.created_at, e.updated_at
  FROM external_operators e JOIN agents a ON a.widget_id = e.widget_id AND a.id = e.agent_id
  JOIN ai_operators o ON o.widget_id = e.widget_id AND o.agent_id = e.agent_id`;

/** Newest first. */
export function list({ sql, widgetId }: InWidget<Read>, { before, limit }: { before?: number; limit: number }) {
  return sql(columns)`${OPERATORS}
    WHERE e.widget_id = ${widgetId} AND e.agent_id < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY e.agent_id DESC LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, publicId: string) {
  const [found] = await sql(columns)`${OPERATORS} WHERE e.widget_id = ${widgetId} AND e.public_id = ${publicId}`;
  return found;
}

/** As it is until this write ends. */
export async function lock({ sql, widgetId }: InWidget, publicId: string) {
  const [found] = await sql(pick(externalOperators, 'agent_id', 'url', 'secret', 'tested_at'))`
    SELECT agent_id, url, secret, tested_at FROM external_operators WHERE widget_id = ${widgetId} AND public_id = ${publicId}
    FOR NO KEY UPDATE`;
  return found;
}

/** For calls. */
export async function findSealed({ sql, widgetId }: InWidget<Read>, agentId: number) {
  const [found] = await sql.prepared(pick(externalOperators, 'url', 'api_key', 'secret'))`
    SELECT url, api_key, secret FROM external_operators WHERE widget_id = ${widgetId} AND agent_id = ${agentId}`;
  return found;
}

/** Of the widgets and operators of deliveries, those that are told something. */
export function listActive({ sql }: Read, deliveries: Pick<LeasedDelivery, 'widget_id' | 'destination_id'>[]) {
  return sql.prepared(pick(externalOperators, 'agent_id', 'url', 'api_key', 'secret'))`
    SELECT x.agent_id, x.url, x.api_key, x.secret FROM external_operators x
    JOIN (SELECT DISTINCT * FROM unnest(
      ${deliveries.map(({ widget_id }) => widget_id)}::bigint[],
      ${deliveries.map(({ destination_id }) => destination_id)}::bigint[]
    )) AS told (widget_id, agent_id) ON x.widget_id = told.widget_id AND x.agent_id = told.agent_id
    WHERE x.state = 'active'`;
}

export interface ToldChat {
  widgetId: number;
  operatorId: number;
  chatId: number;
}

/** Deliveries to those of the operators that are active and want the event. */
export function insertNotices({ run, now }: Write, event: 'handoff' | 'closed', chats: ToldChat[]) {
  const [at, type] = [param(toIsoString(now)), param(event)];
  run.prepared`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, status, due_at, created_at)
    SELECT x.widget_id, 'operator', x.agent_id, ${type}, told.chat_id, 'pending', ${at}, ${at}
    FROM unnest(
      ${chats.map(({ widgetId }) => widgetId)}::bigint[],
      ${chats.map(({ operatorId }) => operatorId)}::bigint[],
      ${chats.map(({ chatId }) => chatId)}::bigint[]
    ) AS told (widget_id, operator_id, chat_id)
    JOIN external_operators x ON x.widget_id = told.widget_id AND x.agent_id = told.operator_id
    WHERE x.state = 'active' AND ${type} = ANY (x.events)`;
}

export async function exists({ sql, widgetId }: InWidget<Read>, agentId: number) {
  const found = await sql({})`
    SELECT FROM external_operators WHERE widget_id = ${widgetId} AND agent_id = ${agentId}`;
  return found.length > 0;
}

/** Serializes their creation, since a widget has only so many. */
export function lockAll({ run, widgetId }: InWidget) {
  run`SELECT pg_advisory_xact_lock(hashtextextended('external operators', ${widgetId}))`;
}

export async function count({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM external_operators WHERE widget_id = ${widgetId}`;
  return onlyRow(rows).count;
}

/** Binds a sealed secret to its operator. */
export const sealContextOf = (widgetId: number, agentId: number, column: 'api_key' | 'secret'): SealContext => ({
  table: 'external_operators',
  column,
  tenant: widgetId,
  row: agentId,
});

type Row = typeof externalOperators.$inferInsert;
export type Changes = Partial<Pick<Row, 'url' | 'events' | 'api_key' | 'secret' | 'state' | 'tested_at'>>;

export async function insert(
  ctx: InWidget,
  operator: Pick<Row, 'agent_id' | 'public_id' | 'url' | 'events' | 'api_key' | 'secret'>,
) {
  const now = ctx.now.toString();
  await ctx.db
    .insert(externalOperators)
    .values({ widget_id: ctx.widgetId, ...operator, created_at: now, updated_at: now });
}

export async function update(ctx: InWidget, agentId: number, changes: Changes) {
  await ctx.db
    .update(externalOperators)
    .set({ ...changes, updated_at: ctx.now.toString() })
    .where(and(eq(externalOperators.widget_id, ctx.widgetId), eq(externalOperators.agent_id, agentId)));
}

export async function remove({ sql, widgetId }: InWidget, agentId: number) {
  await sql`DELETE FROM external_operators WHERE widget_id = ${widgetId} AND agent_id = ${agentId}`;
}
