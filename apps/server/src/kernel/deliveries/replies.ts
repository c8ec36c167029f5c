import type { InWidget } from '../data/context.ts';
import {
  type ChannelBroadcast,
  type ChannelReply,
  insertBroadcasts,
  insertMessengerMessage,
  insertReply,
  type MessengerMessage,
} from './store.ts';

/** Queues a reply for the channel that its chat came through. */
export function addReply(ctx: InWidget, reply: ChannelReply) {
  insertReply(ctx, reply);
  ctx.wake({ kind: 'channel', destinationId: reply.channelId });
}

/** Queues messages of a broadcast for a custom channel. */
export function addBroadcasts(ctx: InWidget, broadcast: ChannelBroadcast) {
  insertBroadcasts(ctx, broadcast);
  ctx.wake({ kind: 'broadcast', destinationId: broadcast.channelId });
}

/** Queues a message for the messenger of its chat, behind those that wait already. The chat is locked. */
export function addMessengerMessage(ctx: InWidget, message: MessengerMessage) {
  insertMessengerMessage(ctx, message);
  ctx.wake({ kind: 'messenger', destinationId: message.connectionId });
}
