import { api } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenApp, openApp } from '../../../../test/harness.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import {
  chatsOf,
  LIVE,
  messagesWith,
  newCustomer,
  PNG,
  runClock,
  settingsFor,
  withFreshTokens,
} from '../../../../test/messengers/inbound-server.ts';
import { connect } from '../../../../test/messengers/messenger-app.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';

const WITHOUT_BACKGROUND = { ...LIVE, background: false };

let board: Awaited<ReturnType<typeof startSwitchboard>>;
let vk: Awaited<ReturnType<typeof startVk>>;
let others: FakeVendor[];
let env: Record<string, string>;
let app: OpenApp;
const stops: (() => unknown)[] = [];

/** One more server on the same database. */
async function startNode(connection?: string, options: object = LIVE) {
  const node = await openApp(env, { ...options, connection });
  const stopClock = runClock(node);
  let isEnded = false;
  const end = async () => {
    stopClock();
    if (!isEnded) await node.end();
    isEnded = true;
  };
  stops.push(end);
  return Object.assign(node, { stop: end });
}

beforeAll(async () => {
  board = await startSwitchboard();
  vk = await startVk();
  others = [vk, await startMx()];
  env = settingsFor(others, { MESSENGER_INBOUND: 'polling', urls: `tg=${board.url}` });
  app = await startNode();
});

let owner: Owner;
let tg: FakeVendor;
beforeEach(async () => {
  owner = withFreshTokens(app, await app.owner());
  tg = await board.add(startTg());
});

afterAll(async () => {
  for (const stop of stops) await stop();
  for (const fake of others) fake.close();
  board.close();
});

async function connectVk() {
  const body = { token: vk.credential.token, community: vk.community };
  return (await owner.call(api.messengers.addCommunity, { body })).data;
}

test('polls that fail say why in `webhook`, and when they bring updates again', async () => {
  await connect(owner, tg);
  const webhook = async () => (await owner.call(api.messengers.read, { params: { provider: 'tg' } })).data.webhook;
  const says = async (reason: string | null) => {
    const read = async () => {
      const found = await webhook();
      return found?.reason === reason && found;
    };
    return until(read, `the reason is ${reason}`, 30_000);
  };
  // Another system reads the updates.
  board.break(tg, 409);
  expect(await says('conflict')).toMatchObject({ registered: false, mode: 'polling' });
  board.break(tg, 500);
  await says('provider_unreachable');
  board.mend(tg);
  expect(await says(null)).toMatchObject({ registered: true, mode: 'polling' });
  const customer = newCustomer();
  await tg.write(customer, { text: 'Back' });
  await messagesWith(owner, customer);
});

test.each([
  ['tg', () => tg],
  ['vk', () => vk],
  ['mx', () => others[1]],
])('what is written to %s is read in order, also without a public address', async (provider, get) => {
  const fake = get() as FakeVendor;
  const customer = newCustomer();
  const { webhook } = provider === 'vk' ? await connectVk() : await connect(owner, fake);
  expect(webhook).toMatchObject({ registered: true, mode: 'polling', reason: null });
  // VK tells what is newer than the first poll.
  if (provider === 'vk') await until(() => fake.calls.some(({ path }) => path.startsWith('/lp/')), 'the first poll');
  await fake.write(customer, { file: { name: 'a.png', type: 'image/png', bytes: PNG } });
  await fake.write(customer, { text: 'After it' });
  const messages = await messagesWith(owner, customer, 2);
  expect(messages.map(({ type, body }) => [type, body])).toEqual([
    ['image', null],
    ['text', 'After it'],
  ]);
  expect(fake.hookUrl).toBeUndefined();
});

const polls = () => tg.calls.filter(({ path }) => path.endsWith('/getUpdates')).length;

test('of two servers one reads, and the other goes on from there when it stops or dies', async () => {
  const customer = newCustomer();
  const first = await startNode();
  owner = await first.owner();
  await connect(owner, tg);
  const second = await startNode(first.connection);
  await until(() => polls() === 1, 'the first poll');
  for (const text of ['One', 'Two', 'Three']) {
    const before = polls();
    await tg.write(customer, { text });
    await until(() => polls() > before, 'the next poll');
  }
  expect(polls()).toBe(4);
  await first.stop();
  await tg.write(customer, { text: 'Four' });
  await until(() => polls() >= 5, 'the other server reads');
  await second.stop();
  // As a server leaves it that is killed.
  const third = await startNode(first.connection, WITHOUT_BACKGROUND);
  await third.sql(`UPDATE messenger_connections SET poll_due_at = '${third.clock.now.add({ seconds: 12 })}'`);
  await third.stop();
  await tg.write(customer, { text: 'Five' });
  const count = polls();
  const fourth = await startNode(first.connection);
  fourth.clock.now = fourth.clock.now.subtract({ seconds: 60 });
  await until(async () => (await fourth.sql('SELECT FROM nodes')).length > 0, 'the server works');
  expect(polls()).toBe(count);
  fourth.clock.now = fourth.clock.now.add({ seconds: 60 + 13 });
  await until(() => polls() > count, 'the lease is taken over');
  const bodies = async () =>
    (await fourth.sql<{ body: string }>('SELECT body FROM messages ORDER BY id')).map(({ body }) => body);
  await until(async () => (await bodies()).length === 5, 'all messages');
  expect(await bodies()).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
});

test('a token that is revoked ends the polling, and says why, until another bot takes its place', async () => {
  const customer = newCustomer();
  await connect(owner, tg);
  await tg.write(customer, { text: 'To the old bot' });
  await messagesWith(owner, customer);
  tg.revoke();
  await tg.write(customer, { text: 'Anybody?' });
  const webhook = await until(async () => {
    const { data } = await owner.call(api.messengers.read, { params: { provider: 'tg' } });
    return data.webhook?.reason !== null && data.webhook;
  }, 'the token is rejected');
  expect(webhook).toMatchObject({ registered: false, mode: 'polling', reason: 'credential_rejected' });
  const count = polls();
  const other = await board.add(startTg());
  await connect(owner, other);
  // Both bots count their updates and messages alike.
  await other.write(customer, { text: 'To the new bot' });
  await until(async () => (await chatsOf(owner, customer)).length === 2, 'a chat with the new bot');
  expect(await messagesWith(owner, customer)).toMatchObject([{ body: 'To the new bot' }]);
  expect(polls()).toBe(count);
});
