import type { Write } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

/** Tells external operators what became of chats that they answered, if they want to know. */
export function tell(work: Write, event: 'handoff' | 'closed', chats: store.ToldChat[]) {
  if (!chats.length) return;
  store.insertNotices(work, event, chats);
  for (const { operatorId } of chats) work.wake({ kind: 'operator', destinationId: operatorId });
}
