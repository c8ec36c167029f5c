import type { NotificationKind } from '@parley/contract';
import { integer, json, pick } from '../../../infra/postgres/row-schema.ts';
import { fragment, param, raw } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, Write } from '../../../kernel/data/context.ts';
import { chatDecisions, type NotificationEntry, type RoutingEntry } from './tables.ts';

/** Decisions of a chat that are kept, of routing and of notifications each. */
const KEPT = raw(20);
const KEPT_FOR = { hours: 30 * 24 };

interface Decision {
  chatId: number;
  kind: 'routing' | NotificationKind;
  entries: (RoutingEntry | NotificationEntry)[];
}

const IS_ROUTING = fragment`(kind = 'routing')`;
/** Something was sent, which is worth a line each time. */
const IS_SENT = fragment`entries @> '[{"sent": true}]'`;

/**
 * Leaves out what was decided the last time too. For a chat that no longer exists nothing is recorded.
 */
export function record({ run, widgetId, now }: InWidget, { chatId, kind, entries }: Decision) {
  const [widget, chat, about, lines] = [widgetId, chatId, kind, JSON.stringify(entries)].map(param);
  run.prepared`
    WITH asked (widget_id, chat_id, kind, entries) AS (VALUES (${widget}::bigint, ${chat}::bigint, ${about}::text, ${lines}::jsonb)),
    last AS (
      SELECT entries FROM chat_decisions WHERE widget_id = ${widget} AND chat_id = ${chat} AND kind = ${about} AND NOT ${IS_SENT}
      ORDER BY id DESC LIMIT 1
    ),
    old AS (
      DELETE FROM chat_decisions WHERE widget_id = ${widget} AND chat_id = ${chat} AND ${IS_ROUTING} = (${about} = 'routing')
        AND id <= (
          SELECT id FROM chat_decisions
          WHERE widget_id = ${widget} AND chat_id = ${chat} AND ${IS_ROUTING} = (${about} = 'routing')
          ORDER BY id DESC OFFSET ${KEPT} - 1 LIMIT 1
        )
    )
    INSERT INTO chat_decisions (widget_id, chat_id, kind, entries, created_at)
    SELECT asked.*, ${now.toString()} FROM asked JOIN chats c ON c.widget_id = asked.widget_id AND c.id = asked.chat_id
    WHERE asked.entries <> '[]' AND NOT EXISTS (SELECT FROM last WHERE last.entries = asked.entries)
    FOR KEY SHARE OF c`;
}

const columns = { ...pick(chatDecisions, 'kind', 'created_at'), entries: json<Decision['entries']>() };

/** Newest first. */
export function list({ sql, widgetId, now }: InWidget<Read>, chatId: number) {
  return sql(columns)`
    SELECT kind, created_at, entries FROM (
      SELECT *, row_number() OVER (PARTITION BY ${IS_ROUTING} ORDER BY id DESC) AS place
      FROM chat_decisions WHERE widget_id = ${widgetId} AND chat_id = ${chatId}
    ) AS d WHERE place <= ${KEPT} AND created_at > ${now.subtract(KEPT_FOR).toString()} ORDER BY id DESC`;
}

export async function removeOld({ sql, now }: Write, limit: number) {
  const [removed] = await sql({ count: integer() })`
    WITH gone AS (
      DELETE FROM chat_decisions WHERE ctid IN (
        SELECT ctid FROM chat_decisions WHERE created_at <= ${now.subtract(KEPT_FOR).toString()}
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING id
    ) SELECT count(*)::int AS count FROM gone`;
  return removed?.count ?? 0;
}
