import { toIsoString } from '../../../infra/clock.ts';
import { boolean, integer, nullable, pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { messengerChats } from '../connections/tables.ts';
import type { Person, Vendor } from '../drivers/index.ts';
import { messengerUpdates, queueOf, type Task } from './tables.ts';

/** Events of a queue are processed one after the other. */
export async function lockQueue({ sql }: Pick<Read, 'sql'>, connectionId: number, event: Task) {
  await sql.prepared`
    SELECT pg_advisory_xact_lock(hashtextextended('messenger ' || ${queueOf(event)}, ${connectionId}))`;
}

/** A connection with its current account. Each account has its own chats. */
interface OurAccount {
  id: number;
  account_id: string | null;
}

interface NewUpdate {
  connection: OurAccount;
  event: Task;
  /** It can't be processed in this transaction. */
  isForLater: boolean;
}

const insertedColumns = {
  id: messengerUpdates.id,
  /** `now`: to be processed by this transaction. */
  turn: nullable(integer()),
};

/** Undefined for a repeated event. The queue is locked. */
export async function insert({ sql, widgetId, now }: InWidget, update: NewUpdate) {
  const { connection: ours, event, isForLater } = update;
  // Two accounts that a connection had may count their events alike.
  const eventId = `${ours.account_id ?? ''}/${event.id}`;
  const [connection, conversation, at] = [param(ours.id), param(queueOf(event)), param(toIsoString(now))];
  const [inserted] = await sql.prepared(insertedColumns)`
    INSERT INTO messenger_updates (widget_id, connection_id, event_id, conversation, event, due_at, created_at)
    SELECT ${widgetId}, ${connection}, ${eventId}, ${conversation}, ${JSON.stringify(event)}, CASE
      WHEN EXISTS (
        SELECT FROM messenger_updates
        WHERE connection_id = ${connection} AND conversation = ${conversation} AND due_at IS NOT NULL
      ) THEN 'infinity'::timestamptz WHEN ${isForLater}::boolean THEN ${at}::timestamptz END, ${at}
    ON CONFLICT (connection_id, event_id) DO NOTHING
    RETURNING id, CASE WHEN due_at IS NULL THEN 1 END AS turn`;
  return inserted && { id: inserted.id, isNow: inserted.turn !== null };
}

interface Done {
  outcome: string;
  chatId?: number;
  contactId?: number;
}

/** The contact is kept to be forgotten with it. */
export function finish({ run, widgetId }: InWidget, id: number, { outcome, chatId, contactId }: Done) {
  const chat = param(chatId ?? null);
  run.prepared`
    UPDATE messenger_updates SET due_at = NULL, outcome = ${outcome}, chat_id = ${chat}::bigint, contact_id = coalesce(
      ${contactId ?? null}::bigint, (SELECT contact_id FROM chats WHERE widget_id = ${widgetId} AND id = ${chat}::bigint))
    WHERE id = ${id}`;
}

/** Whether nobody else has processed it, such as a node that lost its lease. The queue is locked. */
export async function isPending({ sql }: Pick<Read, 'sql'>, id: number) {
  const found = await sql.prepared({})`
    SELECT FROM messenger_updates WHERE id = ${id} AND due_at IS NOT NULL FOR UPDATE`;
  return found.length > 0;
}

/** Makes the next event of a queue due. The queue is locked. */
export async function promoteNext({ sql, now }: InWidget, connectionId: number, event: Task) {
  await sql.prepared`
    UPDATE messenger_updates SET due_at = ${toIsoString(now)} WHERE id = (
      SELECT id FROM messenger_updates
      WHERE connection_id = ${connectionId} AND conversation = ${queueOf(event)} AND due_at = 'infinity'
      ORDER BY id LIMIT 1)`;
}

/** Leaves a new update to be processed later. */
export async function defer(sql: RunSql, id: number, at: Temporal.Instant) {
  await sql`UPDATE messenger_updates SET due_at = ${toIsoString(at)} WHERE id = ${id}`;
}

export async function postpone(sql: RunSql, id: number, at: Temporal.Instant) {
  await sql`UPDATE messenger_updates SET due_at = ${toIsoString(at)} WHERE id = ${id} AND due_at IS NOT NULL`;
}

const leasedColumns = pick(messengerUpdates, 'id', 'widget_id', 'connection_id', 'event', 'attempts');

export type LeasedUpdate = RowOf<typeof leasedColumns>;

const laneColumns = pick(messengerUpdates, 'connection_id');

/** Connections with updates that are due. */
export async function listDueConnections({ sql }: Pick<Read, 'sql'>, now: Temporal.Instant) {
  const rows = await sql.prepared(laneColumns)`
    WITH RECURSIVE lanes AS (
      (SELECT connection_id, due_at FROM messenger_updates WHERE due_at IS NOT NULL
       ORDER BY connection_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.connection_id, next.due_at FROM lanes CROSS JOIN LATERAL (
        SELECT connection_id, due_at FROM messenger_updates
        WHERE due_at IS NOT NULL AND connection_id > lanes.connection_id
        ORDER BY connection_id, due_at LIMIT 1
      ) AS next
    )
    SELECT connection_id FROM lanes WHERE due_at <= ${toIsoString(now)}`;
  return rows.map(({ connection_id }) => connection_id);
}

interface Lease {
  now: Temporal.Instant;
  until: Temporal.Instant;
}

/** Leases due updates: at most one of each queue is due. */
export function lease(sql: RunSql, claimed: { id: number; capacity: number }[], { now, until }: Lease) {
  return sql.prepared(leasedColumns)`
    WITH due AS MATERIALIZED (
      SELECT u.id FROM unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ capacity }) => capacity)}::integer[])
        AS claimed (connection_id, capacity)
      CROSS JOIN LATERAL (
        SELECT id FROM messenger_updates
        WHERE connection_id = claimed.connection_id AND due_at IS NOT NULL AND due_at <= ${toIsoString(now)}
        ORDER BY due_at LIMIT claimed.capacity FOR UPDATE SKIP LOCKED
      ) AS u
    )
    UPDATE messenger_updates m SET due_at = ${toIsoString(until)}, attempts = attempts + 1 FROM due
    WHERE m.id = due.id RETURNING m.id, m.widget_id, m.connection_id, m.event, m.attempts`;
}

export async function returnLeases(sql: RunSql, ids: number[]) {
  await sql`
    UPDATE messenger_updates SET due_at = created_at, attempts = attempts - 1
    WHERE id = ANY (${ids}::bigint[]) AND due_at IS NOT NULL`;
}

export async function renew(sql: RunSql, id: number, until: Temporal.Instant) {
  const renewed = await sql(pick(messengerUpdates, 'id'))`
    UPDATE messenger_updates SET due_at = ${toIsoString(until)} WHERE id = ${id} AND due_at IS NOT NULL RETURNING id`;
  return renewed.length > 0;
}

const personColumns = {
  number: contacts.id,
  ...pick(contacts, 'name', 'phone', 'blocked_at'),
  has_blocked_us: boolean(),
};

const BLOCKING = fragment`CROSS JOIN LATERAL (
  SELECT EXISTS (
    SELECT FROM chats b JOIN messenger_chats t ON t.widget_id = b.widget_id AND t.chat_id = b.id
    WHERE b.widget_id = k.widget_id AND b.contact_id = k.id AND t.blocked_at IS NOT NULL) AS has_blocked_us) AS b`;

export type KnownContact = RowOf<typeof personColumns>;

/** The contact whom a vendor's person is. */
export async function findPerson({ sql, widgetId }: InWidget, provider: Vendor, externalId: string) {
  const [found] = await sql.prepared(personColumns)`
    SELECT k.id AS number, k.name, k.phone, k.blocked_at, b.has_blocked_us FROM messenger_people p
    JOIN contacts k ON k.widget_id = p.widget_id AND k.id = p.contact_id
    ${BLOCKING} WHERE p.widget_id = ${widgetId} AND p.provider = ${provider} AND p.external_id = ${externalId}`;
  return found;
}

/** Two conversations of a new person may begin at once. */
export async function lockPerson({ sql, widgetId }: InWidget, provider: Vendor, externalId: string) {
  await sql.prepared`
    SELECT pg_advisory_xact_lock(hashtextextended('person ' || ${provider} || ' ' || ${externalId}, ${widgetId}))`;
}

/** A person who is known stays who they are. */
export function insertPerson({ run, widgetId }: InWidget, provider: Vendor, externalId: string, contactNumber: number) {
  run`
    INSERT INTO messenger_people (widget_id, provider, external_id, contact_id)
    VALUES (${widgetId}, ${provider}, ${externalId}, ${contactNumber})
    ON CONFLICT DO NOTHING`;
}

/** After a merge, the person continues as the contact that remains. */
export async function reassignPeople({ sql, widgetId }: InWidget, from: number, into: number) {
  await sql`UPDATE messenger_people SET contact_id = ${into} WHERE widget_id = ${widgetId} AND contact_id = ${from}`;
}

interface ChatSide {
  chatId: number;
  connectionId: number;
  accountId: string | null;
  person: Person;
  conversation: string;
  messageId: string | null;
  replyUntil: string | null;
}

/** Replies go to who wrote last. A person who writes has not blocked us. The chat is locked, as replies lock it. */
export function keepChatSide({ run, widgetId }: InWidget, side: ChatSide) {
  run.prepared`
    INSERT INTO messenger_chats (widget_id, chat_id, connection_id, account_id, person, conversation, last_message, reply_until)
    VALUES (${widgetId}, ${side.chatId}, ${side.connectionId}, ${side.accountId}, ${side.person.id}, ${side.conversation},
      ${side.messageId}, ${side.replyUntil})
    ON CONFLICT (widget_id, chat_id) DO UPDATE SET connection_id = excluded.connection_id,
      account_id = excluded.account_id, person = excluded.person, conversation = excluded.conversation,
      last_message = coalesce(excluded.last_message, messenger_chats.last_message),
      reply_until = greatest(messenger_chats.reply_until, excluded.reply_until), blocked_at = NULL`;
}

/** Chats of a conversation, as they are on this connection. */
export async function listChats(
  { sql, widgetId }: InWidget<Read>,
  { id, account_id }: OurAccount,
  conversation: string,
) {
  const account = param(account_id);
  const rows = await sql.prepared(pick(messengerChats, 'chat_id'))`
    SELECT chat_id FROM messenger_chats
    WHERE connection_id = ${id} AND conversation = ${conversation} AND widget_id = ${widgetId}
      AND (account_id IS NULL OR ${account}::text IS NULL OR account_id = ${account}) ORDER BY chat_id`;
  return rows.map(({ chat_id }) => chat_id);
}

/** Whose chat it is. */
export async function findContactOfChat({ sql, widgetId }: InWidget, chatId: number) {
  const [found] = await sql.prepared(personColumns)`
    SELECT k.id AS number, k.name, k.phone, k.blocked_at, b.has_blocked_us
    FROM chats c JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    ${BLOCKING} WHERE c.widget_id = ${widgetId} AND c.id = ${chatId}`;
  return found;
}

/** Chats whose state this changed. */
export async function setBlocked({ sql, widgetId }: InWidget, chatIds: number[], blockedAt: string | null) {
  const rows = await sql(pick(messengerChats, 'chat_id'))`
    UPDATE messenger_chats SET blocked_at = ${blockedAt}
    WHERE widget_id = ${widgetId} AND chat_id = ANY (${chatIds}::bigint[])
      AND (blocked_at IS NULL) = (${blockedAt}::timestamptz IS NOT NULL) RETURNING chat_id`;
  return rows.map(({ chat_id }) => chat_id);
}

/** The vendor says that the window has closed, whatever we counted. */
export async function closeWindow({ sql, widgetId, now }: InWidget, chatId: number) {
  await sql`
    UPDATE messenger_chats SET reply_until = least(reply_until, ${now.toString()})
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId}`;
}

/** Whether a message to the chat is on its way, so that its id is not known yet. */
export async function hasPendingMessages({ sql, widgetId }: InWidget, chatId: number) {
  const found = await sql({})`
    SELECT FROM deliveries
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND kind = 'messenger' AND status = 'pending' LIMIT 1`;
  return found.length > 0;
}

/** Removes up to `limit` updates that are done and older than a day; returns how many. */
export async function removeOld({ sql }: Pick<Read, 'sql'>, before: string, limit: number) {
  const [removed] = await sql({ count: integer() })`
    WITH gone AS (
      DELETE FROM messenger_updates WHERE ctid IN (
        SELECT ctid FROM messenger_updates WHERE created_at < ${before} AND due_at IS NULL LIMIT ${limit})
      RETURNING id
    ) SELECT count(*)::int AS count FROM gone`;
  return removed?.count ?? 0;
}
