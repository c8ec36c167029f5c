import { toIsoString } from '../../../../infra/clock.ts';
import { integer, pick } from '../../../../infra/postgres/row-schema.ts';
import { param } from '../../../../infra/postgres/sql.ts';
import type { InWidget } from '../../../../kernel/data/context.ts';
import { activityAt } from '../../../../kernel/data/moments.ts';
import { contacts } from '../../../people/contacts/tables.ts';
import { chatHeads, chats } from '../../chats/tables.ts';
import { messages } from '../tables.ts';

/** Holds chats until the write ends, in order of id, as all that lock several do. */
export async function lockHeads({ sql, widgetId }: InWidget, ids: number[]) {
  await sql.prepared(pick(chatHeads, 'chat_id'))`
    SELECT chat_id FROM chat_heads WHERE widget_id = ${widgetId} AND chat_id = ANY (${ids}::bigint[])
    ORDER BY chat_id FOR NO KEY UPDATE`;
}

/** The same for those that nobody else holds, for a caller who holds what a merge of chats locks after them. */
export async function lockFreeHeads({ sql, widgetId }: InWidget, ids: number[]) {
  const locked = await sql.prepared(pick(chatHeads, 'chat_id'))`
    SELECT chat_id FROM chat_heads WHERE widget_id = ${widgetId} AND chat_id = ANY (${ids}::bigint[])
    ORDER BY chat_id FOR NO KEY UPDATE SKIP LOCKED`;
  return new Set(locked.map(({ chat_id }) => chat_id));
}

const insertedColumns = {
  ...pick(messages, 'id', 'chat_id', 'created_at'),
  seq: integer(),
  version: chatHeads.version,
  ...pick(chats, 'channel', 'connection_id'),
  client_id: integer(),
  contact_id: contacts.guid,
};

interface NewMessages {
  chatIds: number[];
  bodies: (string | null)[];
  markdowns: (string | null)[];
  payloads: (string | null)[];
  /** Of the lists of chats, by chat. */
  previews: string[];
  /** What all have in common. */
  shared: {
    type: string;
    agent_id: number | null;
    file_id: number | null;
    origin: string;
    /** Of those that go through a messenger or a custom channel. */
    delivery: string;
  };
}

/** One message in each of several chats, which are locked. It leaves waits, owners and states as they are. */
export function insertMany(
  { sql, widgetId, now }: InWidget,
  { chatIds, bodies, markdowns, payloads, previews, shared }: NewMessages,
) {
  const [widget, at] = [param(widgetId), param(toIsoString(now))];
  return sql.prepared(insertedColumns)`
    WITH wanted AS (
      SELECT * FROM unnest(
        ${chatIds}::bigint[], ${bodies}::text[], ${markdowns}::text[], ${payloads}::jsonb[], ${previews}::jsonb[]
      ) AS w (chat_id, body, markdown, payload, preview)
    ),
    heads AS (
      UPDATE chat_heads h SET last_seq = last_seq + 1, version = version + 1, changed_in = pg_current_xact_id(),
        updated_at = greatest(updated_at, ${at}), visitor_unread = visitor_unread + 1,
        silent_since = coalesce(silent_since, last_message_at, created_at), broadcast_at = ${at},
        last_message_at = greatest(last_message_at, ${at}), last_message = w.preview,
        activity = greatest(activity, ${activityAt(now)})
      FROM wanted w WHERE h.widget_id = ${widget} AND h.chat_id = w.chat_id AND h.state <> 'spam'
      RETURNING h.chat_id, h.last_seq, h.version, w.body, w.markdown, w.payload
    ),
    added AS (
      INSERT INTO messages (widget_id, chat_id, id, seq, created_at, sender, agent_id, type, body, markdown, file_id, payload,
        origin, private, is_outreach, delivery)
      OVERRIDING SYSTEM VALUE
      SELECT ${widget}, h.chat_id, nextval('messages_id_seq'), h.last_seq, ${at}, 'agent', ${shared.agent_id}::bigint,
        ${shared.type}, h.body, h.markdown, ${shared.file_id}::bigint, h.payload, ${shared.origin}, false, true,
        CASE WHEN c.connection_id IS NOT NULL OR c.channel ~ '^ch[0-9]' THEN ${shared.delivery}::jsonb END
      FROM heads h JOIN chats c ON c.widget_id = ${widget} AND c.id = h.chat_id
      RETURNING id, chat_id, seq, created_at
    )
    SELECT a.id, a.chat_id, a.seq, a.created_at, h.version, c.channel, c.connection_id, c.contact_id AS client_id,
      k.guid AS contact_id
    FROM added a JOIN heads h ON h.chat_id = a.chat_id JOIN chats c ON c.widget_id = ${widget} AND c.id = a.chat_id
    JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id`;
}
