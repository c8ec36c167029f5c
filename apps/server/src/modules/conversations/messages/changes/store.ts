import type { MessageDelivery } from '@parley/contract';
import type { InWidget, Read, WidgetWork } from '../../../../kernel/data/context.ts';
import { COLUMNS, columns, type MessageRow, TABLES } from '../store.ts';
import { messages } from '../tables.ts';

const changedColumns = { ...columns, changed_version: messages.changed_version };

interface After {
  version: number;
  lastId: number;
  limit: number;
}

/** Messages up to an id that changed after a version of the chat, in the order of their changes. */
export function listChanged({ sql, widgetId }: InWidget<Read>, chatId: number, { version, lastId, limit }: After) {
  return sql.prepared(changedColumns)`
    SELECT ${COLUMNS}, m.changed_version FROM ${TABLES}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.changed_version > ${version} AND m.id <= ${lastId}
    ORDER BY m.changed_version LIMIT ${limit}`;
}

export function listByIds({ sql, widgetId }: InWidget<Read>, chatId: number, ids: number[]) {
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.id = ANY (${ids}::bigint[]) ORDER BY m.id`;
}

/** Messages up to `seq` that the customer has not read, as far as we know. Ones that are still queued were sent later. */
export function listUnread({ sql, widgetId }: InWidget<Read>, chatId: number, seq: number) {
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.seq <= ${seq}
      AND m.delivery ->> 'status' IN ('sent', 'delivered')
    ORDER BY m.id`;
}

interface NewDelivery {
  id: number;
  delivery: MessageDelivery | null;
  /** Of the chat, raised by this change. */
  version: number;
}

export function updateDeliveries({ run, widgetId }: WidgetWork, chatId: number, changes: NewDelivery[]) {
  run.prepared`
    UPDATE messages m SET delivery = nullif(d.delivery, 'null'), changed_version = d.version
    FROM unnest(
      ${changes.map(({ id }) => id)}::bigint[],
      ${changes.map(({ delivery }) => JSON.stringify(delivery))}::jsonb[],
      ${changes.map(({ version }) => version)}::bigint[]
    ) AS d (id, delivery, version)
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.id = d.id`;
}

export function updateContent({ run, widgetId }: WidgetWork, message: MessageRow, version: number) {
  run.prepared`
    UPDATE messages SET body = ${message.body}, markdown = ${message.markdown}, file_id = ${message.file_id},
      payload = ${message.payload && JSON.stringify(message.payload)}, edited_at = ${message.edited_at},
      deleted_at = ${message.deleted_at}, changed_version = ${version}
    WHERE widget_id = ${widgetId} AND chat_id = ${message.chat_id} AND id = ${message.id}`;
}
