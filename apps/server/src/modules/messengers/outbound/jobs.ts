import type { InWidget, JobContext, Read } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import { findConnection } from '../connections/index.ts';
import { type Access, type Driver, VendorRefusal } from '../drivers/index.ts';
import { isOfAnotherAccount } from './courier.ts';
import { openLine } from './line.ts';
import * as store from './store.ts';

interface InChat {
  widget_id: number;
  chat_id: number;
}

const CALL_MS = 5_000;

/** Shows the customer that an agent is typing, or no longer is. */
export const showTyping = defineJob<InChat & { state: 'start' | 'stop' }>({
  ...chats.typingSign,
  timeoutMs: 15_000,
  run: (work, payload) =>
    inChat(work, payload, async ({ driver, access, side }) => {
      if (payload.state === 'stop') await driver.stopTyping?.(access, side);
      else await driver.typing?.(access, { ...side, lastMessage: side.last_message });
    }),
});

/** Shows the customer that their messages were read, up to this one. */
export const markSeen = defineJob<InChat & { message_id: number }>({
  ...chats.markSeenSign,
  timeoutMs: 15_000,
  run: (work, payload) =>
    inChat(work, payload, async ({ driver, access, side }) => {
      const { widget_id: widgetId, chat_id: chatId, message_id: messageId } = payload;
      const id = await findVendorId({ ...work, widgetId }, side, { chatId, messageId });
      if (id !== null) await driver.markSeen?.(access, { ...side, id });
    }),
});

/** The vendor's id of a customer's message. That of their newest one is also kept with the chat. */
async function findVendorId(
  work: InWidget<Read>,
  { connection_id: ours, last_message }: Signal['side'],
  { chatId, messageId }: { chatId: number; messageId: number },
) {
  const recorded = await messages.listExternal(work, chatId, messageId);
  const found = recorded.find(({ connection_id }) => connection_id === ours);
  if (!found) return (await store.isNewestOfCustomer(work, chatId, messageId)) ? last_message : null;
  const { external_id: id, part } = found;
  // One of several files of a message has the number of its part after the id.
  return part > 0 ? id.slice(0, -`#${part}`.length) : id;
}

interface Signal {
  driver: Driver;
  access: Access;
  side: NonNullable<Awaited<ReturnType<typeof store.findSide>>>;
}

/** Neither is worth more than an attempt: the vendor may be away, or refuse. */
async function inChat(
  work: JobContext,
  { widget_id: widgetId, chat_id: chatId }: InChat,
  act: (signal: Signal) => Promise<void>,
) {
  const side = await store.findSide({ ...work, widgetId }, chatId);
  const connection = side && (await findConnection({ ...work, widgetId }, side.connection_id));
  if (!side || !connection || isOfAnotherAccount(connection, side)) return;
  if (connection.status !== 'enabled' || connection.rejected_at !== null) return;
  const line = openLine(work, connection, { atMostMs: CALL_MS, signal: work.signal });
  try {
    await line.call((access) => act({ driver: line.driver, access, side }));
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error;
  }
}
