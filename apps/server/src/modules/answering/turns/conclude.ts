import { asSystem, type UnitOfWork, type WidgetWork } from '../../../kernel/data/context.ts';
import * as answerers from '../../ai/answerers/index.ts';
import * as phrases from '../../ai/phrases/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as handoff from '../handoff/index.ts';
import { account, costOf } from './accounting.ts';
import { type Answered, sourcesOf } from './answers.ts';
import type { TurnFacts } from './facts.ts';
import type { Verdict } from './judge.ts';
import * as store from './store.ts';

/** How long an external operator has to answer after it accepted the call. */
const WAIT = { seconds: 120 };

export interface Conclusion {
  facts: TurnFacts;
  answered: Answered;
  queuedMs: number;
  durationMs: number;
}

const tenantOf = ({ account_id, widget_id, button_guid }: chats.LeasedTurn) => ({
  accountId: account_id,
  widgetId: widget_id,
  buttonGuid: button_guid,
});

/** Runs in one write what may only happen while the turn is this node's, and returns whether it is. The chat is locked. */
export async function whileHeld(
  unitOfWork: UnitOfWork,
  turn: chats.LeasedTurn,
  work: (ctx: WidgetWork, chat: chats.LockedChat) => Promise<void>,
) {
  const tenant = tenantOf(turn);
  return unitOfWork.write({ tenant }, async (write) => {
    const ctx = asSystem(write, tenant);
    const chat = await chats.findLocked(ctx, turn.chat_id);
    const isHeld = chat !== undefined && (await store.lockHeld(ctx, turn));
    if (isHeld) await work(ctx, chat);
    return isHeld;
  });
}

/** Stores what came of a turn: a reply or a draft, a handover, what it cost, what failed. */
export async function conclude(unitOfWork: UnitOfWork, conclusion: Conclusion) {
  const { facts, answered } = conclusion;
  const { turn } = facts;
  const isHeld = await whileHeld(unitOfWork, turn, async (ctx, chat) => {
    if (turn.kind === 'draft') await concludeDraft(ctx, chat, conclusion);
    else if (await isStillOwner(ctx, chat, turn)) await concludeReply(ctx, chat, conclusion);
    account(ctx, facts, answered);
  });
  if (isHeld) return;
  // It was overtaken, and still has to be paid.
  const tenant = tenantOf(turn);
  await unitOfWork.write({ tenant }, async (write) => account(asSystem(write, tenant), facts, answered));
}

async function concludeReply(ctx: WidgetWork, chat: chats.LockedChat, conclusion: Conclusion) {
  const { verdict } = conclusion.answered;
  if (verdict === null) await waitForAnswer(ctx, conclusion);
  else await answerTurn(ctx, chat, judgedOf(ctx, conclusion, verdict));
}

export const mayAnswer = (answering: answerers.Answering | undefined, operatorId: number | null) =>
  answering !== undefined &&
  !answering.shadow_mode &&
  answering.answerers.some(({ id, isUsable }) => id === operatorId && isUsable);

/** Asks once more: what concerns the whole widget raises no turn. */
export async function isStillOwner(ctx: WidgetWork, chat: chats.LockedChat, turn: chats.LeasedTurn) {
  const answering = await answerers.find(ctx);
  const { silence, answerer } = chats.decide(chat, answering, ctx.now);
  if (silence === null && mayAnswer(answering, turn.operator_id)) return true;
  if (silence === null) {
    await store.update(ctx, turn.id, { operator_id: answerer.id, due_at: ctx.now.toString() });
    ctx.wake({ kind: 'turn', destinationId: ctx.widgetId });
    return false;
  }
  await leaveToPeople(ctx, chat, turn);
  return false;
}

/** Nobody answers any more. */
export async function leaveToPeople(ctx: WidgetWork, chat: chats.LockedChat, turn: chats.LeasedTurn) {
  await store.update(ctx, turn.id, { outcome: 'superseded', why: 'off', due_at: null });
  await handoff.release(ctx, chat, { why: 'off' });
}

/** A judged answer to a turn, and what else its explanation says. */
export interface JudgedAnswer {
  facts: TurnFacts;
  verdict: Verdict;
  details: store.TurnChanges;
}

function judgedOf({ now }: WidgetWork, conclusion: Conclusion, verdict: Verdict): JudgedAnswer {
  const { facts, answered } = conclusion;
  const consumed = answered.link && { consumed_at: now.toString() };
  return { facts, verdict, details: { ...detailsOf(conclusion), ...consumed } };
}

