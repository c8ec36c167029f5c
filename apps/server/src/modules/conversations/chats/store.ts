import { assignments } from '../../../infra/postgres/assignments.ts';
import { boolean, integer, nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { fragment, join, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import { activityAt } from '../../../kernel/data/moments.ts';
import { CONNECTIONS, graceBefore, VALID_UNTIL } from '../../account/agents/tables.ts';
import { aiSettings } from '../../ai/settings/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { REACH, reachColumn } from './reach/store.ts';
import { chatHeads, chats, type Source } from './tables.ts';

export const columns = {
  ...pick(chats, 'id', 'channel', 'agent_id', 'agents', 'department_id', 'accepted_by', 'accepted_type', 'accepted_at'),
  ...pick(chats, 'handled_by', 'handled_type', 'handled_at', 'handling', 'source', 'has_client_messages', 'ai_enabled'),
  ...pick(chats, 'ai_operator_id', 'ai_paused_by', 'ai_paused_at', 'rating_requested_at', 'is_internal'),
  ...pick(chats, 'is_new_to_owner', 'mentioned', 'created_at', 'connection_id'),
  ...pick(chats, 'external_client_id', 'external_channel_id'),
  ...pick(chatHeads, 'reply_owner', 'reply_turn', 'handed_over_at', 'silent_since'),
  ...pick(chatHeads, 'state', 'api_reply_at', 'unread', 'visitor_unread', 'last_seq', 'visitor_received_seq'),
  ...pick(
    chatHeads,
    'visitor_seen_seq',
    'agent_seen_seq',
    'waiting_since',
    'last_message_at',
    'last_message',
    'done_at',
  ),
  ...pick(chatHeads, 'snoozed_at', 'snoozed_until', 'closed_at', 'close_reason', 'is_live', 'version', 'updated_at'),
  /** The contact's number; `contact_id` is its public guid. */
  client_id: chats.contact_id,
  contact_id: nullable(contacts.guid),
  contact_name: nullable(text()),
  reach: reachColumn,
};

/** A row of `chats` with its row of `chat_heads`. */
export type ChatRow = RowOf<typeof columns>;

export const COLUMNS = fragment`
  c.id, h.state, c.channel, c.contact_id AS client_id, k.guid AS contact_id,
  coalesce(k.name, k.email, k.phone) AS contact_name, c.agent_id, c.agents, c.department_id,
  c.accepted_by, c.accepted_type, c.accepted_at, c.handled_by, c.handled_type, c.handled_at, c.handling, c.source,
  c.has_client_messages, c.ai_enabled, c.ai_operator_id, c.ai_paused_by, c.ai_paused_at, h.reply_owner, h.reply_turn,
  h.handed_over_at, h.silent_since, h.api_reply_at, h.unread, h.visitor_unread,
  h.last_seq, h.visitor_received_seq, h.visitor_seen_seq, h.agent_seen_seq, h.waiting_since, h.last_message_at,
  h.last_message, h.done_at, h.snoozed_at, h.snoozed_until, h.closed_at, h.close_reason,
  c.rating_requested_at, c.is_internal, c.is_new_to_owner, c.mentioned, h.is_live, h.version, c.created_at, h.updated_at,
  c.connection_id, c.external_client_id, c.external_channel_id, ${REACH}`;

export const TABLES = fragment`
  chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
  LEFT JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id`;

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE c.widget_id = ${widgetId} AND c.id = ${id}`;
  return found;
}

export function listByIds({ sql, widgetId }: Pick<WidgetWork, 'sql' | 'widgetId'>, ids: number[]) {
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE c.widget_id = ${widgetId} AND c.id = ANY (${ids}::bigint[])`;
}

export async function findLastSeq({ sql, widgetId }: WidgetWork<Read>, id: number) {
  const [found] = await sql({ last_seq: chatHeads.last_seq })`
    SELECT last_seq FROM chat_heads WHERE widget_id = ${widgetId} AND chat_id = ${id}`;
  return found?.last_seq ?? 0;
}

const lockedHead = {
  ...pick(
    chatHeads,
    'state',
    'is_live',
    'unread',
    'visitor_unread',
    'waiting_since',
    'waited_since',
    'last_message_at',
  ),
  ...pick(chatHeads, 'done_at', 'snoozed_at', 'snoozed_until', 'closed_at', 'close_reason', 'api_reply_at', 'last_seq'),
  ...pick(chatHeads, 'visitor_received_seq', 'visitor_seen_seq', 'agent_seen_seq', 'version', 'updated_at'),
  ...pick(chatHeads, 'reply_owner', 'reply_turn', 'handed_over_at', 'silent_since', 'broadcast_at'),
};

const lockedChat = {
  ...pick(chats, 'id', 'channel', 'is_internal', 'agent_id', 'agents', 'department_id', 'accepted_by', 'handled_by'),
  ...pick(chats, 'is_department_chosen'),
  ...pick(
    chats,
    'handled_at',
    'is_new_to_owner',
    'mentioned',
    'handled_type',
    'has_client_messages',
    'responded_at',
    'ai_enabled',
    'ai_operator_id',
    'connection_id',
  ),
  /** The contact's number and public id. */
  client_id: chats.contact_id,
  contact_guid: nullable(contacts.guid),
  /** Of the widget's AI; null while it is off. */
  ai_revision: nullable(aiSettings.revision),
  /** For the next message. Drawn after the head is locked, so that message ids grow with `seq`. */
  next_message_id: integer(),
};

/** What rules about a change of a chat need. */
export type LockedChat = RowOf<typeof lockedHead> & RowOf<typeof lockedChat>;

const LOCKED_HEAD = fragment`
  SELECT state, is_live, unread, visitor_unread, waiting_since, waited_since, last_message_at, done_at, snoozed_at,
    snoozed_until, closed_at, close_reason, api_reply_at, last_seq, visitor_received_seq, visitor_seen_seq, agent_seen_seq, version,
    updated_at, reply_owner, reply_turn, handed_over_at, silent_since, broadcast_at
  FROM chat_heads`;

const LOCKED_CHAT = fragment`
  SELECT id, channel, contact_id AS client_id, is_internal, agent_id, agents, department_id,
    is_department_chosen, accepted_by, handled_by, handled_type, handled_at, is_new_to_owner, mentioned, has_client_messages, responded_at, ai_enabled, ai_operator_id,
    connection_id,
    (SELECT guid FROM contacts k WHERE k.widget_id = chats.widget_id AND k.id = chats.contact_id) AS contact_guid,
    (SELECT revision FROM ai_settings s WHERE s.widget_id = chats.widget_id AND s.enabled) AS ai_revision,
    nextval('messages_id_seq') AS next_message_id
  FROM chats`;

/**
 * Holds the chat until the write ends: every change of a chat locks its head first. The second statement runs once the
 * lock is held, since a statement that waits for a row still reads other rows as of its start.
 */
export async function lock({ sql, widgetId }: WidgetWork, id: number): Promise<LockedChat | undefined> {
  const [[head], [half]] = await Promise.all([
    sql.prepared(lockedHead)`${LOCKED_HEAD} WHERE widget_id = ${widgetId} AND chat_id = ${id} FOR NO KEY UPDATE`,
    sql.prepared(lockedChat)`${LOCKED_CHAT} WHERE widget_id = ${widgetId} AND id = ${id}`,
  ]);
  return head && half && { ...head, ...half };
}

/** The same for the chat of a contact. */
export async function lockOfContact(
  { sql, widgetId }: WidgetWork,
  { contactNumber, channel, externalId = '' }: ChatKey,
): Promise<LockedChat | undefined> {
  const widget = param(widgetId);
  const [[head], [half]] = await Promise.all([
    sql.prepared(lockedHead)`${LOCKED_HEAD} WHERE widget_id = ${widget} AND chat_id = (
      SELECT id FROM chats WHERE widget_id = ${widget} AND contact_id = ${contactNumber} AND channel = ${channel}
        AND external_channel_id = ${externalId}
    ) FOR NO KEY UPDATE`,
    sql.prepared(lockedChat)`${LOCKED_CHAT} WHERE widget_id = ${widgetId} AND contact_id = ${contactNumber}
      AND channel = ${channel} AND external_channel_id = ${externalId}`,
  ]);
  return head && half && { ...head, ...half };
}

interface ChatKey {
  contactNumber: number;
  channel: string;
  externalId?: string;
}

export async function findByKey({ sql, widgetId }: WidgetWork, { contactNumber, channel, externalId = '' }: ChatKey) {
  const [found] = await sql.prepared({ id: chats.id })`
    SELECT id FROM chats WHERE widget_id = ${widgetId} AND contact_id = ${contactNumber} AND channel = ${channel}
    AND external_channel_id = ${externalId}`;
  return found?.id;
}

/** Also true for a deleted channel that still has chats. */
export async function isKnownChannel({ sql, widgetId }: WidgetWork<Read>, id: number, name: string) {
  const widget = param(widgetId);
  const [found] = await sql.prepared({ is_known: boolean() })`
    SELECT EXISTS (SELECT FROM channels WHERE widget_id = ${widget} AND id = ${id})
    OR EXISTS (SELECT FROM chats WHERE widget_id = ${widget} AND channel = ${name}) AS is_known`;
  return found?.is_known ?? false;
}

/** Also true for a deleted department that still has chats. */
export async function isKnownDepartment({ sql, widgetId }: WidgetWork<Read>, id: number) {
  const [widget, department] = [param(widgetId), param(id)];
  const [found] = await sql.prepared({ is_known: boolean() })`
    SELECT EXISTS (SELECT FROM departments WHERE widget_id = ${widget} AND id = ${department})
    OR EXISTS (SELECT FROM chats WHERE widget_id = ${widget} AND department_id = ${department}) AS is_known`;
  return found?.is_known ?? false;
}

const visitorColumns = {
  ...columns,
  /** The owner or, where there is none, the AI operator who handles the chat. */
  visible_agent_id: nullable(integer()),
  /** First name: visitors never see the last one. */
  agent_name: nullable(text()),
  /** Whether they are at work. */
  is_agent_online: boolean(),
};

/** A chat with what the visitor's browser needs. */
export type VisitorChatRow = RowOf<typeof visitorColumns>;

/** In two parts around the time, so that the statements stay constant. */
const VISITOR_CHATS = fragment`
  SELECT ${COLUMNS}, a.id AS visible_agent_id,
    CASE WHEN ai.agent_id IS NULL THEN u.name ELSE split_part(coalesce(ai.name, 'Assistant'), ' ', 1) END AS agent_name,
    coalesce(a.status = 'active' AND own.is_connected, false) AS is_agent_online
  FROM ${TABLES}
  LEFT JOIN agents a ON a.widget_id = c.widget_id
    AND a.id = coalesce(c.agent_id, CASE WHEN c.handled_type = 'ai' THEN c.handled_by END)
  LEFT JOIN users u ON u.id = a.user_id
  LEFT JOIN ai_operators ai ON ai.widget_id = a.widget_id AND ai.agent_id = a.id
  CROSS JOIN LATERAL (SELECT a.type <> 'human' OR EXISTS (
    SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} >`;
const AS_OF = fragment`) AS is_connected) AS own`;

export async function findWithAgent({ sql, widgetId, now }: WidgetWork, id: number) {
  const [found] = await sql.prepared(visitorColumns)`${VISITOR_CHATS} ${graceBefore(now)} ${AS_OF}
    WHERE c.widget_id = ${widgetId} AND c.id = ${id}`;
  return found;
}

export async function findOfContactWithAgent(
  { sql, widgetId, now }: WidgetWork<Read>,
  { contactNumber, channel, externalId = '' }: ChatKey,
) {
  const [found] = await sql.prepared(visitorColumns)`${VISITOR_CHATS} ${graceBefore(now)} ${AS_OF}
    WHERE c.widget_id = ${widgetId} AND c.contact_id = ${contactNumber} AND c.channel = ${channel}
    AND c.external_channel_id = ${externalId}`;
  return found;
}

export async function findOfContact(
  { sql, widgetId }: WidgetWork<Read>,
  { contactNumber, channel, externalId = '' }: ChatKey,
) {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE c.widget_id = ${widgetId} AND c.contact_id = ${contactNumber} AND c.channel = ${channel}
    AND c.external_channel_id = ${externalId}`;
  return found;
}

interface NewChat extends ChatKey {
  source: Source;
  /** Of a messenger. */
  connectionId?: number | null;
}

/**
 * Undefined if the contact has such a chat already or no longer exists. The contact is locked first, since a merge
 * holds that lock and would miss the new chat.
 */
export async function insert(
  { sql, widgetId, now }: WidgetWork,
  { contactNumber, channel, externalId = '', source, connectionId = null }: NewChat,
) {
  const [created] = await sql.prepared({ id: chats.id, contact_id: contacts.guid })`
    WITH created AS (
      INSERT INTO chats (widget_id, contact_id, channel, external_channel_id, source, connection_id, created_at)
      SELECT widget_id, id, ${channel}, ${externalId}, ${JSON.stringify(source)}::jsonb, ${connectionId}::bigint,
        ${now.toString()}::timestamptz
      FROM contacts WHERE widget_id = ${widgetId} AND id = ${contactNumber} FOR KEY SHARE
      ON CONFLICT (widget_id, contact_id, channel, external_channel_id) DO NOTHING
      RETURNING widget_id, id, contact_id, created_at
    ),
    head AS (
      INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, changed_in)
      SELECT widget_id, id, created_at, created_at, ${activityAt(now)}, pg_current_xact_id() FROM created
    )
    SELECT c.id, k.guid AS contact_id FROM created c JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id`;
  return created;
}

export type ChatChanges = Partial<Omit<typeof chats.$inferInsert, 'id' | 'widget_id'>>;
export type HeadChanges = Partial<
  Omit<typeof chatHeads.$inferInsert, 'widget_id' | 'chat_id' | 'version' | 'changed_in' | 'updated_at'>
>;

interface Changes {
  chat?: ChatChanges;
  head?: Omit<HeadChanges, 'activity'>;
  /** By how much the version is raised. */
  by?: number;
}

/** Every change raises the version, whichever table it is in. */
export function update(ctx: WidgetWork, id: number, { by = 1, ...changes }: Changes) {
  const { run, widgetId, now } = ctx;
  if (changes.chat && Object.keys(changes.chat).length) updateChat(ctx, id, changes.chat);
  const changed = assignments(chatHeads, changes.head ?? {});
  // A write that waited for the lock may have an earlier time than the one before it.
  run.prepared`
    UPDATE chat_heads SET version = version + ${by}, ${join([CHANGED, ...changed])}, updated_at = greatest(updated_at, ${now.toString()}),
      activity = greatest(activity, ${activityAt(now)})
    WHERE widget_id = ${widgetId} AND chat_id = ${id}`;
}

const CHANGED = fragment`changed_in = pg_current_xact_id()`;

/** Without raising the version: for writes that raise it themselves. */
export function updateChat({ run, widgetId }: WidgetWork, id: number, changes: ChatChanges) {
  run.prepared`
    UPDATE chats SET ${join(assignments(chats, changes))} WHERE widget_id = ${widgetId} AND id = ${id}`;
}
