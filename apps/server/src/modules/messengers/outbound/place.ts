import type { WidgetWork } from '../../../kernel/data/context.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as store from './store.ts';

/**
 * Locks the chat of a pending delivery, then the delivery: a merge moves it to another chat, and gives its message another
 * id. Without a place it is settled, or moved while this waited: `isMoved`.
 */
export async function lockPlace(ctx: WidgetWork, deliveryId: number) {
  const before = await store.findPlace(ctx, deliveryId);
  const chat = before && (await chats.findLocked(ctx, before.chat_id));
  const place = before && (await store.lockDelivery(ctx, deliveryId));
  if (place && place.chat_id === before?.chat_id) return { place, chat, isMoved: false };
  return { isMoved: place !== undefined };
}
