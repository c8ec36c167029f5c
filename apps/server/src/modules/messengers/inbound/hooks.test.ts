import { createHmac } from 'node:crypto';
import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { freshAddress } from '../../../../test/addresses.ts';
import { signIn } from '../../../../test/harness.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import {
  chatsOf,
  messagesWith,
  newCustomer,
  pushToTg,
  shareMessengers,
} from '../../../../test/messengers/inbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVb } from '../../../../test/messengers/vb.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';

let tg: FakeVendor;
let vb: FakeVendor;
let wa: FakeVendor;
const get = shareMessengers(async () => {
  [tg, vb, wa] = [await startTg(), await startVb(), await startWaCloud()];
  return [tg, vb, wa];
});

const MEBIBYTE = 1_048_576;

interface Sent {
  url?: string;
  body?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** Sends to a hook what no vendor sends. */
async function ask({ url = tg.hookUrl ?? '', body = '{}', headers = {}, remoteAddress }: Sent) {
  const { pathname } = new URL(url);
  const { app } = get();
  const response = await app.http.inject({
    method: 'POST',
    url: pathname,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress: remoteAddress ?? freshAddress(),
  });
  const { reason } = response.body.startsWith('{') ? response.json() : {};
  return { status: response.statusCode, reason, body: response.body };
}

const secret = () => ({
  'x-telegram-bot-api-secret-token': String(
    tg.calls.findLast(({ path }) => path.endsWith('/setWebhook'))?.json.secret_token,
  ),
});

const messageFrom = ({ id, name }: ReturnType<typeof newCustomer>, text: string, more: object = {}) => ({
  message_id: Number(id),
  from: { id: Number(id), is_bot: false, first_name: name },
  chat: { id: Number(id), type: 'private' },
  date: Math.floor(Date.now() / 1_000),
  text,
  ...more,
});

test('an unknown key, or the key of another messenger, is not found', async () => {
  const url = new URL(tg.hookUrl ?? '');
  const [, , , key] = url.pathname.split('/');
  for (const path of ['/messenger-hooks/tg/nobody', `/messenger-hooks/vb/${key}`, `/messenger-hooks/xy/${key}`]) {
    expect(await ask({ url: `http://here${path}` })).toMatchObject({ status: 404, reason: 'not_found' });
  }
});

test('a wrong secret or signature is refused', async () => {
  expect(await ask({})).toMatchObject({ status: 401, reason: 'token_invalid' });
  expect(await ask({ headers: { 'x-telegram-bot-api-secret-token': 'wrong' } })).toMatchObject({ status: 401 });
  expect(await ask({ url: vb.hookUrl, headers: { 'x-viber-content-signature': 'wrong' } })).toMatchObject({
    status: 401,
  });
  const signature = createHmac('sha256', 'another secret').update('{}').digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${signature}` };
  expect(await ask({ url: wa.hookUrl, headers })).toMatchObject({ status: 401 });
});

test('what is no JSON is malformed', async () => {
  for (const body of ['hello', '', '[]', '{"update_id":']) {
    expect(await ask({ body, headers: secret() })).toMatchObject({ status: 400, reason: 'malformed_request' });
  }
});

test('an update of more than 1 MiB is too large', async () => {
  const customer = newCustomer();
  const padded = (bytes: number) => {
    const update = JSON.stringify({ update_id: 1, message: messageFrom(customer, 'hi'), padding: '' });
    return update.replace('"padding":""', `"padding":"${'x'.repeat(bytes - update.length)}"`);
  };
  expect(await ask({ body: padded(MEBIBYTE + 1), headers: secret() })).toMatchObject({ status: 413 });
  expect(await ask({ body: padded(MEBIBYTE), headers: secret() })).toMatchObject({ status: 200 });
  expect(await messagesWith(get().owner, customer)).toMatchObject([{ body: 'hi' }]);
});

test('groups, bots and kinds of updates that we do not know are accepted and dropped', async () => {
  const { owner } = get();
  const customer = newCustomer();
  const group = messageFrom(customer, 'hi', { chat: { id: -100, type: 'group' } });
  const bot = messageFrom(customer, 'hi', { from: { id: 5, is_bot: true, first_name: customer.name } });
  for (const update of [{ message: group }, { message: bot }, { business_connection: { id: 'x' } }, {}]) {
    expect(await pushToTg(tg, { update_id: 2_000_000, ...update })).toBe(200);
  }
  expect(await chatsOf(owner, customer)).toEqual([]);
});

test('the vendor gets the acknowledgement that it expects', async () => {
  expect(await ask({ body: '{"update_id":5}', headers: secret() })).toMatchObject({ status: 200, body: '{}' });
  const { app } = get();
  const override = wa.calls.findLast(({ json }) => json?.webhook_configuration?.verify_token)?.json;
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': '12345',
    'hub.verify_token': override.webhook_configuration.verify_token,
  });
  const url = `${new URL(wa.hookUrl ?? '').pathname}?${query}`;
  const answer = await app.http.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.body]).toEqual([200, '12345']);
  expect(answer.headers['content-type']).toMatch('text/plain');
});

test('an API that is switched off still receives updates', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  const { call } = await signIn(app, owner);
  await call(dashboard.widgetAccess.update, { body: { api_enabled: false } });
  expect(await owner.call(api.chats.list)).toMatchObject({ status: 403, problem: { reason: 'api_disabled' } });
  await tg.write(customer, { text: 'hello' });
  await call(dashboard.widgetAccess.update, { body: { api_enabled: true } });
  expect(await messagesWith(owner, customer)).toMatchObject([{ body: 'hello' }]);
});

test('an address is not found any more when the messenger is connected again, or disconnected', async () => {
  const { owner } = get();
  const before = vb.hookUrl;
  const params = { provider: 'vb' as const };
  await owner.call(api.messengers.connect, { params, body: vb.credential });
  expect(vb.hookUrl).not.toBe(before);
  expect(await ask({ url: before })).toMatchObject({ status: 404 });
  expect(await ask({ url: vb.hookUrl })).toMatchObject({ status: 401 });
  const now = vb.hookUrl;
  await owner.call(api.messengers.disconnect, { params });
  expect(await ask({ url: now })).toMatchObject({ status: 404 });
});

test('guessing keys and secrets is rate limited by address', async () => {
  const remoteAddress = freshAddress();
  const guess = (index: number) =>
    ask({ remoteAddress, ...(index % 2 && { url: `http://here/messenger-hooks/tg/guess-${index}` }) });
  for (let guesses = 0; guesses < 3_000; guesses += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => guess(guesses + index)));
  }
  await until(async () => (await guess(0)).status === 429, 'guesses are refused');
  expect(await ask({ body: '{"update_id":6}', headers: secret(), remoteAddress })).toMatchObject({ status: 429 });
  expect(await ask({ body: '{"update_id":7}', headers: secret() })).toMatchObject({ status: 200 });
});
