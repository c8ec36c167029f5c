import { and, eq } from 'drizzle-orm';
import { toIsoString } from '../../../infra/clock.ts';
import { boolean, integer, pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { fragment, param, raw } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { type LeasedTurn, leasedColumns } from '../../conversations/chats/index.ts';
import { aiTurns, chats } from '../../conversations/chats/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';

/** Widgets with turns that are due: one index lookup each, however many wait. */
export async function listDueWidgets(sql: RunSql, now: Temporal.Instant) {
  const rows = await sql.prepared({ widget_id: aiTurns.widget_id })`
    WITH RECURSIVE lanes AS (
      (SELECT widget_id, due_at FROM ai_turns WHERE due_at IS NOT NULL ORDER BY widget_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.widget_id, next.due_at FROM lanes CROSS JOIN LATERAL (
        SELECT widget_id, due_at FROM ai_turns WHERE due_at IS NOT NULL AND widget_id > lanes.widget_id
        ORDER BY widget_id, due_at LIMIT 1
      ) AS next
    )
    SELECT widget_id FROM lanes WHERE due_at <= ${toIsoString(now)}`;
  return rows.map(({ widget_id }) => widget_id);
}

export function lease(
  sql: RunSql,
  claimed: { widgetId: number; capacity: number }[],
  { now, until }: Record<'now' | 'until', Temporal.Instant>,
) {
  return sql.prepared(leasedColumns)`
    WITH due AS MATERIALIZED (
      SELECT t.widget_id, t.id
      FROM unnest(${claimed.map(({ widgetId }) => widgetId)}::bigint[], ${claimed.map(({ capacity }) => capacity)}::integer[])
        AS claimed (widget_id, capacity)
      CROSS JOIN LATERAL (
        SELECT widget_id, id FROM ai_turns WHERE widget_id = claimed.widget_id AND due_at <= ${toIsoString(now)}
        ORDER BY due_at LIMIT claimed.capacity FOR UPDATE SKIP LOCKED
      ) AS t
    )
    UPDATE ai_turns t SET due_at = ${toIsoString(until)}, leases = leases + 1
    FROM due JOIN widgets w ON w.id = due.widget_id, chats c
    LEFT JOIN ai_settings s ON s.widget_id = c.widget_id AND s.enabled
    WHERE t.widget_id = due.widget_id AND t.id = due.id AND c.widget_id = t.widget_id AND c.id = t.chat_id
    RETURNING t.id, t.widget_id, t.chat_id, t.turn, t.kind, t.trigger_message_id, t.operator_id, t.outcome, t.leases,
      t.created_at, w.account_id, w.button_guid, c.contact_id, c.channel, s.revision`;
}

type Held = Pick<LeasedTurn, 'widget_id' | 'id' | 'leases'>;

const heldBy = (turns: Held[]) => [
  turns.map(({ widget_id }) => widget_id),
  turns.map(({ id }) => id),
  turns.map(({ leases }) => leases),
];

const partyColumns = {
  ...pick(chats, 'source'),
  ...pick(contacts, 'name', 'blocked_at'),
  contact_guid: contacts.guid,
  rule_count: integer(),
};

/** With whom the chat of a turn is, and how many rules there are to answer from. */
export async function findParty({ sql, widgetId }: InWidget<Read>, chatId: number) {
  const [found] = await sql.prepared(partyColumns)`
    SELECT c.source, k.guid AS contact_guid, k.name, k.blocked_at, coalesce(s.rules, 0) AS rule_count
    FROM chats c JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    LEFT JOIN kb_states s ON s.widget_id = c.widget_id
    WHERE c.widget_id = ${widgetId} AND c.id = ${chatId}`;
  return found;
}

/** Of those whose lease this node still holds, which are returned. */
export function setDue(sql: RunSql, turns: Held[], due: Temporal.Instant) {
  const [widgetIds, ids, leases] = heldBy(turns);
  return sql.prepared(pick(aiTurns, 'id'))`
    UPDATE ai_turns t SET due_at = ${toIsoString(due)}
    FROM unnest(${widgetIds}::bigint[], ${ids}::bigint[], ${leases}::integer[]) AS held (widget_id, id, leases)
    WHERE t.widget_id = held.widget_id AND t.id = held.id AND t.leases = held.leases AND t.due_at IS NOT NULL
    RETURNING t.id`;
}

/** Locks a turn that is open and leased by this node. The chat is locked. */
export async function lockHeld({ sql, widgetId }: InWidget, { id, leases }: Held) {
  const held = await sql.prepared({})`
    SELECT FROM ai_turns WHERE widget_id = ${widgetId} AND id = ${id} AND leases = ${leases} AND due_at IS NOT NULL
    FOR NO KEY UPDATE`;
  return held.length > 0;
}

export type TurnChanges = Partial<Omit<typeof aiTurns.$inferInsert, 'id' | 'widget_id' | 'chat_id'>>;

export async function update({ db, widgetId }: InWidget, id: number, changes: TurnChanges) {
  await db
    .update(aiTurns)
    .set(changes)
    .where(and(eq(aiTurns.widget_id, widgetId), eq(aiTurns.id, id)));
}

const calledColumns = { ...leasedColumns, ...pick(aiTurns, 'message_id', 'consumed_at', 'due_at', 'context') };

/** A turn that somebody was called for. */
export type CalledTurn = RowOf<typeof calledColumns>;

export async function findCalled({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql.prepared(calledColumns)`
    SELECT t.id, t.widget_id, t.chat_id, t.turn, t.kind, t.trigger_message_id, t.operator_id, t.outcome, t.leases,
      t.created_at, w.account_id, w.button_guid, c.contact_id, c.channel, s.revision, t.message_id, t.consumed_at,
      t.due_at, t.context
    FROM ai_turns t JOIN widgets w ON w.id = t.widget_id JOIN chats c ON c.widget_id = t.widget_id AND c.id = t.chat_id
    LEFT JOIN ai_settings s ON s.widget_id = t.widget_id AND s.enabled
    WHERE t.widget_id = ${widgetId} AND t.id = ${id}`;
  return found;
}

/** Takes the answer to an open turn; returns whether it is the first. The chat is locked. */
export async function consume({ sql, widgetId, now }: InWidget, { id, turn }: Pick<CalledTurn, 'id' | 'turn'>) {
  const consumed = await sql.prepared(pick(aiTurns, 'id'))`
    UPDATE ai_turns SET consumed_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND id = ${id} AND turn = ${turn} AND due_at IS NOT NULL AND consumed_at IS NULL
    RETURNING id`;
  return consumed.length > 0;
}

/** Ends the open turns of a locked chat that is handed over on request. */
export async function escalateOpen({ sql, widgetId }: InWidget, chatId: number, why: string) {
  await sql`
    UPDATE ai_turns SET outcome = 'escalated', why = ${why}, due_at = NULL
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND due_at IS NOT NULL AND kind <> 'draft'`;
}

interface Silenced {
  widgetId: number;
  /** Operators who may still answer. */
  operatorIds: number[];
  now: Temporal.Instant;
}

/** Makes turns due that wait for the answer of an external operator who may no longer give it. */
export async function wakeWaiting(sql: RunSql, { widgetId, operatorIds, now }: Silenced) {
  await sql`
    UPDATE ai_turns SET due_at = ${toIsoString(now)}
    WHERE widget_id = ${widgetId} AND outcome = 'waiting' AND kind = 'reply' AND due_at IS NOT NULL
      AND operator_id <> ALL (${operatorIds}::bigint[])`;
}

const shownColumns = {
  ...pick(aiTurns, 'id', 'chat_id', 'turn', 'trigger_message_id', 'message_id', 'operator_id', 'assistant_id'),
  ...pick(aiTurns, 'persona_version', 'outcome', 'why', 'attempts', 'retrieval', 'sources', 'input_tokens'),
  ...pick(aiTurns, 'output_tokens', 'cost_usd_micro', 'queued_ms', 'first_token_ms', 'duration_ms', 'created_at'),
};

export type TurnRow = RowOf<typeof shownColumns>;

const SHOWN = fragment`
  id, chat_id, turn, trigger_message_id, message_id, operator_id, assistant_id, persona_version, outcome, why, attempts,
  retrieval, sources, input_tokens, output_tokens, cost_usd_micro, queued_ms, first_token_ms, duration_ms, created_at`;

/** Newest first. */
export function list(
  { sql, widgetId }: InWidget<Read>,
  chatId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return sql(shownColumns)`
    SELECT ${SHOWN} FROM ai_turns
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND id < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** When the AI was to reply, newest first. */
export async function listReplyTimes(
  { sql, widgetId }: InWidget<Read>,
  chatId: number,
  { since, limit }: { since: Temporal.Instant; limit: number },
) {
  const found = await sql(pick(aiTurns, 'created_at'))`
    SELECT created_at FROM ai_turns WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND kind = 'reply'
      AND created_at > ${since.toString()} ORDER BY id DESC LIMIT ${limit}`;
  return found.map(({ created_at }) => created_at);
}

/** Newest first. */
export function listOfOperator(
  { sql, widgetId }: InWidget<Read>,
  operatorId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return sql(shownColumns)`
    SELECT ${SHOWN} FROM ai_turns
    WHERE widget_id = ${widgetId} AND operator_id = ${operatorId} AND id < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** With what its prompt was built from, which may be long. */
const wholeColumns = { ...shownColumns, ...pick(aiTurns, 'context') };

export type WholeTurn = RowOf<typeof wholeColumns>;

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(wholeColumns)`
    SELECT ${SHOWN}, context FROM ai_turns WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found;
}

/** Marks a draft as used; returns whether it was unused, or undefined if there is no such draft. */
export async function useDraft({ sql, widgetId, now }: InWidget, chatId: number, messageId: number) {
  const [widget, chat, message] = [param(widgetId), param(chatId), param(messageId)];
  const [found] = await sql({ is_unused: boolean() })`
    WITH used AS (
      UPDATE ai_turns SET draft_used_at = ${now.toString()}
      WHERE widget_id = ${widget} AND chat_id = ${chat} AND message_id = ${message} AND outcome = 'drafted'
        AND draft_used_at IS NULL RETURNING id
    )
    SELECT EXISTS (SELECT FROM used) AS is_unused FROM ai_turns
    WHERE widget_id = ${widget} AND chat_id = ${chat} AND message_id = ${message} AND outcome = 'drafted'`;
  return found?.is_unused;
}

const KEPT = raw('90 days');

/** Removes up to `limit` turns that ended long ago; returns how many. */
export async function removeOld(sql: RunSql, now: Temporal.Instant, limit: number) {
  const [removed] = await sql({ count: integer() })`
    WITH gone AS (
      DELETE FROM ai_turns WHERE ctid IN (
        SELECT ctid FROM ai_turns
        WHERE created_at < ${now.toString()}::timestamptz - interval '${KEPT}' AND due_at IS NULL
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING id
    ) SELECT count(*)::int AS count FROM gone`;
  return removed?.count ?? 0;
}
