import { toIsoString } from '../../../../infra/clock.ts';
import type { InWidget, WidgetWork } from '../../../../kernel/data/context.ts';
import * as alerts from '../../../ai/alerts/index.ts';
import { type Answering, findOfRevision } from '../../../ai/answerers/index.ts';
import { type ChatChanges, type HeadChanges, type LockedChat, lock, update } from '../store.ts';
import { type Decision, decide } from './decide.ts';
import * as store from './store.ts';

/** The notice by which nodes break off turns of a chat. */
export const TURN_ENDED = 'turn';

/** What took the next reply away from the AI. */
export type Superseding =
  | 'person'
  | 'visitor'
  | 'paused'
  | 'closed'
  | 'off'
  | 'support'
  | 'spam'
  | 'blocked'
  | 'merged';

/**
 * Takes the next reply away from the AI, if it has it: what it is writing is dropped. Returns what that changes in the
 * head of the locked chat.
 */
export function takeFromAi(work: InWidget, chat: LockedChat, why: Superseding): HeadChanges {
  const { head, end } = planTaking(work, chat, why);
  end();
  return head;
}

/**
 * The same for a chat that is not locked: `end` has to follow the statement that changes its head. Turns are written
 * under the chat's lock everywhere, and two writes that took the two in different order would deadlock.
 */
export function planTaking(work: InWidget, chat: LockedChat, why: Superseding): { head: ReplyHead; end: () => void } {
  if (chat.reply_owner !== 'ai') return { head: {}, end: () => undefined };
  const head = { reply_owner: 'human', reply_turn: chat.reply_turn + 1 } as const;
  return { head, end: () => endTurn(work, chat, why) };
}

/** The AI has a turn only while the visitor waits. */
function endTurn(work: InWidget, chat: LockedChat, why: Superseding) {
  if (chat.waiting_since === null) return;
  store.supersede(work, chat.id, why);
  notifyEnd(work, chat.id, { turn: chat.reply_turn, isLocal: why === 'visitor' });
}

/** Up to this turn. Other nodes find out when they renew its lease. */
const notifyEnd = (work: InWidget, chatId: number, { turn, isLocal }: { turn: number; isLocal: boolean }) =>
  work.notify(TURN_ENDED, `${work.widgetId} ${chatId} ${turn}`, { isLocal });

/** Chats of a contact in which the AI owns the next reply, locked. */
export async function lockAnswered(work: WidgetWork, contactNumber: number) {
  const locked: LockedChat[] = [];
  for (const id of await store.listAnswered(work, contactNumber)) {
    const chat = await lock(work, id);
    if (chat) locked.push(chat);
  }
  return locked;
}

type ReplyHead = Pick<HeadChanges, 'reply_owner' | 'reply_turn' | 'handed_over_at'>;

/** What a message means for the next reply. */
export interface Reaction {
  chat: ChatChanges;
  head: ReplyHead;
  /** Whether the AI answers, so that no agent needs to know. */
  isForAi: boolean;
  /** Ends a turn of the AI and starts the next, once the message is stored. */
  start: (messageId: number) => void;
}

/** Without AI. */
const PEOPLE: Reaction = { chat: {}, head: {}, isForAi: false, start: () => undefined };

/** Decides who replies to a visitor's message in a chat that is locked, or as this node left it. */
export async function react(work: WidgetWork, chat: LockedChat): Promise<Reaction> {
  if (chat.ai_revision === null && chat.reply_owner !== 'ai') return PEOPLE;
  const answering = await findOfRevision(work, chat.ai_revision);
  const decision = decide(chat, answering, work.now);
  return decision.silence === null ? answer(work, chat, decision) : leaveToPeople(work, chat, { decision, answering });
}

