import type { Chat, ChatState, LastMessage } from '@parley/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Read, WidgetContext } from '../../../kernel/data/context.ts';
import { chatHeads, chats, type Source } from './tables.ts';

/** A row of `chats` with its row of `chat_heads`. */
export interface ChatRow {
  id: number;
  state: ChatState;
  channel: string;
  /** The contact's number; `contact_id` is its public guid. */
  client_id: number | null;
  contact_id: string | null;
  contact_name: string | null;
  agent_id: number | null;
  agents: number[];
  department_id: number | null;
  accepted_by: number | null;
  accepted_type: 'human' | 'ai' | null;
  accepted_at: string | null;
  handled_by: number | null;
  handled_type: 'human' | 'ai' | null;
  handled_at: string | null;
  handling: Chat['handling'];
  source: Source;
  has_client_messages: boolean;
  ai_enabled: boolean;
  ai_paused_by: number | null;
  ai_paused_at: string | null;
  api_reply_at: string | null;
  unread: number;
  visitor_unread: number;
  last_seq: number;
  visitor_received_seq: number;
  visitor_seen_seq: number;
  agent_seen_seq: number;
  waiting_since: string | null;
  last_message_at: string | null;
  last_message: LastMessage | null;
  done_at: string | null;
  snoozed_at: string | null;
  snoozed_until: string | null;
  closed_at: string | null;
  close_reason: string | null;
  rating_requested_at: string | null;
  is_internal: boolean;
  is_live: boolean;
  version: number;
  created_at: string;
  updated_at: string;
}

export const COLUMNS = `
  c.id, h.state, c.channel, c.contact_id AS client_id, k.guid AS contact_id,
  coalesce(k.name, k.email, k.phone) AS contact_name, c.agent_id, c.agents, c.department_id,
  c.accepted_by, c.accepted_type, c.accepted_at, c.handled_by, c.handled_type, c.handled_at, c.handling, c.source,
  c.has_client_messages, c.ai_enabled, c.ai_paused_by, c.ai_paused_at, h.api_reply_at, h.unread, h.visitor_unread,
  h.last_seq, h.visitor_received_seq, h.visitor_seen_seq, h.agent_seen_seq, h.waiting_since, h.last_message_at, h.last_message,
  h.done_at, h.snoozed_at, h.snoozed_until, h.closed_at, h.close_reason, c.rating_requested_at, c.is_internal, h.is_live,
  h.version, c.created_at, h.updated_at`;

export const TABLES = `
  chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
  LEFT JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id`;

const FIND = `SELECT ${COLUMNS} FROM ${TABLES} WHERE c.widget_id = $1 AND c.id = $2`;

export async function find({ sql: run, widgetId }: WidgetContext<Read>, id: number) {
  const [found] = await run<ChatRow>({ name: 'chats.find', text: FIND, values: [widgetId, id] });
  return found;
}

