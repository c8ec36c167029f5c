import type { MessageDelivery, Recipient, RecipientState, SendCounts } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
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

/** Counts of the recipients of sends, by the send's id. */
export async function countBySend(work: InWidget<Read>, sendIds: number[]): Promise<(sendId: number) => SendCounts> {
  const bySend = new Map<number, SendCounts>();
  for (const { send_id, state, count, ...further } of sendIds.length ? await store.count(work, sendIds) : []) {
    const counts = bySend.get(send_id) ?? { ...NONE };
    counts.total += count;
    counts[shownState(state)] += count;
    for (const name of Object.keys(further) as (keyof typeof further)[]) counts[name] += further[name];
    bySend.set(send_id, counts);
  }
  return (sendId) => bySend.get(sendId) ?? NONE;
}

/** A message on its way is still pending. */
const shownState = (state: store.StoredState): RecipientState => (state === 'handed' ? 'pending' : state);

/** The stored states behind one of the API; null: all. */
export const statesOf = (state: RecipientState | undefined): store.StoredState[] | null =>
  state === undefined ? null : state === 'pending' ? ['pending', 'handed'] : [state];

export function toRecipient({ id: _, state, next_attempt_at, ...row }: store.RecipientRow): Recipient {
  return {
    ...row,
    state: shownState(state),
    next_attempt_at: shownState(state) === 'pending' ? next_attempt_at : null,
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

/** Nobody knows whether the customer has it: it is never sent again. */
export const settleUnknown = (ctx: InWidget, place: Record<'chatId' | 'messageId', number>) =>
  store.settle(ctx, [{ ...place, state: 'unknown', reason: null }]);

/** The visitor saw messages in the widget. */
export const recordSeen = (ctx: InWidget, chatId: number, ids: number[]) =>
  store.recordReceipts(ctx, chatId, ids, 'read');

const REPLY_DAYS = { hours: 7 * 24 };

export const recordReply = (ctx: InWidget, chatId: number) =>
  store.recordReply(ctx, chatId, ctx.now.subtract(REPLY_DAYS));
