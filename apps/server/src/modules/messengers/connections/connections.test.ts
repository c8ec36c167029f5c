import { api, type MessengerProvider } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChannel } from '../../../../test/channels.ts';
import type { OpenApp } from '../../../../test/harness.ts';
import { startAli } from '../../../../test/messengers/ali.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { openMessengerApp, startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { startWaTwilio } from '../../../../test/messengers/wa-twilio.ts';
import type { Owner } from '../../../../test/owners.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { connect, verify, disconnect, read, list } = api.messengers;

let app: OpenApp;
let board: Awaited<ReturnType<typeof startSwitchboard>>;
let mxBoard: Awaited<ReturnType<typeof startSwitchboard>>;
let mx: FakeVendor;
let ali: FakeVendor;
let wa: FakeVendor;
let twilio: FakeVendor;

beforeAll(async () => {
  [board, mxBoard] = [await startSwitchboard(), await startSwitchboard()];
  mx = await mxBoard.add(startMx());
  [ali, wa, twilio] = await Promise.all([startAli(), startWaCloud(), startWaTwilio()]);
  app = await openMessengerApp({ tg: board.url, mx: mxBoard.url, ali: ali.url, wa: wa.url, twilio: twilio.url });
});
afterAll(async () => {
  await app.end();
  board.close();
  mxBoard.close();
  for (const fake of [ali, wa, twilio]) fake.close();
});

const addBot = () => board.add(startTg());
const tg = { params: { provider: 'tg' as const } };
const named = (provider: MessengerProvider) => ({ params: { provider } });
const put = (owner: Owner, bot: FakeVendor) => owner.call(connect, { ...tg, body: bot.credential });
const state = async (owner: Owner) => (await owner.call(read, tg)).data;

/** What the hook answers to an update with the secret that the vendor has. */
async function statusOf(hookUrl: string | undefined, bot: FakeVendor) {
  const { json } = bot.calls.findLast(({ path, json }) => path.endsWith('/setWebhook') && json.url === hookUrl) ?? {};
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': json?.secret_token };
  return (await fetch(String(hookUrl), { method: 'POST', headers, body: '{"update_id":1}' })).status;
}

test('all eleven messengers are listed in one order, and only two have a sid', async () => {
  const { data, next_cursor } = (await (await app.owner()).call(list)).data;
  expect(next_cursor).toBeNull();
  expect(data.map(({ provider }) => provider)).toEqual(
    ['tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx', 'cian', 'ali', 'apple', 'custom'], // biome-ignore format: one line
  );
  expect(data.flatMap((each) => ('has_sid' in each ? [each.provider] : []))).toEqual(['wa', 'apple']);
  expect(data.flatMap(({ provider, writable }) => (writable ? [] : [provider]))).toEqual(['vk', 'custom']);
  const none = { connected: false, has_token: false, link: null, account: null, webhook: null, connected_at: null };
  for (const each of data) expect(each).toMatchObject(none);
});

test('a bot is connected with its own name and link, and its updates are accepted', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  const { status, data } = await put(owner, bot);
  expect({ status, data }).toEqual({
    status: 200,
    data: {
      provider: 'tg',
      connected: true,
      writable: true,
      has_token: true,
      link: 'https://t.me/shop_test_bot',
      account: { id: bot.credential.token.split(':')[0], name: 'Shop bot', username: 'shop_test_bot' },
      webhook: { registered: true, mode: 'webhook', reason: null, detail: null, checked_at: expect.any(String) },
      connected_at: expect.any(String),
    },
  });
  expect(await state(owner)).toEqual(data);
  expect((await owner.call(list)).data.data[0]).toEqual(data);
  expect(await statusOf(bot.hookUrl, bot)).toBe(200);
  const url = 'https://t.me/other';
  const named = await owner.call(connect, { ...tg, body: { ...bot.credential, url } });
  expect(named.data.link).toBe(url);
});

