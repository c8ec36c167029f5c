import type { api } from '@parley/contract';
import type { Context, InWidget } from '../../../../kernel/data/context.ts';
import { parseRange } from '../../../../kernel/data/moments.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../../kernel/problems.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as messages from '../../../conversations/messages/index.ts';
import { get } from '../service.ts';
import * as store from './store.ts';

/** The same reply under the same message id, as a new delivery. */
export async function redeliver(ctx: Context, id: number, deliveryId: number) {
  await requireReachable(ctx, id);
  const place = await lockPlace(ctx, id, deliveryId);
  if (!place) throw unknownDelivery();
  const { chat_id: chatId, message_id: messageId } = place;
  await messages.setDelivery(ctx, chatId, [{ messageId, status: 'queued', isResend: true }]);
  const added = await sendAgain(ctx, { channelId: id, chatId, messageId });
  if (!added) throw unknownDelivery();
  return { delivery_id: added.id };
}

const unknownDelivery = () => invalid({ delivery_id: 'is not in the delivery log of this channel' });

/** Locks the chat of a logged reply. A merge that comes first moves the reply to another chat. */
async function lockPlace(ctx: Context, id: number, deliveryId: number) {
  const before = await store.findLogged(ctx, id, deliveryId);
  if (!before) return undefined;
  await chats.findLocked(ctx, before.chat_id);
  const place = await store.findLogged(ctx, id, deliveryId);
  if (place && place.chat_id !== before.chat_id) await chats.findLocked(ctx, place.chat_id);
  return place;
}

/** Queues a message for its channel once more. The chat is locked. Undefined if the message no longer exists. */
export async function sendAgain(ctx: InWidget, message: { channelId: number; chatId: number; messageId: number }) {
  const added = await store.insertAgain(ctx, message);
  if (added) ctx.wake({ kind: 'channel', destinationId: message.channelId });
  return added;
}

const MAX_REPLAYED = 100_000;

type Replayed = Body<typeof api.channels.replay, 'from' | 'to' | 'status'>;

/** Their messages read `delivered` once they have arrived, and until then what they read before. */
export async function replay(ctx: Context, id: number, { status, ...period }: Replayed) {
  await requireReachable(ctx, id);
  const { from, to } = parseRange(period);
  if (!from || !to || Temporal.Instant.compare(from, to) >= 0) throw invalid({ to: 'must be after from' });
  await store.lockForReplay(ctx, id);
  const except = status === 'all' ? (['pending'] as const) : (['pending', 'delivered'] as const);
  const replayed = { channelId: id, from: from.toString(), to: to.toString(), except: [...except] };
  const deliveries = await store.countReplayed(ctx, replayed, MAX_REPLAYED + 1);
  if (deliveries > MAX_REPLAYED)
    throw invalid({ to: `gives more than ${MAX_REPLAYED} replies. Choose a shorter period` });
  await store.insertReplayed(ctx, replayed);
  ctx.wake({ kind: 'channel', destinationId: id });
  return { deliveries };
}

async function requireReachable(ctx: Context, id: number) {
  const { is_active, outbound_url } = await get(ctx, id);
  if (!is_active || outbound_url === null) throw problem('channel_inactive');
}
