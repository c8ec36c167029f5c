import type { Message } from '@parley/live';
import { canDeleteIn } from '../../../entities/chat/messengers.ts';

const ARRIVED: ReadonlySet<string> = new Set(['sent', 'delivered', 'read']);

/** Whether the messenger may let the author change a message: it has it. For how long, only the messenger knows. */
export function isChangeable({ delivery, deleted_at, private: isNote }: Message, channel: string) {
  return !isNote && deleted_at === null && delivery !== null && ARRIVED.has(delivery.status) && canDeleteIn(channel);
}