export function listByIds({ sql: run, widgetId }: Pick<WidgetContext, 'sql' | 'widgetId'>, ids: number[]) {
  return run<ChatRow>({
    name: 'chats.by_ids',
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE c.widget_id = $1 AND c.id = ANY ($2::bigint[])`,
    values: [widgetId, ids],
  });
}

export async function findLastSeq({ sql: run, widgetId }: WidgetContext<Read>, id: number) {
  const [found] = await run<{ last_seq: number }>({
    text: 'SELECT last_seq FROM chat_heads WHERE widget_id = $1 AND chat_id = $2',
    values: [widgetId, id],
  });
  return found?.last_seq ?? 0;
}

/** What rules about a change of a chat need. */
export type LockedChat = LockedHead & LockedChatRow;

interface LockedHead
  extends Pick<
    ChatRow,
    | 'state'
    | 'is_live'
    | 'unread'
    | 'visitor_unread'
    | 'waiting_since'
    | 'last_message_at'
    | 'done_at'
    | 'snoozed_at'
    | 'snoozed_until'
    | 'closed_at'
    | 'close_reason'
    | 'api_reply_at'
    | 'last_seq'
    | 'visitor_received_seq'
    | 'visitor_seen_seq'
    | 'agent_seen_seq'
    | 'version'
    | 'updated_at'
  > {}

interface LockedChatRow
  extends Pick<
    ChatRow,
    | 'id'
    | 'channel'
    | 'client_id'
    | 'is_internal'
    | 'agent_id'
    | 'agents'
    | 'department_id'
    | 'accepted_by'
    | 'handled_by'
    | 'handled_type'
    | 'has_client_messages'
    | 'ai_enabled'
  > {
  responded_at: string | null;
  /** For the next message. Drawn after the head is locked, so that message ids grow with `seq`. */
  next_message_id: number;
}

const LOCK = `
  SELECT state, is_live, unread, visitor_unread, waiting_since, last_message_at, done_at, snoozed_at, snoozed_until,
    closed_at, close_reason, api_reply_at, last_seq, visitor_received_seq, visitor_seen_seq, agent_seen_seq, version, updated_at
  FROM chat_heads WHERE widget_id = $1 AND chat_id = $2 FOR NO KEY UPDATE`;

const FIND_LOCKED = `
  SELECT id, channel, contact_id AS client_id, is_internal, agent_id, agents, department_id, accepted_by, handled_by,
    handled_type, has_client_messages, responded_at, ai_enabled, nextval('messages_id_seq') AS next_message_id
  FROM chats WHERE widget_id = $1 AND id = $2`;

/**
 * Holds the chat until the write ends: every change of a chat locks its head first. The second statement runs once the
 * lock is held, since a statement that waits for a row still reads other rows as of its start.
 */
export async function lock({ sql: run, widgetId }: WidgetContext, id: number): Promise<LockedChat | undefined> {
  const values = [widgetId, id];
  const [[head], [half]] = await Promise.all([
    run<LockedHead>({ name: 'chats.lock', text: LOCK, values }),
    run<LockedChatRow>({ name: 'chats.locked', text: FIND_LOCKED, values }),
  ]);
  return head && half && { ...head, ...half };
}

interface ChatKey {
  contactNumber: number;
  channel: string;
  externalId?: string;
}

export async function findByKey(
  { sql: run, widgetId }: WidgetContext,
  { contactNumber, channel, externalId = '' }: ChatKey,
) {
  const [found] = await run<{ id: number }>({
    name: 'chats.conversation',
    text: `SELECT id FROM chats WHERE widget_id = $1 AND contact_id = $2 AND channel = $3 AND external_channel_id = $4`,
    values: [widgetId, contactNumber, channel, externalId],
  });
  return found?.id;
}

/** Also true for a deleted channel that still has chats. */
export async function isKnownChannel({ sql: run, widgetId }: WidgetContext<Read>, id: number, name: string) {
  const [found] = await run<{ is_known: boolean }>({
    name: 'chats.is_known_channel',
    text: `SELECT EXISTS (SELECT FROM channels WHERE widget_id = $1 AND id = $2)
             OR EXISTS (SELECT FROM chats WHERE widget_id = $1 AND channel = $3) AS is_known`,
    values: [widgetId, id, name],
  });
  return found?.is_known ?? false;
}

/** Also true for a deleted department that still has chats. */
export async function isKnownDepartment({ sql: run, widgetId }: WidgetContext<Read>, id: number) {
  const [found] = await run<{ is_known: boolean }>({
    name: 'chats.is_known_department',
    text: `SELECT EXISTS (SELECT FROM departments WHERE widget_id = $1 AND id = $2)
             OR EXISTS (SELECT FROM chats WHERE widget_id = $1 AND department_id = $2) AS is_known`,
    values: [widgetId, id],
  });
  return found?.is_known ?? false;
}

/** A chat with what the visitor's browser needs. */
export interface VisitorChatRow extends ChatRow {
  /** Name of the owner. */
  agent_name: string | null;
}

const SHOWN = `
  SELECT ${COLUMNS}, nullif(concat_ws(' ', u.name, u.surname), '') AS agent_name FROM ${TABLES}
  LEFT JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id LEFT JOIN users u ON u.id = a.user_id`;

export async function findWithAgentName({ sql: run, widgetId }: WidgetContext, id: number) {
  const [found] = await run<VisitorChatRow>({
    name: 'chats.shown',
    text: `${SHOWN} WHERE c.widget_id = $1 AND c.id = $2`,
    values: [widgetId, id],
  });
  return found;
}

export async function findOfContact(
  { sql: run, widgetId }: WidgetContext<Read>,
  { contactNumber, channel, externalId = '' }: ChatKey,
) {
  const [found] = await run<VisitorChatRow>({
    name: 'chats.of_contact',
    text: `${SHOWN}
           WHERE c.widget_id = $1 AND c.contact_id = $2 AND c.channel = $3 AND c.external_channel_id = $4`,
    values: [widgetId, contactNumber, channel, externalId],
  });
  return found;
}

const INSERT = `
  WITH made AS (
    INSERT INTO chats (widget_id, contact_id, channel, external_channel_id, source, created_at)
    SELECT widget_id, id, $3, $4, $5::jsonb, $6::timestamptz FROM contacts WHERE widget_id = $1 AND id = $2 FOR KEY SHARE
    ON CONFLICT (widget_id, contact_id, channel, external_channel_id) DO NOTHING RETURNING widget_id, id, created_at
  ),
  head AS (
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, changed_in)
    SELECT widget_id, id, created_at, created_at, $7, pg_current_xact_id() FROM made
  )
  SELECT id FROM made`;

/**
 * Undefined if the contact has such a chat already or no longer exists. The contact is locked first, since a merge
 * holds that lock and would miss the new chat.
 */
export async function insert(
  { sql: run, widgetId, now }: WidgetContext,
  { contactNumber, channel, externalId = '', source }: ChatKey & { source: Source },
) {
  const [made] = await run<{ id: number }>({
    text: INSERT,
    values: [widgetId, contactNumber, channel, externalId, JSON.stringify(source), now.toString(), activityAt(now)],
  });
  return made?.id;
}

export type ChatChanges = Partial<Omit<typeof chats.$inferInsert, 'id' | 'widget_id'>>;
export type HeadChanges = Partial<
  Omit<typeof chatHeads.$inferInsert, 'widget_id' | 'chat_id' | 'version' | 'changed_in'>
>;

/** Every change raises the version, whichever table it is in. */
export async function update(ctx: WidgetContext, id: number, changes: { chat?: ChatChanges; head?: HeadChanges }) {
  const { db, widgetId, now } = ctx;
  if (changes.chat) await updateChat(ctx, id, changes.chat);
  await db
    .update(chatHeads)
    .set({
      ...changes.head,
      version: sql`${chatHeads.version} + 1`,
      changed_in: sql`pg_current_xact_id()`,
      // A write that waited for the lock may have an earlier time than the one before it.
      updated_at: sql`greatest(${chatHeads.updated_at}, ${now.toString()})`,
      activity: sql`greatest(${chatHeads.activity}, ${activityAt(now)})`,
    })
    .where(and(eq(chatHeads.widget_id, widgetId), eq(chatHeads.chat_id, id)));
}

/** Without raising the version: for writes that raise it themselves. */
export async function updateChat({ db, widgetId }: WidgetContext, id: number, changes: ChatChanges) {
  await db
    .update(chats)
    .set(changes)
    .where(and(eq(chats.widget_id, widgetId), eq(chats.id, id)));
}

const TEN_MINUTES_MS = 600_000;

/** The ten-minute bucket of a time, counted from 1970. */
export function activityAt(moment: Temporal.Instant) {
  return Math.floor(moment.epochMilliseconds / TEN_MINUTES_MS);
}
