import type { SendStatus } from '@parley/contract';
import { and, eq } from 'drizzle-orm';
import { toIsoString } from '../../../infra/clock.ts';
import { nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { users } from '../../account/users/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { sendRecipients } from '../../people/recipients/tables.ts';
import { sendPaces, sends } from './tables.ts';

const columns = {
  ...pick(sends, 'id', 'kind', 'channel', 'name', 'settings', 'status', 'pause_reason', 'paused_from', 'consent_at'),
  ...pick(sends, 'consent_token_id', 'consent_agent_id', 'scheduled_for', 'ends_at', 'started_at', 'finished_at'),
  ...pick(sends, 'frozen_up_to', 'frozen_at', 'refusals', 'retry_at', 'tried_before'),
  ...pick(sends, 'failed_before', 'created_at', 'updated_at'),
};

export type Send = RowOf<typeof columns>;
export type SendKind = Send['kind'];

const COLUMNS = fragment`
  id, kind, channel, name, settings, status, pause_reason, paused_from, consent_at, consent_token_id, consent_agent_id,
  scheduled_for, ends_at, started_at, finished_at, frozen_up_to, frozen_at, refusals, retry_at, tried_before, failed_before, created_at,
  updated_at`;

interface Filter {
  kinds: readonly SendKind[];
  status: SendStatus | undefined;
  channel: string | undefined;
  before: number | undefined;
  limit: number;
}

export function list(
  { sql, widgetId }: InWidget<Read>,
  { kinds, status, channel, before = Number.MAX_SAFE_INTEGER, limit }: Filter,
) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM sends
    WHERE widget_id = ${widgetId} AND kind = ANY (${kinds}::text[]) AND id < ${before}
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null})
      AND (${channel ?? null}::text IS NULL OR channel = ${channel ?? null})
    ORDER BY id DESC LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, kind: SendKind, id: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM sends WHERE widget_id = ${widgetId} AND kind = ${kind} AND id = ${id}`;
  return found;
}

/** Waits for the claims under way, so that nothing begins after a change of the status. */
export async function lock({ sql, widgetId }: InWidget, kind: SendKind, id: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM sends WHERE widget_id = ${widgetId} AND kind = ${kind} AND id = ${id} FOR UPDATE`;
  return found;
}

type NewSend = Pick<Send, 'kind' | 'channel' | 'name' | 'settings'>;

export async function insert({ sql, widgetId, now }: InWidget, { kind, channel, name, settings }: NewSend) {
  const at = param(toIsoString(now));
  const rows = await sql(columns)`
    INSERT INTO sends (widget_id, kind, channel, name, settings, created_at, updated_at)
    VALUES (${widgetId}, ${kind}, ${channel}, ${name}, ${JSON.stringify(settings)}, ${at}, ${at}) RETURNING ${COLUMNS}`;
  return onlyRow(rows);
}

export type Changes = Partial<Omit<Send, 'id' | 'kind' | 'channel' | 'created_at' | 'updated_at'>>;

export async function update({ db, widgetId, now }: InWidget, send: Send, changes: Changes): Promise<Send> {
  const set = { ...changes, updated_at: toIsoString(now) };
  await db
    .update(sends)
    .set(set)
    .where(and(eq(sends.widget_id, widgetId), eq(sends.id, send.id)));
  return { ...send, ...set };
}

