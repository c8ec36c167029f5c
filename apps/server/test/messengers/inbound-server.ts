import { api, dashboard } from '@parley/contract';
import { afterAll, beforeAll } from 'vitest';
import { findForWidget, receiverOf } from '../../src/modules/messengers/connections/index.ts';
import type { Vendor } from '../../src/modules/messengers/drivers/index.ts';
import { withToken } from '../callers.ts';
import { type OpenApp, openApp, signIn } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { until } from '../until.ts';
import type { startAvito } from './avito.ts';
import type { Customer, FakeVendor } from './fake-vendor.ts';
import { connect, messagesOf } from './messenger-app.ts';

const TICK_MS = 20;

/** Settings of a server whose vendors are these fakes; `urls`: addresses of more vendors. */
export function settingsFor(fakes: FakeVendor[], { urls: more, ...env }: Record<string, string> = {}) {
  const nameOf = ({ vendor, credential }: FakeVendor) =>
    vendor === 'wa' && credential.sid?.startsWith('AC') ? 'twilio' : vendor;
  const urls = fakes.map((fake) => `${nameOf(fake)}=${fake.url}`);
  return {
    OUTBOUND_ALLOW: '127.0.0.1',
    MESSENGER_URLS: [...urls, ...(more ? [more] : [])].join(','),
    MESSENGER_INBOUND: 'webhook',
    ...env,
  };
}

/** Lets the server's time pass, also when a test moves it; returns how to stop it. */
export function runClock({ clock }: Pick<OpenApp, 'clock'>) {
  let last = Temporal.Now.instant();
  const timer = setInterval(() => {
    const now = Temporal.Now.instant();
    clock.now = clock.now.add(last.until(now)).round('millisecond');
    last = now;
  }, TICK_MS);
  return () => clearInterval(timer);
}

export const LIVE = { isolated: true, background: true, live: true, isPublic: true } as const;

/** One server with an owner for all tests of a file, which write as customers of their own. */
export function shareMessengers(start: () => Promise<FakeVendor[]>, env: () => Record<string, string> = () => ({})) {
  let shared: { app: OpenApp; owner: Owner };
  let fakes: FakeVendor[] = [];
  let stop = () => {};
  beforeAll(async () => {
    fakes = await start();
    const app = await openApp(settingsFor(fakes, env()), LIVE);
    stop = runClock(app);
    const owner = withFreshTokens(app, await app.owner());
    for (const fake of fakes) if (fake.vendor !== 'vk' && fake.vendor !== 'avito') await connect(owner, fake);
    shared = { app, owner };
  });
  afterAll(async () => {
    stop();
    for (const fake of fakes) fake.close();
    await shared.app.end();
  });
  return () => shared;
}

/** Fewer than a token's requests per minute. */
const CALLS_OF_A_TOKEN = 400;

/** The tests of a file ask more often than one token may. */
export function withFreshTokens(app: OpenApp, owner: Owner): Owner {
  let caller = Promise.resolve(owner.call);
  let calls = 0;
  const call: Owner['call'] = async (...given) => {
    calls += 1;
    if (calls % CALLS_OF_A_TOKEN === 0) caller = withToken(app, owner);
    return (await caller)(...given);
  };
  return { ...owner, call };
}

let customers = 70_000;

/** Somebody who has not written before. */
export function newCustomer(): Customer {
  customers += 1;
  return { id: String(customers), name: `Customer ${customers}` };
}

/** Chats of a customer, newest first. */
export async function chatsOf(owner: Owner, { name }: Pick<Customer, 'name'>) {
  const { data } = (await owner.call(api.chats.list, { query: { limit: 100 } })).data;
  return data.filter(({ contact_name }) => contact_name === name);
}

/** The chat of a customer, once it has so many messages. */
export function chatWith(owner: Owner, customer: Pick<Customer, 'name'>, count = 1) {
  return until(async () => {
    const [chat] = await chatsOf(owner, customer);
    return chat !== undefined && chat.last_seq >= count && chat;
  }, `the chat has ${count} messages`);
}

/** Messages of a customer's chat, oldest first, once there are so many. */
export async function messagesWith(owner: Owner, customer: Pick<Customer, 'name'>, count = 1) {
  return messagesOf(owner, (await chatWith(owner, customer, count)).id);
}

/** Messages of a chat, oldest first, once there are so many. */
export function messagesIn(owner: Owner, chatId: number, count: number) {
  return until(async () => {
    const messages = await messagesOf(owner, chatId);
    return messages.length >= count && messages;
  }, `the chat has ${count} messages`);
}

/** A lease is longer. */
const LONGEST_PAUSE = { seconds: 9 };

/** Waits for a condition to hold, and lets the pauses between attempts at an update pass. */
export function untilTried<T>(app: OpenApp, condition: () => Promise<T | false>, what: string) {
  return until(async () => {
    const found = await condition();
    if (found !== false) return found;
    const later = app.clock.now.add(LONGEST_PAUSE);
    const paused = await app.sql(`
      SELECT FROM messenger_updates
      WHERE attempts > 0 AND due_at > '${app.clock.now}'::timestamptz AND due_at <= '${later}'::timestamptz`);
    if (paused.length) app.clock.now = later;
    return false;
  }, what);
}

/** Where a vendor sends updates, which people enter by hand at some. */
export const hookOf = (app: OpenApp, { widgetId }: Owner, provider: Vendor) =>
  app.unitOfWork.read(async (work) => {
    const connection = await findForWidget({ ...work, widgetId }, provider);
    return connection && receiverOf(work.vault, work.publicUrl, connection).hook.url;
  });

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Pushes an update as Telegram does. */
export function pushToTg(tg: FakeVendor, update: object) {
  const { secret_token } = tg.calls.findLast(({ path }) => path.endsWith('/setWebhook'))?.json ?? {};
  return tg.pushOnce({
    body: JSON.stringify(update),
    headers: { 'x-telegram-bot-api-secret-token': secret_token },
    conversation: '',
  });
}

/** Grants access to the cabinet on Avito's page, as an owner does in the console. */
export async function connectAvito(app: OpenApp, owner: Owner, { oauth }: Awaited<ReturnType<typeof startAvito>>) {
  oauth.redirectUrl = `${app.publicUrl}/console-api/messengers/avito/callback`;
  const { call, cookie } = await signIn(app, owner);
  const { url } = (await call(dashboard.avitoConnection.connect)).data;
  const page = await fetch(url, { redirect: 'manual' });
  await fetch(page.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
}

/** Settings of the application that Avito knows. */
export const avitoSettings = ({ oauth }: Awaited<ReturnType<typeof startAvito>>) => ({
  AVITO_CLIENT_ID: oauth.client.id,
  AVITO_CLIENT_SECRET: oauth.client.secret,
});
