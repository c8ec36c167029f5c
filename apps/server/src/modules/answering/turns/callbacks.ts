import { estimateTokens } from '../../../infra/ai/tokens.ts';
import type { InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import * as answerers from '../../ai/answerers/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as handoff from '../handoff/index.ts';
import { account } from './accounting.ts';
import { guardedOf, NOT_ASKED } from './answers.ts';
import { callOf } from './call.ts';
import { type Causation, readCausation } from './causation.ts';
import { answerTurn, answerWithDraft, mayAnswer } from './conclude.ts';
import { readFacts, readLocale } from './facts.ts';
import { judge } from './judge.ts';
import { MARKER } from './prompt.ts';
import * as store from './store.ts';

/** A call of an external operator, by which it answers later. */
export interface Call {
  causation: Causation;
  turn: store.CalledTurn;
  isExpired: boolean;
}

/** Undefined for an id that was not issued in this widget. */
export async function findCall(work: InWidget<Read>, causationId: string): Promise<Call | undefined> {
  const causation = readCausation(work.vault, causationId);
  if (causation?.widgetId !== work.widgetId) return undefined;
  const turn = await store.findCalled(work, causation.turnId);
  if (!turn) return undefined;
  return { causation, turn, isExpired: causation.expiresAt * 1_000 <= work.now.epochMilliseconds };
}

/** Whether an answer to the call would be stored now. */
export async function isAwaited(work: InWidget<Read>, chat: chats.LockedChat, { causation, turn }: Call) {
  const isOpen = turn.due_at !== null && turn.consumed_at === null && turn.chat_id === chat.id;
  if (!isOpen || turn.operator_id !== causation.operatorId) return false;
  if (turn.kind === 'draft') return chat.waiting_since !== null;
  if (chat.reply_owner !== 'ai' || chat.reply_turn !== turn.turn) return false;
  const answering = await answerers.find(work);
  return chats.decide(chat, answering, work.now).silence === null && mayAnswer(answering, turn.operator_id);
}

export interface CallbackAnswer {
  content: string;
  escalate: boolean;
}

/** Whether the caller itself asks for a person. */
export const asksForPerson = ({ content, escalate }: CallbackAnswer) => escalate || content.includes(MARKER);

/** Stores the answer to a call, as if it had been given at once. Undefined if it is not awaited; the chat is locked. */
export async function answerCall(ctx: WidgetWork, chat: chats.LockedChat, call: Call, answer: CallbackAnswer) {
  const { turn, causation } = call;
  if (!(await isAwaited(ctx, chat, call)) || !(await store.consume(ctx, turn))) return undefined;
  const facts = await readFacts(ctx, turn);
  if (!facts) return undefined;
  const { content, escalate } = answer;
  const verdict = judge({ text: content, ...(escalate && { escalate: 'caller' }) }, guardedOf(facts));
  const tokens = {
    inputTokens: estimateTokens(JSON.stringify(callOf(facts, '').body)),
    outputTokens: estimateTokens(content),
  };
  const details = { input_tokens: tokens.inputTokens, output_tokens: tokens.outputTokens, ...contextOf(call, facts) };
  const judged = { facts, verdict, details };
  // It may still be running: the answer was faster than the response to the call.
  ctx.notify(chats.TURN_ENDED, `${ctx.widgetId} ${causation.chatId} ${turn.turn}`);
  const stored =
    turn.kind === 'draft'
      ? { messageId: await answerWithDraft(ctx, chat, judged), handoff: null }
      : await answerTurn(ctx, chat, judged);
  account(ctx, facts, { ...NOT_ASKED, ...tokens, verdict, model: 'webhook' });
  return stored;
}

type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

/** What the response to the call would have stored. */
function contextOf({ turn }: Call, { assistant, locale, isAnyoneAtWork, history }: Facts): store.TurnChanges {
  if (turn.context) return {};
  return {
    assistant_id: assistant?.id ?? null,
    persona_version: assistant?.persona_version ?? null,
    context: { locale, is_anyone_at_work: isAnyoneAtWork, last_seq: history[0]?.seq ?? 0 },
  };
}

/** Hands a locked chat to people on request of the operator who was called. */
export async function handOverCall(ctx: WidgetWork, chat: chats.LockedChat, { turn, causation }: Call) {
  if (chat.handed_over_at !== null) return 'pending' as const;
  if (chat.reply_owner !== 'ai') return 'covered' as const;
  await store.escalateOpen(ctx, chat.id, 'caller');
  ctx.notify(chats.TURN_ENDED, `${ctx.widgetId} ${chat.id} ${chat.reply_turn}`);
  const party = await store.findParty(ctx, chat.id);
  return handoff.handOver(ctx, chat, {
    why: 'caller',
    locale: await readLocale(ctx, party?.source.language ?? null),
    isReplyShown: turn.message_id !== null && turn.turn === chat.reply_turn,
    operatorId: causation.operatorId,
    waitingSince: null,
  });
}
