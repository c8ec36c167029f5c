import { api } from '@parley/contract';
import { onTestFinished } from 'vitest';
import type { Vendor } from '../../src/modules/messengers/drivers/driver.ts';
import { startApp, type TestApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { until } from '../until.ts';
import type { Customer, FakeVendor } from './fake-vendor.ts';

/** A server whose vendors are these fakes, with everything that runs in the background. */
export async function startMessengerApp(fakes: FakeVendor[], env: Record<string, string> = {}) {
  const urls = fakes.map(({ vendor, credential, url }) => `${addressKeyOf(vendor, credential.sid)}=${url}`);
  for (const fake of fakes) onTestFinished(fake.close);
  const app = await startApp(
    { OUTBOUND_ALLOW: '127.0.0.1', MESSENGER_URLS: urls.join(','), MESSENGER_INBOUND: 'webhook', ...env },
    { isolated: true, background: true, live: true, isPublic: true },
  );
  keepTime(app);
  return app;
}

const TICK_MS = 20;

/** Lets the server's time pass: a chat is sent to once a second. A test may still move it forward. */
function keepTime({ clock }: TestApp) {
  let last = Temporal.Now.instant();
  const timer = setInterval(() => {
    const now = Temporal.Now.instant();
    clock.now = clock.now.add(last.until(now)).round('millisecond');
    last = now;
  }, TICK_MS);
  onTestFinished(() => clearInterval(timer));
}

const addressKeyOf = (vendor: Vendor, sid: string | undefined) =>
  vendor === 'wa' && sid?.startsWith('AC') ? 'twilio' : vendor;

/** Connects the account of a fake. */
export async function connect(owner: Owner, { vendor, credential }: FakeVendor) {
  const params = { provider: vendor } as never;
  return (await owner.call(api.messengers.connect, { params, body: credential })).data;
}

/** The chat of a customer, once it has so many messages. */
export async function chatOf(owner: Owner, count = 1) {
  return until(async () => {
    const [chat] = (await owner.call(api.chats.list)).data.data;
    return chat !== undefined && chat.last_seq >= count && chat;
  }, `a chat has ${count} messages`);
}

/** Messages of a chat, oldest first. */
export const messagesOf = async (owner: Owner, id: number) =>
  (await owner.call(api.messages.list, { params: { id }, query: { limit: 100 } })).data.data.toReversed();

/** Sends a reply as the owner. */
export async function reply(owner: Owner, id: number, body: Record<string, unknown>) {
  const message = { type: 'text', agent_id: owner.agentId, ...body };
  return (await owner.call(api.messages.send, { params: { id }, body: message })).data;
}

/** Waits until a message has that fate. */
export async function fateOf(owner: Owner, message: { id: number; chat_id: number }, status: string) {
  return until(async () => {
    const found = (await messagesOf(owner, message.chat_id)).find(({ id }) => id === message.id);
    return found?.delivery?.status === status && found;
  }, `the message is ${status}`);
}

export type { Customer, TestApp };
