import type { WidgetWork } from '../../../kernel/data/context.ts';
import * as recipients from '../../people/recipients/index.ts';
import * as suppressions from '../../people/suppressions/index.ts';
import type { LockedChat } from '../chats/index.ts';
import type { NewMessage } from './new-message.ts';

const STOP = ['stop', 'unsubscribe', 'стоп', 'отписаться'];
const START = ['start', 'старт'];
/** As people type it: `/stop`, `STOP!`, `«стоп».` */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const LONGEST = Math.max(...[...STOP, ...START].map((word) => word.length));

/** Whoever writes just one of the words leaves the broadcasts of their channel, or comes back. */
export async function followStopWords(ctx: WidgetWork, chat: LockedChat, { body = '' }: Pick<NewMessage, 'body'>) {
  if (body.length > LONGEST * 2 || chat.client_id === null) return;
  const word = body.replaceAll(AROUND, '').toLowerCase();
  const address = { channel: chat.channel, number: chat.client_id };
  if (START.includes(word)) await suppressions.liftAll(ctx, { ...address, reasons: ['stop_word'] });
  if (!STOP.includes(word)) return;
  await suppressions.suppressAll(ctx, { ...address, reason: 'stop_word' });
  recipients.recordUnsubscribed(ctx, chat.id);
}
