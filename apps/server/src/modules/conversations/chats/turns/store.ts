import { toIsoString } from '../../../../infra/clock.ts';
import { integer, nullable, pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget } from '../../../../kernel/data/context.ts';
import { LEASE } from '../../../../kernel/leasing/leasing.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { aiSettings } from '../../../ai/settings/tables.ts';
import { aiTurns, chats } from '../tables.ts';

/** Chats of a contact in which the AI owns the next reply, in the order in which chats are locked. */
export async function listAnswered({ sql, widgetId }: InWidget, contactNumber: number) {
  const found = await sql({ id: chats.id })`
    SELECT c.id FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
    WHERE c.widget_id = ${widgetId} AND c.contact_id = ${contactNumber} AND h.reply_owner = 'ai' ORDER BY c.id`;
  return found.map(({ id }) => id);
}

export async function findLastMessageOfClient({ sql, widgetId }: InWidget, chatId: number) {
  const [found] = await sql({ id: integer() })`
    SELECT id FROM messages WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND sender = 'client'
    ORDER BY id DESC LIMIT 1`;
  return found?.id;
}

export const leasedColumns = {
  ...pick(aiTurns, 'id', 'widget_id', 'chat_id', 'turn', 'kind', 'trigger_message_id', 'operator_id', 'outcome'),
  ...pick(aiTurns, 'leases', 'created_at'),
  ...pick(widgets, 'account_id', 'button_guid'),
  ...pick(chats, 'contact_id', 'channel'),
  /** Of the widget's AI; null while it is off. */
  revision: nullable(aiSettings.revision),
};

/** A turn that this node may settle as long as its lease lasts and `leases` is unchanged. */
export type LeasedTurn = RowOf<typeof leasedColumns>;

export interface NewTurn {
  chatId: number;
  turn: number;
  triggerMessageId: number;
  operatorId: number;
}

/** Leased to this node, which runs it after the commit. */
export async function insert({ run, widgetId, now }: InWidget, kind: 'reply' | 'draft', turn: NewTurn) {
  const [added] = await run.prepared({ id: aiTurns.id })`
    INSERT INTO ai_turns (widget_id, chat_id, turn, kind, trigger_message_id, operator_id, outcome, due_at, leases, created_at)
    VALUES (${widgetId}, ${turn.chatId}, ${turn.turn}, ${kind}, ${turn.triggerMessageId}, ${turn.operatorId}, 'running',
      ${toIsoString(now.add(LEASE))}, 1, ${toIsoString(now)}) RETURNING id`;
  return added?.id ?? 0;
}

/** Does nothing if one waits already: it finds out how long the visitor has waited when it is due. */
export function insertTakeover({ run, widgetId, now }: InWidget, turn: NewTurn, dueAt: Temporal.Instant) {
  run.prepared`
    INSERT INTO ai_turns (widget_id, chat_id, turn, kind, trigger_message_id, operator_id, outcome, due_at, created_at)
    VALUES (${widgetId}, ${turn.chatId}, ${turn.turn}, 'takeover', ${turn.triggerMessageId}, ${turn.operatorId},
      'waiting', ${toIsoString(dueAt)}, ${toIsoString(now)})
    ON CONFLICT (widget_id, chat_id, kind) WHERE due_at IS NOT NULL AND kind <> 'draft' DO NOTHING`;
}

/** Ends the turns of a chat that are not settled. */
export function supersede({ run, widgetId }: InWidget, chatId: number, why: string) {
  run.prepared`
    UPDATE ai_turns SET outcome = 'superseded', why = ${why}, due_at = NULL
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND due_at IS NOT NULL AND kind <> 'draft'`;
}
