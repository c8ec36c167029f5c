import type { ChatAi } from '@parley/contract';
import type { Context, InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import * as answerers from '../../ai/answerers/index.ts';
import * as externalOperators from '../../ai/external-operators/index.ts';
import * as phrases from '../../ai/phrases/index.ts';
import * as settings from '../../ai/settings/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as routing from '../../conversations/routing/index.ts';
import * as notifications from '../../outside/notifications/index.ts';
import * as contacts from '../../people/contacts/index.ts';

/** Who replies to the visitor's next message, with all that this depends on. */
export async function decideFully(work: InWidget<Read>, chat: chats.ChatRow | chats.LockedChat) {
  const [answering, contact] = await Promise.all([
    answerers.find(work),
    chat.client_id === null ? undefined : contacts.findByNumber(work, chat.client_id),
  ]);
  const is_blocked = contact !== undefined && contact.blocked_at !== null;
  return { ...chats.decide({ ...chat, is_blocked }, answering, work.now), answering };
}

/** Who owns the next reply in a chat, and why the AI is silent. */
export async function readOwner(ctx: Context<Read>, chat: chats.ChatRow) {
  const { silence, answerer } = await decideFully(ctx, chat);
  const owner = chat.reply_owner ?? (silence === null ? null : 'human');
  return { owner, turn: chat.reply_turn, operator_id: answerer?.id ?? null, silence };
}

export async function getAi(ctx: Context<Read>, id: number): Promise<ChatAi> {
  const chat = await chats.getRow(ctx, id);
  return {
    chat_id: chat.id,
    ai_enabled: chat.ai_enabled,
    paused_by: chat.ai_paused_by,
    paused_at: chat.ai_paused_at,
    api_reply_at: chat.api_reply_at,
    ...(await readOwner(ctx, chat)),
  };
}

export async function setAi(ctx: Context, id: number, isEnabled: boolean) {
  const chat = await chats.getLocked(ctx, id);
  if (isEnabled) await resume(ctx, chat);
  else if (chat.ai_enabled) await pause(ctx, chat);
  return getAi(ctx, id);
}

/** The first agent to pause the AI stays recorded. */
function pause(ctx: Context, chat: chats.LockedChat) {
  const agentId = ctx.principal.kind === 'session' ? ctx.principal.agentId : null;
  const paused = { ai_enabled: false, ai_paused_by: agentId, ai_paused_at: ctx.now.toString() };
  return release(ctx, chat, { why: 'paused', changes: paused });
}

/** The AI replies from the visitor's next message on. A person who had the chat stays in it. */
async function resume(ctx: Context, chat: chats.LockedChat) {
  const resumed = { ai_enabled: true, ai_paused_by: null, ai_paused_at: null };
  const free = { ...chat, ai_enabled: true, agent_id: null, handed_over_at: null };
  const answering = await answerers.findOfRevision(ctx, chat.ai_revision);
  const isTaken = chats.decide(free, answering, ctx.now).silence === null && chat.reply_owner !== 'ai';
  const { agent_id, agents } = chat;
  const taken = agent_id === null ? {} : { agent_id: null, agents: [...agents, agent_id] };
  if (chat.ai_enabled && !(isTaken && (agent_id !== null || chat.handed_over_at !== null))) return;
  await chats.change(ctx, chat.id, {
    chat: { ...(chat.ai_enabled ? {} : resumed), ...(isTaken && taken) },
    ...(isTaken && { head: { handed_over_at: null } }),
  });
}

interface Release {
  why: 'paused' | 'off';
  changes?: chats.ChatChanges;
}

/** Leaves a locked chat to people, if the AI has it. A visitor who waits is routed to them. */
export async function release(ctx: WidgetWork, chat: chats.LockedChat, { why, changes = {} }: Release) {
  const isTaken = chat.reply_owner === 'ai';
  const head = chats.takeFromAi(ctx, chat, why);
  const isWaiting = isTaken && chat.waiting_since !== null;
  const routed = isWaiting ? await routing.routeWaiting(ctx, chat) : undefined;
  await chats.change(ctx, chat.id, { chat: { ...changes, ...routed?.changes }, head });
  if (routed) await notifyPeople(ctx, chat.id, routed.notified);
}

/** As if the visitor had just written. */
async function notifyPeople(ctx: WidgetWork, chatId: number, notified: number[]) {
  const message = await messages.announce(ctx, await chats.get(ctx, chatId), { notified });
  if (message) notifications.enqueuePush(ctx, message);
}

/** Of the reasons for a handover, those that are the AI's own failure. */
const FAILURES = ['provider_failed', 'budget_visitor', 'budget_widget'];

interface Handover {
  why: string;
  locale: string;
  /** Whether the visitor was shown a reply with it. */
  isReplyShown: boolean;
  /** Who was to answer. */
  operatorId: number | null;
  /** Since when the visitor waits, from before that reply. */
  waitingSince: string | null;
}

/** Hands a locked chat from the AI to people: routes it, tells the visitor, and notifies agents. Says if one is at work. */
export async function handOver(ctx: WidgetWork, chat: chats.LockedChat, handover: Handover) {
  const { changes, notified } = await routing.routeWaiting(ctx, chat);
  const now = ctx.now.toString();
  const waiting_since = handover.waitingSince ?? chat.waiting_since ?? now;
  const head = { reply_owner: 'human', reply_turn: chat.reply_turn + 1, handed_over_at: now, waiting_since } as const;
  await chats.change(ctx, chat.id, { chat: changes, head, log: [{ type: 'handed_over' }] });
  const { operatorId } = handover;
  if (operatorId !== null) {
    externalOperators.tell(ctx, 'handoff', [{ widgetId: ctx.widgetId, operatorId, chatId: chat.id }]);
  }
  const isAnyoneAtWork = await routing.isAnyoneAtWork(ctx, chat.channel);
  const body = await phraseFor(ctx, isAnyoneAtWork, handover);
  if (body) {
    const phrase = { sender: 'system', type: 'text', body, origin: messages.PLATFORM } as const;
    await messages.post(ctx, await chats.getLocked(ctx, chat.id), phrase);
  }
  await notifyPeople(ctx, chat.id, notified);
  return isAnyoneAtWork ? ('started' as const) : ('unavailable' as const);
}

/** What the visitor reads about it; empty for nothing. */
async function phraseFor(ctx: WidgetWork, isAnyoneAtWork: boolean, { why, locale, isReplyShown }: Handover) {
  if (!isAnyoneAtWork) {
    const { offline_outcome_mode: mode } = await settings.find(ctx);
    return isReplyShown && mode === 'suppress_after_safe_reply' ? '' : phrases.phraseOf(ctx, 'offline', locale);
  }
  if (FAILURES.includes(why)) return phrases.phraseOf(ctx, 'failure', locale);
  return isReplyShown ? '' : phrases.phraseOf(ctx, 'handoff', locale);
}
