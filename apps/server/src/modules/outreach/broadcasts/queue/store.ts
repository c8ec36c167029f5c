import { toIsoString } from '../../../../infra/clock.ts';
import { boolean, integer, nullable, pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../../infra/postgres/run-sql.ts';
import { fragment, param } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetWork } from '../../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../../kernel/data/leased-delivery.ts';
import { deliveries } from '../../../../kernel/data/tables.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { sendRecipients } from '../../../people/recipients/tables.ts';

const queuedColumns = {
  ...pick(deliveries, 'id', 'widget_id'),
  ...pick(widgets, 'account_id', 'button_guid'),
  send_id: nullable(sendRecipients.send_id),
  contact_id: nullable(sendRecipients.contact_id),
  /** Its recipient was merged into one that has a message of the send already. */
  is_dropped: boolean(),
};

/** A delivery of a broadcast. Without a send: a person sends a message that failed once more. */
export type Queued = RowOf<typeof queuedColumns>;

/** Those of the deliveries that are pending. */
export function listQueued({ sql }: Read, ids: number[]) {
  return sql.prepared(queuedColumns)`
    SELECT d.id, d.widget_id, w.account_id, w.button_guid, CASE WHEN r.state = 'handed' THEN r.send_id END AS send_id,
      r.contact_id, r.id IS NULL AND EXISTS (
        SELECT FROM messages m JOIN chats c ON c.widget_id = m.widget_id AND c.id = m.chat_id
        JOIN send_recipients o ON o.widget_id = m.widget_id AND o.contact_id = c.contact_id
          AND m.origin = 'broadcast:' || o.send_id
        WHERE m.widget_id = d.widget_id AND m.chat_id = d.chat_id AND m.id = d.message_id
      ) AS is_dropped
    FROM deliveries d JOIN widgets w ON w.id = d.widget_id
    LEFT JOIN send_recipients r ON r.widget_id = d.widget_id AND r.chat_id = d.chat_id AND r.message_id = d.message_id
    WHERE d.id = ANY (${ids}::bigint[]) AND d.status = 'pending' ORDER BY d.id`;
}

type Leased = Pick<LeasedDelivery, 'id' | 'attempts'>;

/** The same mark for what people send once more, whatever the send does. */
export function markResent(sql: RunSql, leased: Leased[]) {
  return sql.prepared({ id: deliveries.id })`
    UPDATE deliveries d SET data = coalesce(d.data, '{}') || '{"is_calling": true}'
    FROM unnest(${leased.map(({ id }) => id)}::bigint[], ${leased.map(({ attempts }) => attempts)}::integer[])
      AS l (id, attempts)
    WHERE d.id = l.id AND d.attempts = l.attempts AND d.status = 'pending' RETURNING d.id`;
}

/**
 * Marks deliveries as begun while their sends run, and returns their ids. The shared lock of a send holds up a pause, which
 * thus finds the mark.
 */
export function markBegun(sql: RunSql, leased: Leased[]) {
  return sql.prepared({ id: deliveries.id })`
    WITH due AS MATERIALIZED (
      SELECT d.id, r.widget_id, r.send_id, r.id AS recipient_id
      FROM unnest(${leased.map(({ id }) => id)}::bigint[], ${leased.map(({ attempts }) => attempts)}::integer[])
        AS l (id, attempts)
      JOIN deliveries d ON d.id = l.id AND d.attempts = l.attempts AND d.status = 'pending'
      JOIN send_recipients r ON r.widget_id = d.widget_id AND r.chat_id = d.chat_id AND r.message_id = d.message_id
        AND r.state = 'handed'
    ),
    running AS MATERIALIZED (
      SELECT widget_id, id FROM sends
      WHERE (widget_id, id) IN (SELECT widget_id, send_id FROM due) AND status = 'running' FOR SHARE
    ),
    counted AS (
      UPDATE send_recipients r SET attempts = r.attempts + 1 FROM due JOIN running s ON s.widget_id = due.widget_id AND s.id = due.send_id
      WHERE r.widget_id = due.widget_id AND r.send_id = due.send_id AND r.id = due.recipient_id
    )
    UPDATE deliveries d SET data = coalesce(d.data, '{}') || '{"is_calling": true}'
    FROM due JOIN running s ON s.widget_id = due.widget_id AND s.id = due.send_id
    WHERE d.id = due.id AND d.status = 'pending' RETURNING d.id`;
}

const placeColumns = { id: deliveries.id, kind: deliveries.kind, chat_id: integer(), message_id: integer() };

const PENDING = fragment`d.kind IN ('broadcast', 'messenger') AND d.status = 'pending'`;

