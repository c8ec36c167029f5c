import type { WidgetWork } from '../../../../kernel/data/context.ts';
import { markSeenInMessenger } from '../messenger-signs.ts';
import type { LockedChat } from '../store.ts';
import { see } from './store.ts';

/**
 * An agent who answers or closes a chat has read all that the visitor wrote. What that changes in its head; the visitor
 * does not learn that spam was read.
 */
export function readingOf({ state, unread, last_seq, agent_seen_seq }: LockedChat) {
  return { unread: 0, agent_seen_seq: unread > 0 && state !== 'spam' ? last_seq : agent_seen_seq };
}

/** Marks what was unread in the chat as seen. */
export async function markRead(ctx: WidgetWork, chat: LockedChat) {
  if (chat.unread === 0) return;
  const lastId = await see(ctx, chat.id, chat.unread);
  if (lastId !== undefined && chat.state !== 'spam') markSeenInMessenger(ctx, chat, lastId);
}