/** Shows an answer in a locked chat, and hands the chat over if it asks for that. */
export async function answerTurn(ctx: WidgetWork, chat: chats.LockedChat, { facts, verdict, details }: JudgedAnswer) {
  const { reply, why } = verdict;
  if (reply !== null && facts.turn.kind === 'takeover') await sayTakeover(ctx, chat, facts.locale);
  const message = reply === null ? null : await postReply(ctx, facts, reply);
  const outcome = why === null ? 'answered' : 'escalated';
  await store.update(ctx, facts.turn.id, {
    ...details,
    outcome,
    why,
    message_id: message?.id,
    due_at: null,
  });
  const messageId = message?.id ?? null;
  if (why === null) return { messageId, handoff: null };
  const started = await handoff.handOver(ctx, await chats.getLocked(ctx, chat.id), {
    why,
    locale: facts.locale,
    isReplyShown: message !== null,
    operatorId: facts.operator.id,
    waitingSince: chat.waiting_since,
  });
  return { messageId, handoff: started };
}

async function sayTakeover(ctx: WidgetWork, chat: chats.LockedChat, locale: string) {
  const body = await phrases.phraseOf(ctx, 'takeover', locale);
  if (body) await messages.post(ctx, chat, { sender: 'system', type: 'text', body, origin: messages.PLATFORM });
}

async function postReply(ctx: WidgetWork, { turn, operator }: TurnFacts, reply: string) {
  return messages.post(ctx, await chats.getLocked(ctx, turn.chat_id), {
    sender: 'ai',
    type: 'text',
    body: reply,
    markdown: reply,
    operator: { id: operator.id, type: 'ai' },
  });
}

async function waitForAnswer(ctx: WidgetWork, conclusion: Conclusion) {
  const due_at = ctx.now.add(WAIT).toString();
  await store.update(ctx, conclusion.facts.turn.id, { ...detailsOf(conclusion), outcome: 'waiting', due_at });
}

/** People answer; the draft is for them, unless they were faster. */
async function concludeDraft(ctx: WidgetWork, chat: chats.LockedChat, conclusion: Conclusion) {
  const { verdict } = conclusion.answered;
  if (verdict === null) return waitForAnswer(ctx, conclusion);
  await answerWithDraft(ctx, chat, judgedOf(ctx, conclusion, verdict));
}

export async function answerWithDraft(ctx: WidgetWork, chat: chats.LockedChat, answer: JudgedAnswer) {
  const { turn, operator } = answer.facts;
  const { reply, why } = answer.verdict;
  const overtaken = chat.waiting_since === null ? (chat.done_at === null ? 'person' : 'closed') : null;
  const details = { ...answer.details, due_at: null };
  if (overtaken) await store.update(ctx, turn.id, { ...details, outcome: 'superseded', why: overtaken });
  else if (reply === null) await store.update(ctx, turn.id, { ...details, outcome: 'failed', why: why ?? 'external' });
  if (overtaken || reply === null) return null;
  const draft = { sender: 'ai', type: 'text', body: reply, markdown: reply, origin: 'shadow', private: true } as const;
  const { id } = await messages.post(ctx, chat, { ...draft, agent_id: operator.id });
  await store.update(ctx, turn.id, { ...details, outcome: 'drafted', why, message_id: id });
  return id;
}

/** What a turn's explanation says about the call. */
function detailsOf({ facts, answered, queuedMs, durationMs }: Conclusion): store.TurnChanges {
  const { assistant, locale, isAnyoneAtWork, history } = facts;
  const { mode, sources } = answered.knowledge;
  const knowledge = sources.map(({ text }) => text);
  return {
    assistant_id: assistant?.id ?? null,
    persona_version: assistant?.persona_version ?? null,
    attempts: answered.attempts.map(toAttempt),
    retrieval: mode,
    sources: sourcesOf(answered),
    context: {
      ...{ locale, is_anyone_at_work: isAnyoneAtWork, last_seq: history[0]?.seq ?? 0 },
      ...(knowledge.length && { knowledge }),
    },
    input_tokens: answered.inputTokens,
    output_tokens: answered.outputTokens,
    cost_usd_micro: costOf(answered),
    queued_ms: queuedMs,
    first_token_ms: answered.firstTokenMs,
    duration_ms: durationMs,
  };
}

/** An external operator is no credential. */
function toAttempt({ credential_id, ...attempt }: Answered['attempts'][number]) {
  return { credential_id: credential_id > 0 ? credential_id : null, ...attempt };
}
