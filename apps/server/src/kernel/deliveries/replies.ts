import type { InWidget } from '../data/context.ts';
import { type ChannelReply, insertReply } from './store.ts';

/** Queues a reply for the channel that its chat came through. */
export function addReply(ctx: InWidget, reply: ChannelReply) {
  insertReply(ctx, reply);
  ctx.wake({ kind: 'channel', destinationId: reply.channelId });
}
