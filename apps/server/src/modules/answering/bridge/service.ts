import type { api } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as turns from '../turns/index.ts';

type NewReply = Body<typeof api.aiBridge.reply, 'room_id' | 'causation_id' | 'content' | 'escalate'>;

/** Answers an earlier call. What is refused does not use up the causation id. */
export async function reply(ctx: Context, { room_id, causation_id, content, escalate }: NewReply) {
  const answer = { content: content ?? '', escalate };
  requireEscalation(ctx, answer);
  const call = await turns.findCall(ctx, causation_id);
  if (!call || call.isExpired) throw problem('not_found');
  if (call.causation.chatId !== room_id) throw problem('causation_mismatch');
  // Asked before the chat is locked: callers that retry don't wait for each other.
  if (call.turn.consumed_at !== null) throw problem('causation_used');
  const chat = await chats.findLocked(ctx, room_id);
  const current = await turns.findCall(ctx, causation_id);
  if (!chat || !current) throw problem('not_found');
  if (current.turn.consumed_at !== null) throw problem('causation_used');
  const stored = await turns.answerCall(ctx, chat, current, answer);
  if (!stored) throw problem('reply_superseded');
  return { chat_id: chat.id, message_id: stored.messageId, handoff: stored.handoff };
}

const ESCALATE = 'responder:escalate';

/** Asking for a person takes a scope of its own. Empty answers and what the rules refuse are handed over without. */
function requireEscalation({ principal }: Context, answer: turns.CallbackAnswer) {
  if (!turns.asksForPerson(answer) || principal.scopes.has(ESCALATE)) return;
  throw problem('missing_scope', `Handing a chat over needs the scope ${ESCALATE}.`, { requiredScopes: [ESCALATE] });
}

type Caused = Body<typeof api.aiBridge.checkPermission, 'room_id' | 'trigger_message_id' | 'causation_id'>;

export async function checkPermission(ctx: Context, caused: Caused) {
  const { chat, call } = await getCall(ctx, caused);
  const allowed = !call.isExpired && (await turns.isAwaited(ctx, chat, call));
  return { allowed, observed_at: toIsoString(ctx.now) };
}

export async function handOver(ctx: Context, caused: Caused) {
  const { chat, call } = await getCall(ctx, caused);
  return { handoff: await turns.handOverCall(ctx, chat, call) };
}

/** The locked chat and the call; 422 naming what is unknown. */
async function getCall(ctx: Context, { room_id, trigger_message_id, causation_id }: Caused) {
  const chat = await chats.findLocked(ctx, room_id);
  if (!chat) throw unknownRoom();
  const message = await messages.findOfClient(ctx, room_id, trigger_message_id);
  if (!message) throw invalid({ trigger_message_id: 'is not a message of the customer in this chat' });
  const call = await turns.findCall(ctx, causation_id);
  if (!call) throw invalid({ causation_id: 'is not of a call in this widget' });
  const { chatId, messageId } = call.causation;
  if (chatId !== room_id || messageId !== trigger_message_id) {
    throw invalid({ causation_id: 'is not of the call about this message' });
  }
  return { chat, call };
}

export const unknownRoom = () => invalid({ room_id: 'is not a chat of this widget' });
