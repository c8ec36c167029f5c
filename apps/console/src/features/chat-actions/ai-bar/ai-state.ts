import type { Chat } from '@parley/live';
import type { ChatAi } from '../../../entities/chat/ai/ai-queries.ts';

/** `answering` now, the `next` message, or why it does neither. */
export type AiState = 'answering' | 'next' | NonNullable<ChatAi['silence']>;

/** Concern the whole widget, so only managers can change them. */
const OF_WIDGET: readonly AiState[] = ['ai_off', 'no_operator', 'no_credential'];
export const isOfWidget = (state: AiState) => OF_WIDGET.includes(state);

interface LiveFacts extends Pick<Chat, 'reply_owner' | 'agent_id'> {
  /** Undefined while the contact is not loaded. */
  isBlocked: boolean | undefined;
}

/**
 * What the AI does in a chat. Chat and contact are live and may be ahead of the answer of the server, which is read
 * again when the chat changes.
 */
export function aiStateOf(
  { reply_owner, agent_id, isBlocked }: LiveFacts,
  { silence, owner }: Pick<ChatAi, 'silence' | 'owner'>,
): AiState {
  const isFree = silence === null || silence === 'person' || silence === 'handed_over';
  if (isBlocked && isFree) return 'blocked';
  if (isBlocked === false && silence === 'blocked') return agent_id === null ? 'next' : 'person';
  if (reply_owner === 'ai' && isFree) return 'answering';
  if (silence === null && owner === 'ai') return agent_id === null ? 'answering' : 'person';
  return silence ?? 'next';
}