test('secrets are sealed at rest and in no answer or audit entry', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  const { body } = await put(owner, bot);
  const key = bot.hookUrl?.split('/').at(-1) ?? '';
  const secret = bot.calls.findLast(({ json }) => json?.secret_token)?.json.secret_token;
  const [row] = await app.sql(`SELECT * FROM messenger_connections WHERE widget_id = ${owner.widgetId}`);
  const entries = await app.sql(
    `SELECT * FROM audit_log WHERE widget_id = ${owner.widgetId} AND action LIKE 'messenger.%'`,
  );
  expect(entries).toMatchObject([{ action: 'messenger.connected' }]);
  const written = JSON.stringify([row, body, entries, (await owner.call(list)).body]);
  for (const each of [bot.credential.token, key, secret]) {
    expect(each.length).toBeGreaterThan(20);
    expect(written).not.toContain(each);
    expect(written).not.toContain(Buffer.from(each).toString('base64'));
  }
});

test("the account of WhatsApp is its number: Meta's id of it is part of the credential, and in no answer", async () => {
  const owner = await app.owner();
  const { body, data } = await owner.call(connect, { ...named('wa'), body: wa.credential });
  expect(data).toMatchObject({ has_sid: true, webhook: { registered: true }, account: { name: 'Test shop' } });
  expect(data.account?.id).toBe(data.account?.username?.replaceAll(/\D/g, ''));
  const [row] = await app.sql(`SELECT * FROM messenger_connections WHERE widget_id = ${owner.widgetId}`);
  const entries = await app.sql(`SELECT * FROM audit_log WHERE widget_id = ${owner.widgetId}`);
  const answers = [body, (await owner.call(list)).body, (await owner.call(read, named('wa'))).body];
  expect(JSON.stringify([row, entries, answers])).not.toContain(wa.credential.sid);
  await owner.call(disconnect, named('wa'));
});

test('a number at Twilio is connected by its sender alone', async () => {
  const owner = await app.owner();
  const { data } = await owner.call(connect, { ...named('wa'), body: twilio.credential });
  expect(data).toMatchObject({ webhook: { registered: true } });
  expect(twilio.calls.filter(({ path }) => !path.startsWith('/v2/Channels/Senders'))).toEqual([]);
  await owner.call(disconnect, named('wa'));
});

test('AliExpress says at once whether it takes the token', async () => {
  const owner = await app.owner();
  const put = async (token: string) =>
    (await owner.call(connect, { ...named('ali'), body: { url: null, token } })).data;
  expect((await put('wrong')).webhook).toMatchObject({ registered: false, reason: 'credential_rejected' });
  expect((await put(ali.credential.token)).webhook).toMatchObject({ registered: true, mode: 'polling', reason: null });
  await owner.call(disconnect, named('ali'));
});

