import type { JobContext } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { markSeenSign, typingSign } from '../../conversations/messages/index.ts';
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

/** Shows the customer that an agent is typing. */
export const showTyping = defineJob<InChat>({
  ...typingSign,
  timeoutMs: 15_000,
  run: (work, payload) =>
    inChat(work, payload, async ({ driver, access, side }) => {
      await driver.typing?.(access, side);
    }),
});

/** Shows the customer that their messages were read. */
export const markSeen = defineJob<InChat>({
  ...markSeenSign,
  timeoutMs: 15_000,
  run: (work, payload) =>
    inChat(work, payload, async ({ driver, access, side }) => {
      if (side.last_message !== null) await driver.markSeen?.(access, { ...side, id: side.last_message });
    }),
});

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
