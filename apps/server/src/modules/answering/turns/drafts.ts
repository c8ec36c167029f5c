import { agentLive, type api } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { inboxOf } from '../../../kernel/live/rooms.ts';
import { problem } from '../../../kernel/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as store from './store.ts';

type SentDraft = Body<typeof api.chats.sendDraft, 'body' | 'agent_id'>;

/** Sends a draft as a person, who may have edited it. */
export async function sendDraft(ctx: Context, chatId: number, messageId: number, { body, agent_id }: SentDraft) {
  const draft = await takeDraft(ctx, chatId, messageId);
  const content = body === undefined ? { body: draft.body ?? '', markdown: draft.markdown ?? undefined } : { body };
  return messages.send(ctx, chatId, { type: 'text', ...content, agent_id });
}

export async function discardDraft(ctx: Context, chatId: number, messageId: number) {
  await takeDraft(ctx, chatId, messageId);
  await chats.change(ctx, chatId, {});
}

/** A draft serves once, and leaves the chat then. */
async function takeDraft(ctx: Context, chatId: number, messageId: number) {
  const { id } = await chats.getLocked(ctx, chatId);
  const isUnused = await store.useDraft(ctx, id, messageId);
  if (isUnused === undefined) throw problem('not_found');
  const draft = isUnused ? await messages.removeDraft(ctx, id, messageId) : undefined;
  if (!draft) throw problem('draft_used');
  ctx.publish(agentLive.events.removed, inboxOf(ctx.widgetId), { chat_id: id, message_id: messageId });
  return draft;
}
