import { agentLive } from '@parley/contract';
import type { SessionContext } from '../../../kernel/data/context.ts';
import { bindCalls, type LiveSocket } from '../../../kernel/live/calls.ts';
import { viewersOf, watchersOf } from '../../../kernel/live/rooms.ts';
import * as chats from '../chats/index.ts';
import * as messages from '../messages/index.ts';
import * as presence from '../presence/index.ts';

export const calls = bindCalls(agentLive, {
  resume: async (ctx, { cursor }, socket) => {
    const changed = await chats.listChanged(ctx, cursor);
    const [agents, viewers] = await Promise.all([
      presence.listPresence(ctx),
      presence.findViewersBySocket(ctx, socket.id),
    ]);
    return { ...changed, agents, viewers };
  },
  chats: (ctx, { ids }) => chats.getMany(ctx, ids),
  catch_up: (ctx, { chat_id, ...after }) => messages.catchUp(ctx, chat_id, after),
  look: (ctx, { chat_id }, socket) => setViewedChat(ctx, chat_id, socket),
  watch: async ({ widgetId }, { visitors: isWatching }, socket) => {
    (isWatching ? socket.join : socket.leave)(watchersOf(widgetId));
    return {};
  },
  send: (ctx, { chat_id, ...body }) => messages.send(ctx, chat_id, body),
  note: (ctx, { chat_id, ...body }) => messages.addNote(ctx, chat_id, body),
  typing: (ctx, { chat_id, state }) => messages.publishAgentTyping(ctx, chat_id, state),
  seen: (ctx, { chat_id, ...range }) => messages.markRangeSeen(ctx, chat_id, range),
});

/** Joins the room before the viewers are read, so that no later change is missed. */
async function setViewedChat(ctx: SessionContext, chatId: number | null, socket: LiveSocket) {
  if (chatId !== null) {
    await chats.markOpened(ctx, await chats.getRow(ctx, chatId));
    socket.join(viewersOf(ctx.widgetId, chatId));
  }
  const { before, viewers, order } = await presence.setViewedChat(ctx, socket.id, chatId).catch((error) => {
    if (chatId !== null) socket.leave(viewersOf(ctx.widgetId, chatId));
    throw error;
  });
  if (before !== null && before !== chatId) socket.leave(viewersOf(ctx.widgetId, before));
  return { viewers, order };
}
