import { integer, pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { aiAlerts } from './tables.ts';

const columns = pick(
  aiAlerts,
  ...(['id', 'kind', 'detail', 'credential_id', 'operator_id', 'chat_id', 'count'] as const),
  ...(['created_at', 'last_at', 'acknowledged_at', 'acknowledged_by'] as const),
);

interface Filter {
  state: 'unacknowledged' | 'acknowledged' | 'all';
  before: number | undefined;
  limit: number;
}

const STATES = {
  unacknowledged: fragment`AND acknowledged_at IS NULL`,
  acknowledged: fragment`AND acknowledged_at IS NOT NULL`,
  all: fragment``,
};

export function list({ sql, widgetId }: Context<Read>, { state, before, limit }: Filter) {
  return sql(columns)`
    SELECT id, kind, detail, credential_id, operator_id, chat_id, count, created_at, last_at, acknowledged_at, acknowledged_by
    FROM ai_alerts WHERE widget_id = ${widgetId} AND id < ${before ?? Number.MAX_SAFE_INTEGER} ${STATES[state]}
    ORDER BY id DESC LIMIT ${limit}`;
}

export interface NewAlert {
  kind: typeof aiAlerts.$inferInsert.kind;
  /** Tells alerts of one kind apart. */
  subject?: string;
  detail: string;
  credential_id?: number | null;
  operator_id?: number | null;
  chat_id?: number | null;
}

export function raise({ run, widgetId, now }: InWidget, { kind, subject = '', detail, ...about }: NewAlert) {
  const at = now.toString();
  run.prepared`
    INSERT INTO ai_alerts (widget_id, kind, subject, detail, credential_id, operator_id, chat_id, created_at, last_at)
    VALUES (${widgetId}, ${kind}, ${subject}, ${detail}, ${about.credential_id ?? null}, ${about.operator_id ?? null},
      ${about.chat_id ?? null}, ${at}, ${at})
    ON CONFLICT (widget_id, kind, subject) WHERE acknowledged_at IS NULL DO UPDATE SET
      count = ai_alerts.count + 1, last_at = excluded.last_at, detail = excluded.detail,
      credential_id = excluded.credential_id, operator_id = excluded.operator_id, chat_id = excluded.chat_id`;
}

/** How many of the ids are the widget's. */
export async function countKnown({ sql, widgetId }: InWidget<Read>, ids: number[]) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM ai_alerts WHERE widget_id = ${widgetId} AND id = ANY (${ids}::bigint[])`;
  return onlyRow(rows).count;
}

/** Those with the ids, or all; returns how many were not acknowledged before. */
export async function acknowledge(
  { sql, widgetId, now }: InWidget,
  { ids, agentId }: { ids: number[] | undefined; agentId: number | null },
) {
  const these = ids ? fragment`AND id = ANY (${ids}::bigint[])` : fragment``;
  const changed = await sql(pick(aiAlerts, 'id'))`
    UPDATE ai_alerts SET acknowledged_at = ${now.toString()}, acknowledged_by = ${agentId}
    WHERE widget_id = ${widgetId} AND acknowledged_at IS NULL ${these} RETURNING id`;
  return changed.length;
}