/** Deliveries of a send for which no call has begun. */
export function listNotBegun({ sql, widgetId }: InWidget<Read>, sendId: number) {
  const widget = param(widgetId);
  return sql.prepared({ id: deliveries.id })`
    SELECT d.id FROM send_recipients r
    JOIN deliveries d ON d.widget_id = ${widget} AND d.chat_id = r.chat_id AND d.message_id = r.message_id AND ${PENDING}
    WHERE r.widget_id = ${widget} AND r.send_id = ${sendId} AND r.state = 'handed' AND d.data -> 'is_calling' IS NULL
    ORDER BY d.id`;
}

export function listPlaces({ sql, widgetId }: InWidget<Read>, ids: number[]) {
  return sql.prepared(placeColumns)`
    SELECT d.id, d.kind, d.chat_id, d.message_id FROM deliveries d
    WHERE d.widget_id = ${widgetId} AND d.id = ANY (${ids}::bigint[]) AND ${PENDING}`;
}

/** Deletes pending deliveries of locked chats: a merge may have moved others meanwhile. */
export function remove({ sql, widgetId }: WidgetWork, ids: number[], chatIds: number[]) {
  return sql.prepared({ ...placeColumns, ...pick(deliveries, 'destination_id', 'failures'), is_calling: boolean() })`
    DELETE FROM deliveries d
    WHERE d.widget_id = ${widgetId} AND d.id = ANY (${ids}::bigint[]) AND d.chat_id = ANY (${chatIds}::bigint[]) AND ${PENDING}
    RETURNING d.id, d.kind, d.chat_id, d.message_id, d.destination_id, d.failures, d.data -> 'is_calling' IS NOT NULL AS is_calling`;
}

/** What waited in a messenger behind the deliveries that were removed is due. The chats are locked. */
export function promoteNext({ run, widgetId, now }: WidgetWork, chatIds: number[]) {
  const [widget, at] = [param(widgetId), param(toIsoString(now))];
  run.prepared`
    UPDATE deliveries d SET due_at = greatest(${at}::timestamptz, c.next_send_at)
    FROM (
      SELECT DISTINCT ON (chat_id) id FROM deliveries
      WHERE widget_id = ${widget} AND chat_id = ANY (${chatIds}::bigint[]) AND kind = 'messenger' AND status = 'pending'
      ORDER BY chat_id, id
    ) AS first JOIN deliveries f ON f.id = first.id
    LEFT JOIN messenger_chats c ON c.widget_id = ${widget} AND c.chat_id = f.chat_id
    WHERE d.id = first.id AND d.due_at = 'infinity'`;
}

interface TakenBack {
  chat_id: number;
  message_id: number;
  state: 'pending' | 'skipped' | 'unknown';
  reason: string | null;
}

const messageColumns = { chat_id: integer(), message_id: integer(), attempts: sendRecipients.attempts };

/** Recipients whose delivery was removed, with their messages. */
export function settle({ sql, widgetId }: WidgetWork, taken: TakenBack[]) {
  return sql.prepared(messageColumns)`
    UPDATE send_recipients r SET state = e.state, reason = e.reason, replied_at = NULL
    FROM unnest(
      ${taken.map(({ chat_id }) => chat_id)}::bigint[],
      ${taken.map(({ message_id }) => message_id)}::bigint[],
      ${taken.map(({ state }) => state)}::text[],
      ${taken.map(({ reason }) => reason)}::text[]
    ) AS e (chat_id, message_id, state, reason)
    WHERE r.widget_id = ${widgetId} AND r.chat_id = e.chat_id AND r.message_id = e.message_id AND r.state = 'handed'
    RETURNING r.chat_id, r.message_id, r.attempts`;
}

/** Messages that were stored before a pause, of recipients who count as skipped once the send has ended. */
export function listLeftOver({ sql, widgetId }: InWidget<Read>, sendId: number) {
  return sql.prepared(messageColumns)`
    SELECT chat_id, message_id, attempts FROM send_recipients
    WHERE widget_id = ${widgetId} AND send_id = ${sendId} AND state = 'pending' AND message_id IS NOT NULL`;
}

const heldColumns = { chat_id: integer(), message_id: integer(), connection_id: nullable(integer()) };

/** Of messages that were stored before a pause, those that can be delivered. */
export function listHeld({ sql, widgetId }: InWidget<Read>, messageIds: number[], chatIds: number[]) {
  const widget = param(widgetId);
  return sql.prepared(heldColumns)`
    SELECT c.id AS chat_id, m.id AS message_id, c.connection_id FROM messages m
    JOIN chats c ON c.widget_id = m.widget_id AND c.id = m.chat_id
    WHERE m.widget_id = ${widget} AND m.chat_id = ANY (${chatIds}::bigint[]) AND m.id = ANY (${messageIds}::bigint[])
      AND m.deleted_at IS NULL`;
}
