import type { Silence } from '@parley/contract';
import type { Models } from '../../../infra/ai/models.ts';
import type { Clock } from '../../../infra/clock.ts';
import type { UnitOfWork, WidgetWork } from '../../../kernel/data/context.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as handoff from '../handoff/index.ts';
import { ask, decideWithoutModel } from './answers.ts';
import { callOf } from './call.ts';
import { signCausation } from './causation.ts';
import { type Conclusion, conclude, isStillOwner, leaveToPeople, whileHeld } from './conclude.ts';
import { readFacts, type TurnFacts } from './facts.ts';
import * as store from './store.ts';
import type { Typing } from './typing.ts';

interface TurnTools {
  unitOfWork: UnitOfWork;
  clock: Clock;
  models: Models;
  typing: Typing;
  /** Called when a turn has been concluded. */
  observe: (conclusion: Conclusion) => void;
}

/** Nobody waits for a turn that failed that often. */
const MAX_LEASES = 5;

/** Runs a leased turn to its end, or leaves it for later. Rejects if it was aborted. */
export async function runTurn(tools: TurnTools, leased: chats.LeasedTurn, signal: AbortSignal) {
  const { unitOfWork, clock } = tools;
  const startedAt = clock();
  if (leased.outcome === 'running' && leased.leases > MAX_LEASES) return giveUp(unitOfWork, leased, 'provider_failed');
  if (leased.outcome === 'waiting' && leased.kind !== 'takeover') return giveUp(unitOfWork, leased, 'external');
  const turn = leased.kind === 'takeover' ? await takeOver(unitOfWork, leased) : leased;
  if (!turn) return;
  const facts = await unitOfWork.read((work) => readFacts({ ...work, widgetId: turn.widget_id }, turn));
  if (!facts) return dropTurn(unitOfWork, turn);
  const answered =
    decideWithoutModel(facts, turn.kind === 'draft' ? 'draft' : 'reply') ??
    (await askWhileTyping(tools, facts, signal));
  const queuedMs = startedAt.since(Temporal.Instant.from(turn.created_at)).total('milliseconds');
  const durationMs = clock().since(startedAt).total('milliseconds');
  const conclusion = { facts, answered, queuedMs: Math.round(queuedMs), durationMs: Math.round(durationMs) };
  await conclude(unitOfWork, conclusion);
  tools.observe(conclusion);
}

async function askWhileTyping({ unitOfWork, models, typing }: TurnTools, facts: TurnFacts, signal: AbortSignal) {
  const { id: turnId, widget_id: widgetId, chat_id: chatId, trigger_message_id, operator_id } = facts.turn;
  const asked = { turnId, widgetId, chatId, operatorId: operator_id ?? 0, messageId: trigger_message_id ?? 0 };
  const causationId = await unitOfWork.read(async ({ vault, now }) => signCausation(vault, asked, now));
  const call = callOf(facts, causationId);
  return typing.during(facts.turn, () =>
    unitOfWork.read((work) => ask({ ...work, widgetId }, facts, { models, call, signal })),
  );
}

/** Hands over a chat whose external operator has not answered in time, or whose turn keeps failing. */
function giveUp(unitOfWork: UnitOfWork, turn: chats.LeasedTurn, why: GivenUp) {
  return whileHeld(unitOfWork, turn, async (ctx, chat) => {
    if (turn.kind === 'draft') await store.update(ctx, turn.id, { outcome: 'failed', why, due_at: null });
    else if (await isStillOwner(ctx, chat, turn)) await handOverUnanswered(ctx, chat, turn, why);
  });
}

type GivenUp = 'external' | 'provider_failed';

async function handOverUnanswered(ctx: WidgetWork, chat: chats.LockedChat, turn: chats.LeasedTurn, why: GivenUp) {
  await store.update(ctx, turn.id, { outcome: 'escalated', why, due_at: null });
  const locale = (await store.find(ctx, turn.id))?.context?.locale ?? 'en';
  const { operator_id: operatorId } = turn;
  await handoff.handOver(ctx, chat, { why, locale, isReplyShown: false, operatorId, waitingSince: null });
}

/** The operator or the visitor is gone: another one answers, or people do. */
function dropTurn(unitOfWork: UnitOfWork, turn: chats.LeasedTurn) {
  return whileHeld(unitOfWork, turn, async (ctx, chat) => {
    if (turn.kind === 'draft') await store.update(ctx, turn.id, { outcome: 'superseded', why: 'off', due_at: null });
    else if (await isStillOwner(ctx, chat, turn)) await leaveToPeople(ctx, chat, turn);
  });
}

/** Gives the AI a chat whose visitor has waited too long for a person; undefined if it is not due, or no longer. */
async function takeOver(unitOfWork: UnitOfWork, turn: chats.LeasedTurn): Promise<chats.LeasedTurn | undefined> {
  let taken: chats.LeasedTurn | undefined;
  await whileHeld(unitOfWork, turn, async (ctx, chat) => {
    const isTaken = chat.reply_owner === 'ai' && chat.reply_turn === turn.turn;
    // A node that died had taken it over already.
    if (isTaken && turn.outcome === 'running') {
      taken = turn;
      return;
    }
    // An external operator has accepted the call and not answered.
    if (isTaken) {
      if (await isStillOwner(ctx, chat, turn)) await handOverUnanswered(ctx, chat, turn, 'external');
      return;
    }
    const { silence, answerer, answering } = await handoff.decideFully(ctx, chat);
    const seconds = answering?.takeover_timeout_sec ?? 0;
    const isAwaited = silence === 'person' && seconds > 0 && chat.waiting_since !== null && chat.accepted_by !== null;
    if (!isAwaited || !answerer || chat.waiting_since === null) {
      return store.update(ctx, turn.id, { outcome: 'superseded', why: whyNotTaken(chat, silence), due_at: null });
    }
    const due = Temporal.Instant.from(chat.waiting_since).add({ seconds });
    if (Temporal.Instant.compare(due, ctx.now) > 0) return store.update(ctx, turn.id, { due_at: due.toString() });
    const changes = { turn: chat.reply_turn + 1, operator_id: answerer.id };
    await chats.change(ctx, chat.id, { head: { reply_owner: 'ai', reply_turn: changes.turn } });
    await store.update(ctx, turn.id, { ...changes, outcome: 'running' });
    taken = { ...turn, ...changes, outcome: 'running' };
  });
  return taken;
}

/** What kept the AI from taking a chat over. */
function whyNotTaken({ done_at }: chats.LockedChat, silence: Silence | null): chats.Superseding {
  if (silence === 'paused' || silence === 'support' || silence === 'spam' || silence === 'blocked') return silence;
  if (silence !== null && silence !== 'person' && silence !== 'handed_over') return 'off';
  return done_at === null ? 'person' : 'closed';
}
