import type { MessageDelivery, Recipient, RecipientState, SendCounts, SendStatus } from '@parley/contract';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { failureOf } from '../../../kernel/deliveries/failure.ts';
import type { Outcome } from '../../../kernel/deliveries/store.ts';
import * as store from './store.ts';

const NONE: SendCounts = {
  total: 0,
  pending: 0,
  sent: 0,
  failed: 0,
  bounced: 0,
  skipped: 0,
  unknown: 0,
  delivered: 0,
  read: 0,
  replied: 0,
  clicked: 0,
  unsubscribed: 0,
  complained: 0,
};

interface Counted {
  id: number;
  status: SendStatus;
}

/** Counts of the recipients of sends, by the send's id. */
export async function countBySend(work: InWidget<Read>, sends: Counted[]): Promise<(sendId: number) => SendCounts> {
  const bySend = new Map(sends.map(({ id, status }) => [id, { status, counts: { ...NONE } }]));
  for (const { send_id, state, count, ...further } of sends.length ? await store.count(work, [...bySend.keys()]) : []) {
    const found = bySend.get(send_id);
    if (!found) continue;
    const { status, counts } = found;
    counts.total += count;
    counts[shownState(state, status)] += count;
    for (const name of Object.keys(further) as (keyof typeof further)[]) counts[name] += further[name];
  }
  return (sendId) => bySend.get(sendId)?.counts ?? NONE;
}

/** The statuses of an ended send, which are also why those are skipped who were pending. */
const isEnded = (status: SendStatus) => status === 'finished' || status === 'cancelled';

/** A message on its way is still pending. Of an ended send the rows stay as they are, and nobody is pending. */
function shownState(state: store.StoredState, status: SendStatus): RecipientState {
  if (state === 'handed') return 'pending';
  return state === 'pending' && isEnded(status) ? 'skipped' : state;
}

/** The stored states behind one of the API; null: all. */
export function statesOf(state: RecipientState | undefined, status: SendStatus): store.StoredState[] | null {
  if (state === undefined) return null;
  const stored: readonly store.StoredState[] = ['pending', 'handed', state];
  return stored.filter((each) => shownState(each, status) === state);
}

export function toRecipient({ id: _, ...row }: store.RecipientRow, status: SendStatus): Recipient {
  const state = shownState(row.state, status);
  return {
    ...row,
    state,
    reason: state === 'skipped' && row.state === 'pending' ? status : row.reason,
    next_attempt_at: state === 'pending' ? row.next_attempt_at : null,
  };
}

interface ChangedMessage {
  id: number;
  is_outreach: boolean;
  delivery: MessageDelivery | null;
}

/** A messenger said what became of messages. Those of no send are left out. */
export function recordDeliveries(ctx: InWidget, chatId: number, changed: ChangedMessage[]) {
  const own = changed.filter(({ is_outreach }) => is_outreach);
  if (!own.length) return;
  const ended = own.flatMap(({ id: messageId, delivery }) => {
    if (delivery?.status === 'failed') return { chatId, messageId, state: 'failed' as const, reason: delivery.reason };
    return delivery && delivery.status !== 'queued' ? { chatId, messageId, state: 'sent' as const, reason: null } : [];
  });
  if (ended.length) store.settle(ctx, ended);
  const idsOf = (status: MessageDelivery['status']) =>
    own.flatMap((row) => (row.delivery?.status === status ? row.id : []));
  const [delivered, read] = [idsOf('delivered'), idsOf('read')];
  if (delivered.length) store.recordReceipts(ctx, chatId, delivered, 'delivered');
  if (read.length) store.recordReceipts(ctx, chatId, read, 'read');
}

interface EndedDelivery extends Pick<Outcome, 'status' | 'failures' | 'attempt'> {
  delivery: Pick<Outcome['delivery'], 'id'>;
}

/** What became of attempts to deliver to custom channels. */
export const recordOutcomes = (sql: RunSql, now: Temporal.Instant, ended: EndedDelivery[]) =>
  store.settleDeliveries(
    sql,
    now,
    ended.map(({ delivery: { id }, status, failures, attempt }) => {
      const reason = status === 'failed' ? failureOf(attempt).reason : null;
      return { id, status, failures, reason };
    }),
  );

/** Nobody knows whether the customer has it: it is never sent again. */
export const settleUnknown = (ctx: InWidget, place: Record<'chatId' | 'messageId', number>) =>
  store.settle(ctx, [{ ...place, state: 'unknown', reason: null }]);

/** The visitor saw messages in the widget. */
export const recordSeen = (ctx: InWidget, chatId: number, ids: number[]) =>
  store.recordReceipts(ctx, chatId, ids, 'read');

const REPLY_DAYS = { hours: 7 * 24 };

export const recordReply = (ctx: InWidget, chatId: number) =>
  store.recordReply(ctx, chatId, ctx.now.subtract(REPLY_DAYS));