/** The AI replies to all that is unanswered; a turn that has not replied yet is dropped. */
function answer(work: WidgetWork, chat: LockedChat, { answerer }: Extract<Decision, { silence: null }>): Reaction {
  const turn = chat.reply_turn + 1;
  return {
    chat: chat.agent_id === null ? {} : { agent_id: null },
    head: { reply_owner: 'ai', reply_turn: turn, handed_over_at: null },
    isForAi: true,
    start(triggerMessageId) {
      if (chat.reply_owner === 'ai') endTurn(work, chat, 'visitor');
      startTurn(work, chat, 'reply', { chatId: chat.id, turn, triggerMessageId, operatorId: answerer.id });
    },
  };
}

const missingCredential = ({ chatId, operatorId }: { chatId: number; operatorId: number }) => ({
  kind: 'credential_missing' as const,
  subject: `operator ${operatorId}`,
  detail: 'The operator has no credential that can be used',
  operator_id: operatorId,
  chat_id: chatId,
});

/** This node runs it right after the commit. */
function startTurn(work: WidgetWork, chat: LockedChat, kind: 'reply' | 'draft', turn: store.NewTurn) {
  const { accountId, buttonGuid } = work.principal.tenant;
  const leased: store.LeasedTurn = {
    id: 0,
    widget_id: work.widgetId,
    account_id: accountId,
    button_guid: buttonGuid,
    chat_id: chat.id,
    contact_id: chat.client_id,
    channel: chat.channel,
    revision: chat.ai_revision,
    turn: turn.turn,
    kind,
    trigger_message_id: turn.triggerMessageId,
    operator_id: turn.operatorId,
    outcome: 'running',
    leases: 1,
    created_at: toIsoString(work.now),
  };
  // Arrives before the result of the commit.
  store.insert(work, kind, turn).then(
    (id) => Object.assign(leased, { id }),
    () => undefined,
  );
  work.wake({ kind: 'turn', destinationId: work.widgetId }, () => leased);
}

type TurnOf = Pick<LockedChat, 'id' | 'reply_turn'>;

/** In a chat that another one was merged into: replies to all that is unanswered in both. */
export async function restartTurn(work: WidgetWork, from: TurnOf, into: TurnOf) {
  store.supersede(work, into.id, 'merged');
  for (const { id, reply_turn } of [from, into]) notifyEnd(work, id, { turn: reply_turn, isLocal: false });
  const chat = await lock(work, into.id);
  const lastMessageId = await store.findLastMessageOfClient(work, into.id);
  if (!chat || chat.waiting_since === null || lastMessageId === undefined) return;
  const reaction = await react(work, chat);
  update(work, into.id, { chat: reaction.chat, head: reaction.head });
  reaction.start(lastMessageId);
}

interface Silent {
  decision: Decision;
  answering: Answering | undefined;
}

function leaveToPeople(work: WidgetWork, chat: LockedChat, { decision, answering }: Silent): Reaction {
  const { silence, answerer } = decision;
  const taking = planTaking(work, chat, 'off');
  const head = { reply_owner: chat.reply_owner ?? 'human', ...taking.head };
  const turn = { chatId: chat.id, turn: head.reply_turn ?? chat.reply_turn, operatorId: answerer?.id ?? 0 };
  const isDrafted = silence === 'shadow' && answerer?.isUsable && chat.ai_enabled && chat.state !== 'spam';
  const takeover = silence === 'person' && chat.accepted_by !== null ? (answering?.takeover_timeout_sec ?? 0) : 0;
  return {
    chat: {},
    head,
    isForAi: false,
    start(triggerMessageId) {
      taking.end();
      if (silence === 'no_credential') alerts.raise(work, missingCredential(turn));
      if (isDrafted) startTurn(work, chat, 'draft', { ...turn, triggerMessageId });
      else if (takeover > 0) {
        const since = chat.waiting_since === null ? work.now : Temporal.Instant.from(chat.waiting_since);
        store.insertTakeover(work, { ...turn, triggerMessageId }, since.add({ seconds: takeover }));
      }
    },
  };
}
