import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { api } from '@parley/contract';
import { afterAll, beforeAll } from 'vitest';
import { asSystem } from '../../src/kernel/data/context.ts';
import { listDueLanes } from '../../src/kernel/deliveries/store.ts';
import { getForMessage } from '../../src/modules/conversations/chats/index.ts';
import * as messages from '../../src/modules/conversations/messages/index.ts';
import { type OpenApp, openApp, type TestApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { until } from '../until.ts';
import type { Customer, FakeVendor, Fate } from './fake-vendor.ts';
import { connect, fateOf, messagesOf, reply } from './messenger-app.ts';

const VENDORS = ['tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx', 'cian', 'ali', 'avito'];

/** One address for all accounts of all vendors: a call goes to the fake whose token it contains. */
export async function startExchange() {
  const fakes: FakeVendor[] = [];
  const absent = new Set<FakeVendor>();
  const answers = new Map<FakeVendor, { status: number; json: unknown }>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const content = [request.url, ...Object.values(request.headers), body].join(' ');
    const fake = fakes.find(({ credential: { token, app_secret: secret } }) =>
      [token, secret].some((each) => each !== undefined && content.includes(each)),
    );
    if (!fake || absent.has(fake)) return void request.socket.destroy();
    const said = answers.get(fake);
    if (said) return void response.writeHead(said.status).end(JSON.stringify(said.json));
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const given = { method: request.method, headers: headers as Record<string, string> };
    const answer = await fetch(new URL(request.url ?? '/', fake.url), {
      ...given,
      ...(body.length && { body }),
    }).catch(() => undefined);
    if (!answer) return void request.socket.destroy();
    const passed = ['content-type', 'retry-after']
      .map((name) => [name, answer.headers.get(name)])
      .filter(([, each]) => each);
    response.writeHead(answer.status, Object.fromEntries(passed)).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      OUTBOUND_ALLOW: '127.0.0.1',
      MESSENGER_URLS: VENDORS.map((vendor) => `${vendor}=${url}`).join(),
      MESSENGER_INBOUND: 'webhook',
    },
    async add<F extends FakeVendor>(starting: Promise<F>): Promise<F> {
      const fake = await starting;
      fakes.push(fake);
      return fake;
    },
    /** Nobody answers for the vendor. */
    setAbsent: (fake: FakeVendor, isAbsent: boolean) => void (isAbsent ? absent.add(fake) : absent.delete(fake)),
    /** The vendor says this to everything. */
    setAnswer: (fake: FakeVendor, status: number, json: unknown) => void answers.set(fake, { status, json }),
    unsetAnswer: (fake: FakeVendor) => void answers.delete(fake),
    close() {
      for (const fake of fakes) fake.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Exchange = Awaited<ReturnType<typeof startExchange>>;

export interface Server {
  app: OpenApp;
  exchange: Exchange;
}

export const LIVE = { isolated: true, background: true, live: true, isPublic: true } as const;

/** Lets the server's time pass; a test moves it ahead with `skip`. */
export function runClock({ clock }: Pick<TestApp, 'clock'>) {
  let value = clock.now;
  let last = performance.now();
  Object.defineProperty(clock, 'now', {
    get() {
      const passed = Math.floor(performance.now() - last);
      last += passed;
      value = value.add({ milliseconds: passed });
      return value;
    },
    set(next: Temporal.Instant) {
      value = next;
    },
  });
}

/** A server for all tests of a file: each connects an account of its own. `prepare` adds settings. */
export function shareServer(prepare: (exchange: Exchange) => Promise<Record<string, string>> = async () => ({})) {
  let shared: Server | undefined;
  beforeAll(async () => {
    const exchange = await startExchange();
    shared = { exchange, app: await openApp({ ...exchange.env, ...(await prepare(exchange)) }, LIVE) };
    runClock(shared.app);
  });
  afterAll(async () => {
    await shared?.app.end();
    shared?.exchange.close();
  });
  return (): Server => {
    if (!shared) throw new Error('The server is started before the first test');
    return shared;
  };
}

/** Moves the server's time, and sends what is due then. */
export async function skip(app: TestApp, seconds: number) {
  app.clock.now = app.clock.now.add({ milliseconds: Math.round(seconds * 1_000) });
  await app.unitOfWork.write({}, async ({ sql, now, wake }) => {
    for (const lane of await listDueLanes(sql, now)) wake(lane);
  });
}

let customers = 80_000;

function newCustomer(): Customer {
  customers += 1;
  return { id: String(customers), name: `Customer ${customers}` };
}

export async function connectFake(owner: Owner, fake: FakeVendor) {
  if (fake.vendor !== 'vk') return connect(owner, fake);
  const community = (fake as FakeVendor & { community: string }).community;
  return (await owner.call(api.messengers.addCommunity, { body: { token: fake.credential.token, community } })).data;
}

/** A customer who has written to an account that is connected. */
export async function begin<F extends FakeVendor>({ app, exchange }: Server, starting: Promise<F>) {
  const [owner, fake] = [await app.owner(), await exchange.add(starting)];
  await connectFake(owner, fake);
  return { app, exchange, owner, fake, ...(await beginChat(app, owner, fake)) };
}

/** The chat of one more customer. */
export async function beginChat(app: OpenApp, owner: Owner, fake: FakeVendor, customer = newCustomer()) {
  const list = async () => (await owner.call(api.chats.list, { query: { limit: 100 } })).data.data.map(({ id }) => id);
  const before = await list();
  await fake.write(customer, { text: 'Hello' });
  const id = await until(async () => (await list()).find((each) => !before.includes(each)) ?? false, 'the chat begins');
  const params = { id };
  return {
    customer,
    chatId: id,
    params,
    say: (body: string, more: object = {}) => reply(owner, id, { body, ...more }),
    send: (message: Record<string, unknown>) => reply(owner, id, message),
    list: () => messagesOf(owner, id),
    read: async () => (await owner.call(api.chats.read, { params })).data,
    fate: (message: { id: number; chat_id: number }, status: string) => fateOf(owner, message, status),
    /** What the customer sees of us. */
    seen: () => fake.sent.filter(({ person }) => person === customer.id),
    texts: () => fake.sent.filter(({ person }) => person === customer.id).map(({ text }) => text),
    /** Waits until so many attempts have failed and the next one has a time. */
    failed: (message: { id: number }, count: number) => untilFailed(app, message, count),
  };
}

/** Resolves to the seconds between the last attempt and the next one. */
function untilFailed(app: OpenApp, { id }: { id: number }, count: number) {
  const statement = `SELECT extract(epoch FROM due_at - (log->-1->>'at')::timestamptz)::float AS wait FROM deliveries
    WHERE message_id = ${id} AND kind = 'messenger' AND failures = ${count}`;
  return until(
    async () => (await app.sql<{ wait: number }>(statement))[0]?.wait ?? false,
    `attempt ${count} has failed`,
  );
}

export const inMessage = (message: { id: number; chat_id: number }) => ({
  params: { id: message.chat_id, message_id: message.id },
});

/** A message of the AI or of the server itself. */
export async function post(app: OpenApp, owner: Owner, chatId: number, message: Parameters<typeof messages.post>[2]) {
  const { widgetId, accountId, buttonGuid } = owner;
  const tenant = { widgetId, accountId, buttonGuid };
  await app.unitOfWork.write({ tenant }, async (write) => {
    const ctx = asSystem(write, tenant);
    await messages.post(ctx, await getForMessage(ctx, chatId), message);
  });
}

/** The vendor takes one message more. Returns how to let it take others again. */
export function breakAfterFirst(fake: FakeVendor, fate: Fate) {
  const { push } = fake.sent;
  fake.sent.push = (...sent) => {
    fake.behave({ fate });
    return push.apply(fake.sent, sent);
  };
  return () => {
    fake.sent.push = push;
    fake.behave({ fate: 'ok' });
  };
}