/** Not a change that people made. */
export async function recordRefusals(
  { run, widgetId }: InWidget,
  { id }: Pick<Send, 'id'>,
  { refusals, retry_at }: Pick<Send, 'refusals' | 'retry_at'>,
) {
  run.prepared`
    UPDATE sends SET refusals = ${refusals}, retry_at = ${retry_at} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export async function remove({ sql, widgetId }: InWidget, id: number) {
  await sql`DELETE FROM sends WHERE widget_id = ${widgetId} AND id = ${id}`;
}

const activeColumns = { ...columns, ...pick(sends, 'widget_id'), ...pick(widgets, 'account_id', 'button_guid') };

/** A send that the engine works on, with its tenant. */
export type ActiveSend = RowOf<typeof activeColumns>;

/** Sends with something to do: that run, or whose time has come. */
export function listActive(sql: RunSql, now: Temporal.Instant) {
  const at = param(toIsoString(now));
  return sql.prepared(activeColumns)`
    SELECT s.id, s.kind, s.channel, s.name, s.settings, s.status, s.pause_reason, s.paused_from, s.consent_at,
      s.consent_token_id, s.consent_agent_id, s.scheduled_for, s.ends_at, s.started_at, s.finished_at, s.frozen_up_to,
      s.frozen_at, s.refusals, s.retry_at, s.tried_before, s.failed_before, s.created_at, s.updated_at, s.widget_id, w.account_id, w.button_guid
    FROM sends s JOIN widgets w ON w.id = s.widget_id
    WHERE s.status IN ('scheduled', 'running')
      AND CASE WHEN s.status = 'scheduled' THEN s.scheduled_for <= ${at} WHEN s.kind = 'onsite' THEN s.ends_at <= ${at} ELSE true END
    ORDER BY s.id`;
}

/**
 * When the next message of a pace may go out; what was missed is made up for by a second at most. Locked until the write ends,
 * so that two nodes never take the same moments.
 */
export async function lockPace({ sql, widgetId, now }: InWidget, name: string) {
  const at = param(toIsoString(now));
  const rows = await sql.prepared(pick(sendPaces, 'next_at'))`
    INSERT INTO send_paces AS p (widget_id, name, next_at) VALUES (${widgetId}, ${name}, ${at})
    ON CONFLICT (widget_id, name) DO UPDATE SET next_at = greatest(p.next_at, ${at}::timestamptz - interval '1 second')
    RETURNING next_at`;
  return Temporal.Instant.from(onlyRow(rows).next_at);
}

export function setPace({ run, widgetId }: InWidget, name: string, next: Temporal.Instant) {
  run.prepared`
    UPDATE send_paces SET next_at = ${toIsoString(next)} WHERE widget_id = ${widgetId} AND name = ${name}`;
}

const claimedColumns = {
  ...pick(sendRecipients, 'id', 'contact_id', 'attempts', 'chat_id', 'message_id'),
  /** Since when it could have been claimed. */
  due_at: sends.updated_at,
};

/**
 * Claims recipients until the write ends, while the send runs. The shared lock of its row holds up a pause, which thus answers
 * after the last claim.
 */
export function claim({ sql, widgetId, now }: InWidget, sendId: number, limit: number) {
  const [widget, send] = [param(widgetId), param(sendId)];
  return sql.prepared(claimedColumns)`
    WITH running AS MATERIALIZED (
      SELECT id, updated_at FROM sends WHERE widget_id = ${widget} AND id = ${send} AND status = 'running' FOR SHARE
    )
    SELECT r.id, r.contact_id, r.attempts, r.chat_id, r.message_id,
      greatest(r.next_attempt_at, (SELECT updated_at FROM running)) AS due_at
    FROM send_recipients r
    WHERE r.widget_id = ${widget} AND r.send_id = (SELECT id FROM running) AND r.state = 'pending'
      AND (r.next_attempt_at IS NULL OR r.next_attempt_at <= ${toIsoString(now)})
    ORDER BY r.id LIMIT ${limit} FOR UPDATE OF r SKIP LOCKED`;
}

/** Of a campaign of any type. */
export async function findKind({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql({ kind: sends.kind })`SELECT kind FROM sends WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found?.kind;
}

const alertColumns = {
  ...pick(users, 'email', 'locale'),
  ...pick(sends, 'name', 'kind'),
  domain: nullable(text()),
};

/** Undefined once it is no longer paused for that reason. */
export async function findAlert(
  { sql, widgetId }: InWidget<Read>,
  { id, user_id, reason }: { id: number; user_id: number; reason: string },
) {
  const [found] = await sql(alertColumns)`
    SELECT u.email, coalesce(u.locale, o.locale) AS locale, s.name, s.kind, w.domains[1] AS domain
    FROM sends s JOIN widgets w ON w.id = s.widget_id JOIN accounts o ON o.id = w.account_id
    JOIN users u ON u.id = ${user_id}
    WHERE s.widget_id = ${widgetId} AND s.id = ${id} AND s.status = 'paused' AND s.pause_reason = ${reason}`;
  return found;
}
