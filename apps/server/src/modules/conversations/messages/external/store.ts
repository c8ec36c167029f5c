import { pick } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { externalMessages, messages } from '../tables.ts';

interface ExternalMessage {
  connectionId: number;
  externalId: string;
  chatId: number;
  messageId: number;
  part: number;
  /** When the messenger had it at the earliest. Default: now. */
  at?: Temporal.Instant;
}

/** A repeat changes nothing. */
export function recordExternal({ run, widgetId, now }: InWidget, message: ExternalMessage) {
  const { connectionId, externalId, chatId, messageId, part, at = now } = message;
  run.prepared`
    INSERT INTO external_messages (widget_id, connection_id, external_id, chat_id, message_id, part, at)
    VALUES (${widgetId}, ${connectionId}, ${externalId}, ${chatId}, ${messageId}, ${part}, ${at.toString()})
    ON CONFLICT DO NOTHING`;
}

const foundColumns = {
  ...pick(externalMessages, 'external_id', 'chat_id', 'message_id'),
  ...pick(messages, 'seq', 'sender', 'delivery'),
};

/** Which messages the messenger means. Unknown ids are left out. */
export function findByExternal({ sql, widgetId }: InWidget<Read>, connectionId: number, externalIds: string[]) {
  return sql.prepared(foundColumns)`
    SELECT e.external_id, e.chat_id, e.message_id, m.seq, m.sender, m.delivery FROM external_messages e
    JOIN messages m ON m.widget_id = e.widget_id AND m.chat_id = e.chat_id AND m.id = e.message_id
    WHERE e.widget_id = ${widgetId} AND e.connection_id = ${connectionId}
      AND e.external_id = ANY (${externalIds}::text[])`;
}

/** The messenger's messages that one of ours is, in order. */
export function listExternal({ sql, widgetId }: InWidget<Read>, chatId: number, messageId: number) {
  return sql.prepared(pick(externalMessages, 'connection_id', 'external_id', 'part', 'at'))`
    SELECT connection_id, external_id, part, at FROM external_messages
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND message_id = ${messageId} ORDER BY part, external_id`;
}

/** The newest of our messages that the messenger had at that time, in milliseconds. */
export async function findSeqAt({ sql, widgetId }: InWidget<Read>, chatId: number, time: number) {
  const at = Temporal.Instant.fromEpochMilliseconds(time).toString();
  const [found] = await sql.prepared(pick(messages, 'seq'))`
    SELECT m.seq FROM external_messages e
    JOIN messages m ON m.widget_id = e.widget_id AND m.chat_id = e.chat_id AND m.id = e.message_id
    WHERE e.widget_id = ${widgetId} AND e.chat_id = ${chatId} AND e.at <= ${at}
      AND m.sender <> 'client' AND m.seq IS NOT NULL
    ORDER BY m.seq DESC LIMIT 1`;
  return found?.seq ?? undefined;
}

interface Boundary {
  connectionId: number;
  chatId: number;
  externalId: string;
}

/** The newest of our messages before an id that was not recorded, where the messenger counts its messages. */
export async function findSeqBefore({ sql, widgetId }: InWidget<Read>, { connectionId, chatId, externalId }: Boundary) {
  if (!/^\d+$/.test(externalId)) return undefined;
  const [found] = await sql.prepared(pick(messages, 'seq'))`
    SELECT m.seq FROM external_messages e
    JOIN messages m ON m.widget_id = e.widget_id AND m.chat_id = e.chat_id AND m.id = e.message_id
    WHERE e.widget_id = ${widgetId} AND e.connection_id = ${connectionId} AND e.chat_id = ${chatId}
      AND CASE WHEN e.external_id ~ '^[0-9]+$' THEN e.external_id::numeric < ${externalId}::text::numeric END
      AND m.sender <> 'client' AND m.seq IS NOT NULL
    ORDER BY m.seq DESC LIMIT 1`;
  return found?.seq ?? undefined;
}