test('a token at a vendor that names no account belongs to one widget', async () => {
  const [owner, bob] = [await app.owner(), await app.owner()];
  const given = { ...named('ali'), body: ali.credential };
  expect((await owner.call(connect, given)).status).toBe(200);
  expect((await owner.call(connect, given)).status).toBe(200);
  expect((await bob.call(connect, given)).problem).toMatchObject({ status: 409, reason: 'messenger_taken' });
  await owner.call(disconnect, named('ali'));
  const answers = await Promise.all([owner.call(connect, given), bob.call(connect, given)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a vendor that answers in an unknown form has not answered', async () => {
  const owner = await app.owner();
  const bot = await addBot();
  board.break(bot, { json: { ok: true } });
  mxBoard.break(mx, { json: {} });
  const unknown = { registered: false, reason: 'provider_unreachable', detail: 'The answer has an unknown form' };
  expect((await put(owner, bot)).data).toMatchObject({ connected: true, webhook: unknown });
  const { data } = await owner.call(connect, { ...named('mx'), body: mx.credential });
  expect(data).toMatchObject({ connected: true, account: null, webhook: unknown });
  mxBoard.mend(mx);
  await owner.call(disconnect, named('mx'));
});

test('each write purges the served widget and is in the audit log', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  const revision = async () => {
    const [row] = await app.sql<{ at: string }>(
      `SELECT config_revision AS at FROM widgets WHERE id = ${owner.widgetId}`,
    );
    return Number(row?.at);
  };
  const first = await revision();
  await put(owner, bot);
  await owner.call(verify, tg);
  await owner.call(disconnect, tg);
  expect(await revision()).toBe(first + 3);
  const entries = await app.sql(
    `SELECT action, subject_id FROM audit_log WHERE widget_id = ${owner.widgetId} AND action LIKE 'messenger.%' ORDER BY id`,
  );
  const actions = ['messenger.connected', 'messenger.verified', 'messenger.disconnected'];
  expect(entries).toEqual(actions.map((action) => ({ action, subject_id: 'tg' })));
});

test('a credential that Telegram rejects is not stored, and the one before keeps working', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  for (const status of [401, 404]) {
    board.break(bot, status);
    const { status: answer, problem } = await put(owner, bot);
    expect({ answer, problem }).toMatchObject({
      answer: 422,
      problem: { reason: 'credential_rejected', errors: { token: [expect.any(String)] } },
    });
    expect(await state(owner)).toMatchObject({ connected: false, webhook: null });
  }
  board.mend(bot);
  await put(owner, bot);
  const [before, hook] = [await state(owner), bot.hookUrl];
  const wrong = { ...bot.credential, token: '5:not-a-token' };
  expect((await owner.call(connect, { ...tg, body: wrong })).problem.reason).toBe('credential_rejected');
  expect(await state(owner)).toEqual(before);
  expect([bot.hookUrl, await statusOf(hook, bot)]).toEqual([hook, 200]);
});

test.each(['closed', 429, 500, 502] as const)(
  'a credential is stored while Telegram does not say whether it is right: %s; verifying it connects it',
  async (outage) => {
    const [owner, bot] = [await app.owner(), await addBot()];
    board.break(bot, outage);
    const { status, data } = await put(owner, bot);
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { connected: true, has_token: true, webhook: { registered: false, reason: 'provider_unreachable' } },
    });
    const again = await owner.call(verify, tg);
    expect(again).toMatchObject({ status: 200, data: { webhook: { reason: 'provider_unreachable' } } });
    board.mend(bot);
    expect((await owner.call(verify, tg)).data).toMatchObject({
      account: { name: 'Shop bot', username: 'shop_test_bot' },
      link: 'https://t.me/shop_test_bot',
      webhook: { registered: true, reason: null },
    });
    expect(await statusOf(bot.hookUrl, bot)).toBe(200);
  },
);

test('Telegram has ten seconds to answer', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  board.break(bot, 'hung');
  const started = performance.now();
  expect((await put(owner, bot)).data).toMatchObject({ webhook: { reason: 'provider_unreachable' } });
  expect((performance.now() - started) / 1_000).toBeCloseTo(10, -0.3);
});

test('other messengers store a credential that is rejected, and say so', async () => {
  const owner = await app.owner();
  const body = { ...mx.credential, token: 'wrong' };
  const { status, data } = await owner.call(connect, { ...named('mx'), body });
  expect({ status, data }).toMatchObject({
    status: 200,
    data: { connected: true, webhook: { registered: false, reason: 'credential_rejected' } },
  });
});

test('another credential replaces the connection whole: another hook, and the account before is let go', async () => {
  const [owner, one, two] = [await app.owner(), await addBot(), await addBot()];
  await put(owner, one);
  const first = String(one.hookUrl);
  await put(owner, one);
  const second = String(one.hookUrl);
  expect(second).not.toBe(first);
  expect([await statusOf(first, one), await statusOf(second, one)]).toEqual([404, 200]);
  await put(owner, two);
  expect([one.hookUrl, await statusOf(second, one), await statusOf(two.hookUrl, two)]).toEqual([undefined, 404, 200]);
  const other = await app.owner();
  expect((await put(other, one)).status).toBe(200);
});

