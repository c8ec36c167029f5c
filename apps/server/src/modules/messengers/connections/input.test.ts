import { api, type MessengerProvider, type Route } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import type { OpenApp } from '../../../../test/harness.ts';
import { openMessengerApp, startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { until } from '../../../../test/until.ts';

const { connect, verify, disconnect, read, addCommunity, removeCommunity, removeCabinet } = api.messengers;

let app: OpenApp;
let board: Awaited<ReturnType<typeof startSwitchboard>>;

/** Nothing listens on port 9: what gets through to a vendor other than Telegram is not answered. */
const AWAY = 'http://127.0.0.1:9';

beforeAll(async () => {
  board = await startSwitchboard();
  const others = ['vk', 'wa', 'twilio', 'vb', 'fb', 'ok', 'mx', 'cian', 'ali', 'apple', 'avito'];
  app = await openMessengerApp({ tg: board.url, ...Object.fromEntries(others.map((name) => [name, AWAY])) });
});
afterAll(async () => {
  await app.end();
  board.close();
});

const addBot = () => board.add(startTg());
const named = (provider: MessengerProvider) => ({ params: { provider } });
const plain = { url: null, token: 'secret' };
const apple = { url: 'https://1.1.1.1/gateway', token: 'secret', sid: 'msp:shop' };
const account = `AC${'0'.repeat(32)}`;

/** Names of refused members; none if the body is accepted. */
async function refusedIn(provider: MessengerProvider, body: unknown) {
  const owner = await app.owner();
  const { status, problem } = await owner.call(connect, { ...named(provider), body });
  if (status === 200) {
    // Another owner may have the same credential then.
    await owner.call(disconnect, named(provider));
    return [];
  }
  expect(problem).toMatchObject({ status: 422, reason: 'validation_failed' });
  return Object.keys(problem.errors ?? {}).sort();
}

const plainProviders = ['vb', 'ok', 'mx', 'cian', 'ali', 'fb'] as const;

describe('members', () => {
  test.each(plainProviders)('%s takes an address and a token, and no sid', async (provider) => {
    expect(await refusedIn(provider, plain)).toEqual([]);
    expect(await refusedIn(provider, {})).toEqual(['token', 'url']);
    expect(await refusedIn(provider, { token: 'secret' })).toEqual(['url']);
    expect(await refusedIn(provider, { url: null })).toEqual(['token']);
    expect(await refusedIn(provider, { ...plain, sid: '1' })).toEqual(['sid']);
  });

  test('wa and apple require a sid as well', async () => {
    for (const provider of ['wa', 'apple'] as const) {
      expect(await refusedIn(provider, {})).toEqual(['sid', 'token', 'url']);
    }
    expect(await refusedIn('wa', { ...plain, sid: '123456' })).toEqual([]);
    expect(await refusedIn('apple', apple)).toEqual([]);
  });

  test('only fb and wa take the secret of their app, which is not required and may be null', async () => {
    for (const app_secret of ['secret', null]) {
      expect(await refusedIn('fb', { ...plain, app_secret })).toEqual([]);
      expect(await refusedIn('wa', { ...plain, sid: app_secret ? '7' : '8', app_secret })).toEqual([]);
      expect(await refusedIn('tg', { ...plain, app_secret })).toEqual(['app_secret']);
      expect(await refusedIn('apple', { ...apple, app_secret })).toEqual(['app_secret']);
    }
  });

  test('a token is 1 to 512 visible ASCII characters', async () => {
    for (const token of ['', 'two words', 'é', '\x7f', 'a\n', 'x'.repeat(513), null, 5]) {
      expect(await refusedIn('ok', { url: null, token })).toEqual(['token']);
    }
    for (const token of ['!', '~'.repeat(512)]) expect(await refusedIn('ok', { url: null, token })).toEqual([]);
  });

  test('an address is https without user and password, and for vb may be viber:', async () => {
    const wrong = [
      'http://shop.example',
      'shop.example',
      '/shop',
      'https://a:b@shop.example',
      'https://a@shop.example',
    ];
    const odd = ['https://@shop.example', 'https:shop.example', 'javascript:alert(1)', 'https://a b.example', '', 5];
    for (const url of [...wrong, ...odd]) {
      expect([url, await refusedIn('ok', { ...plain, url })]).toEqual([url, ['url']]);
    }
    const viber = { ...plain, url: 'viber://pa?chatURI=shop' };
    expect([await refusedIn('ok', viber), await refusedIn('vb', viber)]).toEqual([['url'], []]);
    expect(await refusedIn('ok', { ...plain, url: 'https://ok.ru/group/1' })).toEqual([]);
  });

  test('the address of apple is a public gateway, and not null', async () => {
    const secret = ['https://10.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/', 'https://192.168.1.1/'];
    for (const url of [null, 'http://1.1.1.1/', ...secret]) {
      expect([url, await refusedIn('apple', { ...apple, url })]).toEqual([url, ['url']]);
    }
  });

  test('a sid of apple has two parts, and one of wa is a number of Meta or an account of Twilio', async () => {
    for (const sid of ['msp', 'msp:', ':shop', 'a:b:c', 'a b:c', null]) {
      expect([sid, await refusedIn('apple', { ...apple, sid })]).toEqual([sid, ['sid']]);
    }
    for (const sid of ['AC', 'ac123', 'AC-1', 'abc', '+7123', 'XX0', '']) {
      expect([sid, await refusedIn('wa', { ...plain, url: 'https://wa.me/15550100', sid })]).toEqual([sid, ['sid']]);
    }
  });

  test('the address of a number at Twilio contains the number that sends', async () => {
    for (const url of [null, 'https://shop.example/', 'https://wa.me/12']) {
      expect([url, await refusedIn('wa', { ...plain, url, sid: account })]).toEqual([url, ['url']]);
    }
    const owner = await app.owner();
    const body = { token: 'secret', sid: account, url: 'https://wa.me/15550100' };
    expect((await owner.call(connect, { ...named('wa'), body })).data).toMatchObject({
      account: { id: '15550100' },
      has_sid: true,
    });
  });
});

test('a messenger that is unknown is 404 and one that is not writable 422, before the body is looked at', async () => {
  const owner = await app.owner();
  for (const body of [{}, { surprise: 1 }, plain]) {
    const unknown = await owner.call(connect, { params: { provider: 'icq' as never }, body });
    expect(unknown).toMatchObject({ status: 404, problem: { reason: 'not_found' } });
    for (const provider of ['vk', 'custom'] as const) {
      const { problem } = await owner.call(connect, { ...named(provider), body });
      expect({ provider, ...problem }).toMatchObject({ provider, status: 422, reason: 'provider_not_writable' });
    }
  }
});

test('connecting and verifying need a paid plan, after the body and before the probe; disconnecting does not', async () => {
  const [owner, bot] = [await app.owner(), await addBot()];
  const put = (body: object) => owner.call(connect, { ...named('tg'), body });
  await put(bot.credential);
  await app.sql(`UPDATE accounts SET plan = 'free' WHERE id = ${owner.accountId}`);
  expect((await put({})).problem.reason).toBe('validation_failed');
  const calls = bot.calls.length;
  const refusals = [put(bot.credential), put({ ...bot.credential, token: '1:wrong' }), owner.call(verify, named('tg'))];
  for (const { problem } of await Promise.all(refusals)) {
    expect(problem).toMatchObject({ status: 409, reason: 'paid_plan_required' });
  }
  const body = { token: 'secret', community: 'club1' };
  expect((await owner.call(addCommunity, { body })).problem.reason).toBe('paid_plan_required');
  expect(bot.calls).toHaveLength(calls);
  expect((await owner.call(disconnect, named('tg'))).status).toBe(204);
});

test('an account that another widget has is refused after the probe, until it is let go', async () => {
  const [ann, bob, bot] = [await app.owner(), await app.owner(), await addBot()];
  const put = (owner: typeof ann) => owner.call(connect, { ...named('tg'), body: bot.credential });
  await put(ann);
  const hook = bot.hookUrl;
  expect((await put(bob)).problem).toMatchObject({ status: 409, reason: 'messenger_taken' });
  board.break(bot, 401);
  expect((await put(bob)).problem.reason).toBe('credential_rejected');
  board.mend(bot);
  expect(bot.hookUrl).toBe(hook);
  expect((await bob.call(read, named('tg'))).data.connected).toBe(false);
  await ann.call(disconnect, named('tg'));
  expect((await put(bob)).status).toBe(200);
});

test('an outage of the vendor does not hide that another widget has the account', async () => {
  const [ann, bob, bot] = [await app.owner(), await app.owner(), await addBot()];
  await ann.call(connect, { ...named('tg'), body: bot.credential });
  board.break(bot, 500);
  const { problem } = await bob.call(connect, { ...named('tg'), body: bot.credential });
  expect(problem.reason).toBe('messenger_taken');
});

test('disconnecting waits three seconds for the vendor, and nothing that it does prevents it', async () => {
  const owner = await app.owner();
  for (const outage of ['hung', 'closed', 401, 500] as const) {
    const bot = await addBot();
    await owner.call(connect, { ...named('tg'), body: bot.credential });
    const hook = String(bot.hookUrl);
    board.break(bot, outage);
    const started = performance.now();
    expect((await owner.call(disconnect, named('tg'))).status).toBe(204);
    const seconds = (performance.now() - started) / 1_000;
    if (outage === 'hung') expect(seconds).toBeGreaterThan(2.9);
    expect(seconds).toBeLessThan(5);
    expect((await owner.call(read, named('tg'))).data).toMatchObject({ connected: false, webhook: null });
    expect((await fetch(hook, { method: 'POST', body: '{}' })).status).toBe(404);
  }
});

test('each route that calls vendors has its own ten calls a minute per widget, whether they succeed or not', async () => {
  const owner = await app.owner();
  const caps: [Route, CallInput<Route>][] = [
    [connect, named('vk')],
    [verify, named('vk')],
    [disconnect, named('vk')],
    [addCommunity, { body: {} }],
    [removeCommunity, { params: { id: 1 } }],
    [removeCabinet, { params: { id: 1 } }],
  ];
  const other = await withToken(app, owner);
  for (const [route, given] of caps) {
    for (let count = 0; count < 10; count += 1) {
      expect((await (count % 2 ? other : owner.call)(route, given)).status).not.toBe(429);
    }
    const { status, headers } = await other(route, given);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  }
  const bob = await app.owner();
  expect((await bob.call(verify, named('vk'))).status).toBe(409);
  expect((await owner.call(read, named('vk'))).status).toBe(200);
});

/** Whether the vendor and we agree: both have a hook, which is accepted, or neither. */
async function stateOf(owner: Awaited<ReturnType<typeof app.owner>>, bot: Awaited<ReturnType<typeof addBot>>) {
  const { connected, webhook } = (await owner.call(read, named('tg'))).data;
  const set = bot.calls.findLast(({ json }) => json?.url !== undefined && json.url === bot.hookUrl);
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': set?.json.secret_token };
  const pushed = bot.hookUrl && (await fetch(bot.hookUrl, { method: 'POST', headers, body: '{"update_id":1}' })).status;
  return { connected, registered: webhook?.registered ?? false, pushed };
}

const CONNECTED = { connected: true, registered: true, pushed: 200 };
const GONE = { connected: false, registered: false, pushed: undefined };

describe('races', () => {
  test('two credentials at once end in one that works, and the other account is let go', async () => {
    const owner = await app.owner();
    const bots = [await addBot(), await addBot()];
    const put = (bot = bots[0]) => owner.call(connect, { ...named('tg'), body: bot?.credential });
    const answers = await Promise.all([put(bots[0]), put(bots[1]), put(bots[0]), put(bots[1])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { account } = (await owner.call(read, named('tg'))).data;
    const [winner, loser] = bots[0]?.credential.token.startsWith(`${account?.id}:`) ? bots : bots.toReversed();
    expect(loser?.hookUrl).toBeUndefined();
    if (winner) expect(await stateOf(owner, winner)).toEqual(CONNECTED);
  });

  test('a slow registration does not outlive that of the credential after it', async () => {
    const [owner, bot] = [await app.owner(), await addBot()];
    const put = () => owner.call(connect, { ...named('tg'), body: bot.credential });
    const { reached, release } = board.hold('/setWebhook');
    const first = put();
    await reached;
    const second = put();
    // Time enough for the second, if it did not wait for the first.
    for (let count = 0; count < 30; count += 1) await owner.call(read, named('tg'));
    release();
    for (const { status } of await Promise.all([first, second])) expect(status).toBe(200);
    expect(await stateOf(owner, bot)).toEqual(CONNECTED);
  });

  test('of two widgets that connect one account at once, one has it', async () => {
    const [ann, bob, bot] = [await app.owner(), await app.owner(), await addBot()];
    const both = [ann, bob].map((owner) => owner.call(connect, { ...named('tg'), body: bot.credential }));
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, loser] = answers[0]?.status === 200 ? [ann, bob] : [bob, ann];
    expect(await stateOf(winner, bot)).toEqual(CONNECTED);
    expect((await loser.call(read, named('tg'))).data.connected).toBe(false);
  });

  test('connecting, verifying and disconnecting at once end in one whole state', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [owner, bot] = [await app.owner(), await addBot()];
      const put = () => owner.call(connect, { ...named('tg'), body: bot.credential });
      await put();
      const hook = bot.hookUrl;
      const isPushing = { current: true };
      const pushing = until(async () => {
        if (hook) await fetch(hook, { method: 'POST', body: '{}' });
        return !isPushing.current;
      }, 'the race is over');
      const calls = [owner.call(verify, named('tg')), put(), owner.call(disconnect, named('tg'))];
      for (const { status } of await Promise.all(calls)) expect([200, 204, 409, 404]).toContain(status);
      isPushing.current = false;
      await pushing;
      expect([CONNECTED, GONE]).toContainEqual(await stateOf(owner, bot));
    }
  });
});
