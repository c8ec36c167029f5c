import type { WidgetContext } from '../../../../kernel/data/context.ts';
import * as store from './store.ts';

interface MovedMessages {
  /** Messages that the visitor sees. */
  count: number;
  /** Of the merged chat. */
  first_client_at: string | null;
  responded_at: string | null;
}

/** Appends all messages and notes of a chat to another, in order. Both chats are locked. */
export async function moveMessages(
  ctx: WidgetContext,
  from: { id: number },
  into: { id: number; last_seq: number },
): Promise<MovedMessages> {
  const count = await store.moveToChat(ctx, from, into);
  return { count, ...(await store.findFirstTimes(ctx, into.id)) };
}
