import type { InWidget } from '../data/context.ts';
import { type ChannelReply, insertMessengerMessage, insertReply, type MessengerMessage } from './store.ts';

/** Queues a reply for the channel that its chat came through. */
export function addReply(ctx: InWidget, reply: ChannelReply) {
  insertReply(ctx, reply);
  ctx.wake({ kind: 'channel', destinationId: reply.channelId });
}

/** Queues a message for the messenger of its chat, behind those that wait already. The chat is locked. */
export function addMessengerMessage(ctx: InWidget, message: MessengerMessage) {
  insertMessengerMessage(ctx, message);
  ctx.wake({ kind: 'messenger', destinationId: message.connectionId });
}