test('the hook of the same account at a messenger with several hooks is the only one of ours', async () => {
  const owner = await app.owner();
  const bodies = { ...named('mx'), body: mx.credential };
  await owner.call(connect, bodies);
  const first = mx.hookUrl;
  await owner.call(connect, bodies);
  const removed = mx.calls.filter(({ method, path }) => method === 'DELETE' && path === '/subscriptions');
  expect(removed.map(({ query }) => query.get('url'))).toContain(first);
  await owner.call(disconnect, named('mx'));
});

test('an account that turns out to be in use by another widget is not taken from it', async () => {
  const [ann, bob] = [await app.owner(), await app.owner()];
  const given = { ...named('mx'), body: mx.credential };
  mxBoard.break(mx, 500);
  // The token alone does not say whose it is.
  expect((await ann.call(connect, given)).data).toMatchObject({ account: null, webhook: { registered: false } });
  mxBoard.mend(mx);
  expect((await bob.call(connect, given)).data.webhook).toMatchObject({ registered: true });
  const hook = mx.hookUrl;
  expect((await ann.call(verify, named('mx'))).data.webhook).toMatchObject({ registered: false, reason: 'conflict' });
  await ann.call(disconnect, named('mx'));
  expect(mx.hookUrl).toBe(hook);
  await bob.call(disconnect, named('mx'));
});

test('verifying keeps the hook and its secret, and brings back a hook that was lost', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  await put(owner, bot);
  const hook = bot.hookUrl;
  const secrets = () => bot.calls.flatMap(({ json }) => json?.secret_token ?? []);
  bot.loseHook?.();
  expect((await owner.call(verify, tg)).data.webhook).toMatchObject({ registered: true });
  expect([bot.hookUrl, new Set(secrets()).size, secrets().length]).toEqual([hook, 1, 2]);
  expect(await statusOf(hook, bot)).toBe(200);
});

test('what is not connected can be neither verified nor disconnected', async () => {
  const owner = await app.owner();
  for (const provider of ['tg', 'vk', 'apple'] as const) {
    expect((await owner.call(verify, named(provider))).problem).toMatchObject({ reason: 'messenger_not_connected' });
    expect((await owner.call(disconnect, named(provider))).status).toBe(404);
  }
  expect((await owner.call(verify, named('custom'))).problem).toMatchObject({
    status: 422,
    reason: 'provider_not_writable',
  });
  expect((await owner.call(disconnect, named('custom'))).status).toBe(404);
});

test('custom channels are connected by one that takes replies, and disconnecting switches every one off', async () => {
  const owner = await app.owner();
  const custom = async () => (await owner.call(read, named('custom'))).data.connected;
  const first = await addChannel(owner);
  expect(await custom()).toBe(false);
  const second = await addChannel(owner, { outbound_url: 'https://1.1.1.1/replies' });
  expect(await custom()).toBe(true);
  expect((await owner.call(disconnect, named('custom'))).status).toBe(204);
  expect(await custom()).toBe(false);
  expect([(await first.read()).is_active, (await second.read()).is_active]).toEqual([false, false]);
});

test('consoles learn that customers can no longer be reached, and that they can again', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  await put(owner, bot);
  await bot.write({ id: '77', name: 'Carol' }, { text: 'Hello' });
  const [chat] = (await owner.call(api.chats.list)).data.data;
  const console = await connectAgent(app, owner);
  let version = chat?.version ?? 0;
  const reachAfter = async (act: () => Promise<unknown>) => {
    await act();
    const { heads } = await console.hears(
      'heads',
      ({ heads: [head] }) => head.id === chat?.id && head.version > version,
    );
    version = heads[0].version;
    const { chats } = await console.call('chats', { ids: [chat?.id ?? 0] });
    return chats[0]?.reach?.state;
  };
  expect(await reachAfter(() => owner.call(disconnect, tg))).toBe('not_connected');
  expect(await reachAfter(() => put(owner, bot))).toBe('open');
});
