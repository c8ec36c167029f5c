import { integer, pick, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { accounts } from '../../account/users/tables.ts';
import { aiUsage } from './tables.ts';

export async function findTimeZone({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql.prepared({ timezone: accounts.timezone })`
    SELECT a.timezone FROM widgets w JOIN accounts a ON a.id = w.account_id WHERE w.id = ${widgetId}`;
  return onlyRow(rows).timezone;
}

const columns = {
  date: text(),
  ...pick(aiUsage, 'assistant_id', 'model', 'purpose', 'calls', 'failures'),
  ...pick(aiUsage, 'input_tokens', 'output_tokens', 'cost_usd_micro'),
};

/** Both days included. */
export function list({ sql, widgetId }: InWidget<Read>, { first, last }: { first: string; last: string }) {
  return sql(columns)`
    SELECT date::text AS date, assistant_id, model, purpose, calls, failures, input_tokens, output_tokens, cost_usd_micro
    FROM ai_usage WHERE widget_id = ${widgetId} AND date BETWEEN ${first} AND ${last}
    ORDER BY ai_usage.date, assistant_id, model, purpose`;
}

export interface Usage {
  assistantId: number | null;
  model: string;
  purpose: string;
  calls: number;
  failures: number;
  inputTokens: number;
  outputTokens: number;
  costUsdMicro: number;
}

/** Of the widget `w`, in the time zone of its account: in two parts around the time, so that statements stay constant. */
const [TODAY, OF_WIDGET] = [fragment`(`, fragment`::timestamptz AT TIME ZONE a.timezone)::date`];
const WIDGETS = fragment`widgets w JOIN accounts a ON a.id = w.account_id`;

export function add({ run, widgetId, now }: InWidget, usage: Usage) {
  run.prepared`
    INSERT INTO ai_usage (widget_id, date, assistant_id, model, purpose, calls, failures, input_tokens, output_tokens,
      cost_usd_micro)
    SELECT w.id, ${TODAY} ${now.toString()} ${OF_WIDGET}, ${usage.assistantId ?? 0}, ${usage.model}, ${usage.purpose}, ${usage.calls}::integer,
      ${usage.failures}::integer, ${usage.inputTokens}::bigint, ${usage.outputTokens}::bigint, ${usage.costUsdMicro}::bigint
    FROM ${WIDGETS} WHERE w.id = ${widgetId}
    ON CONFLICT (widget_id, date, assistant_id, model, purpose) DO UPDATE SET
      calls = ai_usage.calls + excluded.calls, failures = ai_usage.failures + excluded.failures,
      input_tokens = ai_usage.input_tokens + excluded.input_tokens,
      output_tokens = ai_usage.output_tokens + excluded.output_tokens,
      cost_usd_micro = ai_usage.cost_usd_micro + excluded.cost_usd_micro`;
}

interface VisitorUsage {
  contactNumber: number;
  tokens: number;
  costUsdMicro: number;
}

/** Nothing if the contact was erased meanwhile. */
export function addOfVisitor({ run, widgetId, now }: InWidget, usage: VisitorUsage) {
  run.prepared`
    INSERT INTO ai_visitor_usage (widget_id, contact_id, date, tokens, cost_usd_micro)
    SELECT w.id, k.id, ${TODAY} ${now.toString()} ${OF_WIDGET}, ${usage.tokens}::bigint, ${usage.costUsdMicro}::bigint
    FROM ${WIDGETS} JOIN contacts k ON k.widget_id = w.id WHERE w.id = ${widgetId} AND k.id = ${usage.contactNumber}
    ON CONFLICT (widget_id, contact_id, date) DO UPDATE SET
      tokens = ai_visitor_usage.tokens + excluded.tokens,
      cost_usd_micro = ai_visitor_usage.cost_usd_micro + excluded.cost_usd_micro`;
}

const spentColumns = {
  widget_tokens: integer(),
  widget_usd_micro: integer(),
  visitor_tokens: integer(),
  visitor_usd_micro: integer(),
};

/** What the widget, and one contact of it, have spent today. */
export async function findSpent({ sql, widgetId, now }: InWidget<Read>, contactNumber: number | null) {
  const rows = await sql.prepared(spentColumns)`
    WITH today AS MATERIALIZED (
      SELECT w.id AS widget_id, ${TODAY} ${now.toString()} ${OF_WIDGET} AS date FROM ${WIDGETS} WHERE w.id = ${widgetId}
    )
    SELECT coalesce(sum(u.input_tokens + u.output_tokens), 0)::bigint AS widget_tokens,
      coalesce(sum(u.cost_usd_micro), 0)::bigint AS widget_usd_micro,
      coalesce(min(v.tokens), 0) AS visitor_tokens, coalesce(min(v.cost_usd_micro), 0) AS visitor_usd_micro
    FROM today LEFT JOIN ai_usage u ON u.widget_id = today.widget_id AND u.date = today.date
    LEFT JOIN ai_visitor_usage v ON v.widget_id = today.widget_id AND v.date = today.date AND v.contact_id = ${contactNumber}`;
  return onlyRow(rows);
}
