import { integer, text } from '../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { activityAt } from '../../../kernel/data/moments.ts';

export interface SampleMessage {
  sender: 'client' | 'agent';
  agentId: number | null;
  isNote: boolean;
  body: string;
  at: Temporal.Instant;
}

export interface SampleChat {
  name: string | null;
  email: string | null;
  phone: string | null;
  tag: string | null;
  page: string;
  agentId: number | null;
  state: 'done' | 'open' | 'waiting' | 'snoozed' | 'spam';
  messages: SampleMessage[];
  rating: { score: number; comment: string | null } | null;
}

export async function countOf({ sql, widgetId }: InWidget<Read>, kind: 'offer' | 'contact' | 'agent') {
  const [found] = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM sample_rows WHERE widget_id = ${widgetId} AND kind = ${kind}`;
  return found?.count ?? 0;
}

/** One fill or removal at a time, and none while statistics are rolled up. */
export function lock({ run, widgetId }: InWidget) {
  run`
    INSERT INTO statistics_progress (widget_id) VALUES (${widgetId})
    ON CONFLICT (widget_id) DO UPDATE SET widget_id = excluded.widget_id`;
}

export function mark({ run, widgetId }: InWidget, kind: 'offer' | 'contact' | 'agent', ids: number[]) {
  run`
    INSERT INTO sample_rows (widget_id, kind, row_id)
    SELECT ${widgetId}, ${kind}, id FROM unnest(${ids}::bigint[]) AS id ON CONFLICT DO NOTHING`;
}

/** Ids of the contacts, in the order of the chats. */
export async function insertContacts({ sql, widgetId }: InWidget, accountId: number, chats: SampleChat[]) {
  const rows = JSON.stringify(
    chats.map(({ name, email, phone, tag, messages }, index) => ({
      index,
      name,
      email,
      phone,
      tag,
      at: messages[0]?.at,
    })),
  );
  const inserted = await sql({ id: integer(), guid: text() })`
    INSERT INTO contacts (widget_id, guid, name, email, phone, created_at, updated_at)
    SELECT ${widgetId}, md5(random()::text || index) , name, email, phone, at, at
    FROM jsonb_to_recordset(${rows}::jsonb) AS r (index int, name text, email text, phone text, at timestamptz)
    ORDER BY index RETURNING id, guid`;
  const ids = inserted.map(({ id }) => id).sort((one, other) => one - other);
  await sql`
    INSERT INTO contact_tags (account_id, widget_id, contact_id, name)
    SELECT ${accountId}, ${widgetId}, id, tag
    FROM unnest(${ids}::bigint[], ${chats.map(({ tag }) => tag)}::text[]) AS each (id, tag) WHERE tag IS NOT NULL`;
  return ids;
}

/** Ids of the chats, in their order. */
export async function insertChats({ sql, widgetId }: InWidget, chats: SampleChat[], contactIds: number[]) {
  const rows = JSON.stringify(chats.map((chat, index) => toChatRow(chat, contactIds[index] ?? 0)));
  const inserted = await sql({ id: integer() })`
    INSERT INTO chats (widget_id, contact_id, channel, source, has_client_messages, agent_id, accepted_by, accepted_type,
      accepted_at, handled_by, handled_type, handled_at, first_client_at, responded_at, created_at)
    SELECT ${widgetId}, contact_id, 'service', jsonb_build_object('page', page, 'referrer', null, 'language', null), true,
      agent_id, agent_id, human, replied_at, agent_id, human, replied_at, at, replied_at, at
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS r (contact_id bigint, page text, agent_id bigint, human text, at timestamptz, replied_at timestamptz)
    ORDER BY contact_id RETURNING id`;
  return inserted.map(({ id }) => id).sort((one, other) => one - other);
}

function toChatRow({ page, agentId, messages }: SampleChat, contactId: number) {
  const replied_at = messages.find(({ sender, isNote }) => sender === 'agent' && !isNote)?.at ?? null;
  return { contact_id: contactId, page, agent_id: agentId, human: agentId && 'human', at: messages[0]?.at, replied_at };
}

export async function insertHeads({ sql, widgetId, now }: InWidget, chats: SampleChat[], ids: number[]) {
  const rows = JSON.stringify(chats.map((chat, index) => ({ chat_id: ids[index], ...toHead(chat, now) })));
  await sql`
    INSERT INTO chat_heads (widget_id, chat_id, created_at, state, last_seq, last_message_at, last_message, unread,
      visitor_received_seq, visitor_seen_seq, agent_seen_seq, waiting_since, done_at, snoozed_at, snoozed_until,
      closed_at, close_reason, updated_at, activity)
    SELECT ${widgetId}, chat_id, created_at, state, last_seq, last_at, last_message, unread, last_seq, last_seq, seen,
      waiting_since, done_at, snoozed_at, snoozed_until, closed_at, close_reason, updated_at, activity
    FROM jsonb_to_recordset(${rows}::jsonb) AS r (chat_id bigint, created_at timestamptz, state text, last_seq int,
      last_at timestamptz, last_message jsonb, unread int, seen int, waiting_since timestamptz, done_at timestamptz,
      snoozed_at timestamptz, snoozed_until timestamptz, closed_at timestamptz, close_reason text,
      updated_at timestamptz, activity int)`;
}

const PREVIEW = 200;

function toHead({ state, messages }: SampleChat, now: Temporal.Instant) {
  const visible = messages.filter(({ isNote }) => !isNote);
  const last = visible.at(-1);
  const at = messages.at(-1)?.at ?? now;
  const [isDone, isWaiting, isSnoozed] = [state === 'done', state === 'waiting', state === 'snoozed'];
  const unseen = isWaiting || state === 'spam' ? visible.length : 0;
  return {
    created_at: messages[0]?.at,
    state: state === 'spam' ? 'spam' : isDone ? 'expired' : 'active',
    last_seq: visible.length,
    last_at: last?.at,
    last_message: last && {
      sender: last.sender,
      agent_id: last.agentId,
      type: 'text',
      text: last.body.slice(0, PREVIEW),
    },
    unread: isWaiting ? visible.length : 0,
    seen: visible.length - unseen,
    waiting_since: isWaiting ? visible[0]?.at : null,
    done_at: isDone ? at : null,
    snoozed_at: isSnoozed ? at : null,
    snoozed_until: isSnoozed ? now.add({ hours: 20 }) : null,
    closed_at: isDone ? at : null,
    close_reason: isDone ? 'agent' : null,
    updated_at: at,
    activity: activityAt(at),
  };
}

export async function insertMessages({ sql, widgetId }: InWidget, chats: SampleChat[], ids: number[]) {
  const rows = JSON.stringify(
    chats.flatMap(({ messages, state }, index) => {
      let seq = 0;
      return messages.map(({ sender, agentId, isNote, body, at }) => ({
        chat_id: ids[index],
        seq: isNote ? null : ++seq,
        sender,
        agent_id: agentId,
        body,
        private: isNote,
        at,
        seen_at: state === 'waiting' || state === 'spam' || isNote ? null : at,
      }));
    }),
  );
  await sql`
    INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, private, created_at, seen_at)
    SELECT ${widgetId}, chat_id, seq, sender, agent_id, 'text', body, private, at, seen_at
    FROM jsonb_to_recordset(${rows}::jsonb) AS r (chat_id bigint, seq int, sender text, agent_id bigint, body text,
      private boolean, at timestamptz, seen_at timestamptz)`;
}

export async function insertRatings(
  { sql, widgetId }: InWidget,
  chats: SampleChat[],
  { contactIds, chatIds }: Record<'contactIds' | 'chatIds', number[]>,
) {
  const rows = JSON.stringify(
    chats.flatMap(({ rating, agentId, messages }, index) =>
      rating
        ? {
            ...rating,
            agent_id: agentId,
            contact_id: contactIds[index],
            chat_id: chatIds[index],
            at: messages.at(-1)?.at,
          }
        : [],
    ),
  );
  await sql`
    INSERT INTO ratings (widget_id, agent_id, contact_id, score, comment, chat_id, created_at, updated_at)
    SELECT ${widgetId}, agent_id, contact_id, score, comment, chat_id, at, at
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS r (agent_id bigint, contact_id bigint, score int, comment text, chat_id bigint, at timestamptz)`;
}

const SAMPLE_CHATS = fragment`
  chats c JOIN sample_rows s ON s.widget_id = c.widget_id AND s.kind = 'contact' AND s.row_id = c.contact_id`;

/** Hours that are rolled up already don't look at messages again, so what they hold changes here. */
export async function countMessages({ sql, widgetId }: InWidget, sign: 1 | -1) {
  await sql`
    WITH counted AS (
      SELECT m.widget_id, date_trunc('hour', m.created_at) AS hour, c.channel, c.is_internal, m.agent_id, count(*) AS count
      FROM ${SAMPLE_CHATS} JOIN messages m ON m.widget_id = c.widget_id AND m.chat_id = c.id
      JOIN statistics_progress p ON p.widget_id = c.widget_id AND m.created_at < p.messages_until
      WHERE c.widget_id = ${widgetId} AND NOT m.private AND m.sender <> 'system' GROUP BY 1, 2, 3, 4, 5
    ),
    channels AS (
      INSERT INTO channel_hours AS known (widget_id, hour, channel, is_internal, messages)
      SELECT widget_id, hour, channel, is_internal, ${sign} * sum(count) FROM counted GROUP BY 1, 2, 3, 4
      ON CONFLICT (widget_id, hour, channel, is_internal) DO UPDATE SET messages = known.messages + excluded.messages
    )
    INSERT INTO agent_hours AS known (widget_id, hour, agent_id, messages)
    SELECT widget_id, hour, agent_id, ${sign} * sum(count) FROM counted WHERE agent_id IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT (widget_id, hour, agent_id) DO UPDATE SET messages = known.messages + excluded.messages`;
}

/** Ids of what is marked, and of the chats of the contacts. */
export async function listMarked({ sql, widgetId }: InWidget) {
  const chats = await sql({ id: integer() })`SELECT c.id FROM ${SAMPLE_CHATS} WHERE c.widget_id = ${widgetId}`;
  const agents = await sql({ row_id: integer() })`
    SELECT row_id FROM sample_rows WHERE widget_id = ${widgetId} AND kind = 'agent'`;
  return { chatIds: chats.map(({ id }) => id), agentIds: agents.map(({ row_id }) => row_id) };
}

export async function removeContacts({ sql, widgetId }: InWidget) {
  const removed = await sql({ id: integer() })`
    DELETE FROM contacts k USING sample_rows s
    WHERE s.widget_id = ${widgetId} AND s.kind = 'contact' AND k.widget_id = s.widget_id AND k.id = s.row_id RETURNING k.id`;
  return removed.length;
}

/** What sample colleagues did in other chats is the owner's afterwards; chats that they owned are unassigned. */
export async function reassignChats({ sql, widgetId }: InWidget, agentIds: number[]) {
  const [owner, ids] = [
    fragment`(SELECT id FROM agents WHERE widget_id = ${widgetId} AND role = 'owner')`,
    fragment`ANY (${agentIds}::bigint[])`,
  ];
  const changed = fragment`
    agent_id = CASE WHEN agent_id = ${ids} THEN NULL ELSE agent_id END,
    accepted_by = CASE WHEN accepted_by = ${ids} THEN ${owner} ELSE accepted_by END,
    handled_by = CASE WHEN handled_by = ${ids} THEN ${owner} ELSE handled_by END,
    mentioned = ARRAY (SELECT id FROM unnest(mentioned) AS id WHERE NOT id = ${ids})`;
  await sql`
    UPDATE chats SET ${changed} WHERE widget_id = ${widgetId}
      AND (agent_id = ${ids} OR accepted_by = ${ids} OR handled_by = ${ids} OR mentioned && ${agentIds}::bigint[])`;
  for (const table of [fragment`messages`, fragment`chat_log`]) {
    await sql`UPDATE ${table} SET agent_id = ${owner} WHERE widget_id = ${widgetId} AND agent_id = ${ids}`;
  }
}

export async function removeAgents({ sql, widgetId }: InWidget, agentIds: number[]) {
  const isTheirs = fragment`widget_id = ${widgetId} AND agent_id = ANY (${agentIds}::bigint[])`;
  for (const table of [fragment`department_agents`, fragment`agent_events`, fragment`ratings`]) {
    await sql`DELETE FROM ${table} WHERE ${isTheirs}`;
  }
  const removed = await sql({ user_id: integer() })`
    DELETE FROM agents WHERE widget_id = ${widgetId} AND id = ANY (${agentIds}::bigint[]) RETURNING user_id`;
  await sql`DELETE FROM users WHERE id = ANY (${removed.map(({ user_id }) => user_id)}::bigint[])`;
}

export async function unmark({ sql, widgetId }: InWidget) {
  await sql`DELETE FROM sample_rows WHERE widget_id = ${widgetId} AND kind <> 'offer'`;
}
