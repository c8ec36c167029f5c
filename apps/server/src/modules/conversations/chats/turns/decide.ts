import type { Silence } from '@parley/contract';
import { type Answerer, type Answering, pickAnswerer } from '../../../ai/answerers/index.ts';
import type { LockedChat } from '../store.ts';

/** What a decision depends on beside the widget. */
export type Deciding = Pick<
  LockedChat,
  | 'state'
  | 'agent_id'
  | 'ai_enabled'
  | 'ai_operator_id'
  | 'reply_owner'
  | 'handed_over_at'
  | 'done_at'
  | 'last_message_at'
  | 'silent_since'
> & { is_blocked?: boolean };

/** Who replies to the visitor's next message: an operator, or people and why. */
export type Decision = { silence: null; answerer: Answerer } | { silence: Silence; answerer: Answerer | undefined };

/** After this long without a message the chat starts over. */
const FORGOTTEN = { hours: 24 };

/** The one rule about who owns the next reply; see docs/guides/ai.md. `answering` is undefined while the AI is off. */
export function decide(chat: Deciding, answering: Answering | undefined, now: Temporal.Instant): Decision {
  if (!answering) return { silence: 'ai_off', answerer: undefined };
  const answerer = pickAnswerer(answering.answerers, chat.ai_operator_id);
  if (answering.shadow_mode) return { silence: 'shadow', answerer };
  if (!answerer) return { silence: 'no_operator', answerer };
  if (!answerer.isUsable) return { silence: 'no_credential', answerer };
  const silence = silenceOf(chat, now);
  return silence ? { silence, answerer } : { silence, answerer };
}

/** Why the AI is silent in a chat of a widget where it could answer. */
function silenceOf(chat: Deciding, now: Temporal.Instant): Silence | null {
  if (!chat.ai_enabled) return 'paused';
  if (chat.reply_owner === 'support') return 'support';
  if (chat.state === 'spam') return 'spam';
  if (chat.is_blocked) return 'blocked';
  if (chat.reply_owner === 'ai' || startsOver(chat, now)) return null;
  if (chat.handed_over_at !== null) return 'handed_over';
  return chat.agent_id === null ? null : 'person';
}

/** The visitor's next message opens a conversation of its own: nobody is waiting for a person's reply. */
function startsOver({ done_at, last_message_at, silent_since }: Deciding, now: Temporal.Instant) {
  if (done_at !== null) return true;
  // A broadcast is no part of the conversation.
  const newest = silent_since ?? last_message_at;
  return newest !== null && Temporal.Instant.compare(Temporal.Instant.from(newest).add(FORGOTTEN), now) <= 0;
}
