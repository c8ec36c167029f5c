import { toIsoString } from '../../../../infra/clock.ts';
import { integer, nullable, pick } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import type { RunSql } from '../../../../infra/postgres/run-sql.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { kbRules, kbStates } from '../tables.ts';

/** Serializes the changes of a widget's knowledge base: its size, its statistics and the mean of its vectors are of all rules. */
export function lockAll({ run, widgetId }: InWidget) {
  run`SELECT pg_advisory_xact_lock(hashtextextended('knowledge base', ${widgetId}))`;
}

/** Widgets that have or had rules. */
export async function listAllWidgets({ sql }: Read) {
  const rows = await sql(pick(kbStates, 'widget_id'))`SELECT widget_id FROM kb_states ORDER BY widget_id`;
  return rows.map(({ widget_id }) => widget_id);
}

/** How many rules the widget has. */
export async function count({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql(pick(kbStates, 'rules'))`SELECT rules FROM kb_states WHERE widget_id = ${widgetId}`;
  return found?.rules ?? 0;
}

/** Sets the model that rules are embedded with; those without a vector of it are due if it is another. */
export function setModel({ run, widgetId, now }: InWidget, model: string) {
  run`
    INSERT INTO kb_states AS s (widget_id, embedding_model, embed_due_at) VALUES (${widgetId}, ${model}, ${now.toString()})
    ON CONFLICT (widget_id) DO UPDATE SET embedding_model = excluded.embedding_model, embed_due_at = excluded.embed_due_at,
      embed_failures = 0
    WHERE s.embedding_model IS DISTINCT FROM excluded.embedding_model OR s.embed_failures > 0`;
}

/** Makes rules without a vector of the model due. */
export function setPending({ run, widgetId, now }: InWidget) {
  run`
    INSERT INTO kb_states AS s (widget_id, embed_due_at) VALUES (${widgetId}, ${now.toString()})
    ON CONFLICT (widget_id) DO UPDATE SET embed_due_at = least(s.embed_due_at, excluded.embed_due_at)`;
}

export async function listDueWidgets(sql: RunSql, now: Temporal.Instant) {
  const rows = await sql.prepared(pick(kbStates, 'widget_id'))`
    SELECT widget_id FROM kb_states WHERE embed_due_at <= ${toIsoString(now)}`;
  return rows.map(({ widget_id }) => widget_id);
}

const leasedColumns = {
  ...pick(kbStates, 'widget_id', 'embed_leases', 'embed_failures'),
  ...pick(widgets, 'account_id', 'button_guid'),
};

/** A widget whose rules this node embeds. */
export interface LeasedState {
  widget_id: number;
  embed_leases: number;
  embed_failures: number;
  account_id: number;
  button_guid: string;
}

export function lease(
  sql: RunSql,
  widgetIds: number[],
  { now, until }: Record<'now' | 'until', Temporal.Instant>,
): Promise<LeasedState[]> {
  return sql.prepared(leasedColumns)`
    UPDATE kb_states s SET embed_due_at = ${toIsoString(until)}, embed_leases = s.embed_leases + 1
    FROM (
      SELECT widget_id FROM kb_states WHERE widget_id = ANY (${widgetIds}::bigint[]) AND embed_due_at <= ${toIsoString(now)}
      FOR UPDATE SKIP LOCKED
    ) AS due JOIN widgets w ON w.id = due.widget_id
    WHERE s.widget_id = due.widget_id
    RETURNING s.widget_id, s.embed_leases, s.embed_failures, w.account_id, w.button_guid`;
}

/** Sets when the rules are embedded next, if this node still holds the lease; returns whether it does. */
export async function setDue(
  sql: RunSql,
  { widget_id, embed_leases }: LeasedState,
  { due, failures }: { due: Temporal.Instant | null; failures: number },
) {
  const rows = await sql.prepared(pick(kbStates, 'widget_id'))`
    UPDATE kb_states SET embed_due_at = ${due && toIsoString(due)}, embed_failures = ${failures}
    WHERE widget_id = ${widget_id} AND embed_leases = ${embed_leases} AND embed_due_at IS NOT NULL RETURNING widget_id`;
  return rows.length > 0;
}

/** Ends the work of a lease, unless rules became due meanwhile. */
export async function endLease(sql: RunSql, { widget_id, embed_leases }: LeasedState, now: Temporal.Instant) {
  await sql.prepared`
    UPDATE kb_states SET embed_due_at = NULL, embed_failures = 0
    WHERE widget_id = ${widget_id} AND embed_leases = ${embed_leases} AND embed_due_at > ${toIsoString(now)}`;
}

/**
 * Rules without a vector of this model, the newest and the most used first. The model is compared after the join: how many
 * vectors of a new one there are is a guess of the planner that made it compare each rule with each vector.
 */
export function listPending({ sql, widgetId }: InWidget<Read>, model: string, limit: number) {
  return sql(pick(kbRules, 'id', 'content', 'hash', 'token_count'))`
    SELECT r.id, r.content, r.hash, r.token_count FROM kb_rules r
    LEFT JOIN kb_vectors v ON v.widget_id = r.widget_id AND v.rule_id = r.id
    WHERE r.widget_id = ${widgetId} AND v.model IS DISTINCT FROM ${model} ORDER BY r.used_30d DESC, r.id DESC LIMIT ${limit}`;
}

const statusColumns = {
  rules: integer(),
  embedded: integer(),
  dimensions: nullable(integer()),
};

/** Counts rules, and those with a vector of the model. */
export async function findStatus({ sql, widgetId }: InWidget<Read>, model: string | null) {
  const rows = await sql(statusColumns)`
    SELECT coalesce((SELECT rules FROM kb_states WHERE widget_id = ${widgetId}), 0) AS rules,
      (SELECT count(*)::int FROM kb_vectors WHERE widget_id = ${widgetId} AND model = ${model}) AS embedded,
      (SELECT max(dimensions) FROM kb_vectors WHERE widget_id = ${widgetId} AND model = ${model}) AS dimensions`;
  return onlyRow(rows);
}
