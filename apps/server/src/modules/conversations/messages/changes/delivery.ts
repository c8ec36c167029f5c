import type { MessageDelivery } from '@parley/contract';
import { toIsoString } from '../../../../infra/clock.ts';
import type { WidgetWork } from '../../../../kernel/data/context.ts';
import * as recipients from '../../../people/recipients/index.ts';
import { findLocked, type LockedChat } from '../../chats/index.ts';
import { headAfterSeen } from '../service.ts';
import { type MessageRow, markSeenByVisitor } from '../store.ts';
import { publishChanges } from './publish.ts';
import * as store from './store.ts';

type Status = MessageDelivery['status'];

/** What a delivery can become. Reports of a messenger come late, twice and out of order. */
const NEXT: Record<Status, readonly Status[]> = {
  queued: ['sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: [],
};

export interface DeliveryChange extends Partial<Pick<MessageDelivery, 'reason' | 'code' | 'detail'>> {
  messageId: number;
  status: Status;
  /** A message that failed is queued again. */
  isResend?: boolean;
  /** The outcome of another delivery of the message, which takes a failure back. */
  isRepeated?: boolean;
}

/** Returns the messages that changed. What a message cannot become is left out, as are messages without a delivery. */
export async function setDelivery(ctx: WidgetWork, chatId: number, changes: DeliveryChange[]): Promise<MessageRow[]> {
  const chat = await findLocked(ctx, chatId);
  if (!chat) return [];
  const rows = await store.listByIds(
    ctx,
    chatId,
    changes.map(({ messageId }) => messageId),
  );
  const at = toIsoString(ctx.now);
  const changed = rows.flatMap((row) => {
    const own = changes.filter(({ messageId }) => messageId === row.id);
    const delivery = own.reduce((before, change) => deliveryAfter(before, change, at), row.delivery);
    return delivery === row.delivery ? [] : { ...row, delivery };
  });
  return applyDeliveries(ctx, chat, changed);
}

function deliveryAfter(before: MessageDelivery | null, change: DeliveryChange, at: string) {
  const { status, isResend, isRepeated, reason = null, code = null, detail = null } = change;
  const isAgain = before?.status === 'failed' && ((isResend && status === 'queued') || isRepeated);
  return before && (isAgain || NEXT[before.status].includes(status)) ? { status, reason, code, detail, at } : before;
}

/** Queued messages that are sent nowhere after all, and have no delivery. */
export async function clearDelivery(ctx: WidgetWork, chatId: number, ids: number[]) {
  const chat = await findLocked(ctx, chatId);
  if (!chat) return;
  const rows = await store.listByIds(ctx, chatId, ids);
  const changed = rows.flatMap((row) => (row.delivery?.status === 'queued' ? { ...row, delivery: null } : []));
  await applyDeliveries(ctx, chat, changed);
}

type ReportedMessages = { messageIds: number[] } | { upToSeq: number };

/** What the messenger says of messages that the customer got or read. Returns those that changed. */
export async function markReadByCustomer(
  ctx: WidgetWork,
  chatId: number,
  reported: ReportedMessages,
  status: 'delivered' | 'read',
): Promise<MessageRow[]> {
  if ('messageIds' in reported) {
    const changes = reported.messageIds.map((messageId) => ({ messageId, status }));
    return setDelivery(ctx, chatId, changes);
  }
  const chat = await findLocked(ctx, chatId);
  if (!chat) return [];
  const rows = await store.listUnread(ctx, chatId, reported.upToSeq);
  const at = toIsoString(ctx.now);
  const changed = rows.flatMap((row) => {
    const delivery = deliveryAfter(row.delivery, { messageId: row.id, status }, at);
    return delivery === row.delivery ? [] : { ...row, delivery };
  });
  return applyDeliveries(ctx, chat, changed);
}

/** A message that was read shows that those before it were seen. */
async function applyDeliveries(ctx: WidgetWork, chat: LockedChat, changed: MessageRow[]) {
  if (!changed.length) return changed;
  const seq = Math.max(0, ...changed.map((row) => (row.delivery?.status === 'read' ? (row.seq ?? 0) : 0)));
  const seen = seq ? (await markSeenByVisitor(ctx, chat.id, seq)).length : 0;
  const seen_at = toIsoString(ctx.now);
  const rows = changed.map((row) => ((row.seq ?? 0) <= seq && !row.seen_at ? { ...row, seen_at } : row));
  store.updateDeliveries(
    ctx,
    chat.id,
    rows.map(({ id, delivery }, index) => ({ id, delivery, version: chat.version + index + 1 })),
  );
  recipients.recordDeliveries(ctx, chat.id, rows);
  await publishChanges(ctx, chat, rows, seen ? headAfterSeen(chat, { seq, seen }) : {});
  return rows;
}
