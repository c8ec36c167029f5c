import { randomUUID } from 'node:crypto';
import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { freshAddress } from '../../../../test/addresses.ts';
import { signedIn } from '../../../../test/callers.ts';
import { addChannel, arrived, bodiesIn, replying, startChannel } from '../../../../test/channels.ts';
import { asServer, post } from '../../../../test/compat.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addConnectedAgent } from '../../../../test/people.ts';
import { CALLS_THIS_MACHINE } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';

const { channels, chats, contacts, messages } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const channel = await addChannel(ann, { legacy_compat_enabled: true });
  return { app, ann, channel, server: asServer(app, channel.secret) };
}

const textsIn = async (owner: Owner, id: number) =>
  (await owner.call(messages.list, { params: { id } })).data.data.map(({ body }) => body).reverse();

/** As the legacy platform's docs write it. */
const MESSAGE = {
  sender: {
    id: '1987654321',
    name: 'Ann',
    photo: 'https://e.example/me.jpg',
    phone: '+79581003291',
    email: 'me@e.example',
  },
  message: { type: 'text', id: '0001', text: 'Good day', date: 1_583_910_736 },
};

test("a text starts a chat of the channel, with a contact made from the sender's fields", async () => {
  const { app, ann, channel, server } = await start();
  const { status, body, data } = await server.receive(MESSAGE);
  expect({ status, body }).toEqual({
    status: 202,
    body: { result: 'ok', chat_id: expect.any(Number), message_id: expect.any(Number) },
  });
  const chat = (await ann.call(chats.read, { params: { id: data.chat_id } })).data;
  expect(chat).toMatchObject({ channel: channel.code, unread: 1 });
  expect((await ann.call(contacts.read, { params: { id: chat.contact_id } })).data).toMatchObject({
    name: 'Ann',
    phone: '+79581003291',
    email: 'me@e.example',
  });
  expect(await textsIn(ann, data.chat_id)).toEqual(['Good day']);
  const leads = await listEventData<{ source: string }>(app, ann, 'visitor.lead');
  expect(leads.map(({ source }) => source)).toEqual(['channel']);
});

test('a sender is one contact in one chat, whether their id is a number or a string; a recipient names another chat', async () => {
  const { ann, server } = await start();
  const send = async (sender: unknown, recipient?: unknown) =>
    (await server.receive({ sender: { id: sender }, recipient, message: 'hello' })).data.chat_id;
  const first = await send(42);
  for (const same of [await send('42'), await send(42, {}), await send(42, null)]) expect(same).toBe(first);
  const shop = await send('42', { id: 'shop' });
  expect([shop, await send(42, { id: 'shop' })]).toEqual([shop, shop]);
  expect(shop).not.toBe(first);
  expect(await send('43')).not.toBe(first);
  expect((await ann.call(contacts.list)).data.data).toHaveLength(2);
});

test('a message is a string or an object with a text, with any id and timestamp', async () => {
  const { app, ann, channel } = await start();
  const url = `/api/compat/legacy/chat/${channel.secret}`;
  const given = [
    'one',
    { text: 'two' },
    { type: 'text', text: 'three', id: 7, date: 'nonsense' },
    { type: 'TEXT', text: 'four' },
  ];
  let chat = 0;
  for (const [place, message] of given.entries()) {
    const headers: Record<string, string> = place % 2 ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const body = JSON.stringify({ sender: { id: 5, crm_link: null }, message, unknown: { a: [1] } });
    const answer = await post(app, url, body, headers);
    expect(answer.status).toBe(202);
    chat = answer.body.chat_id;
  }
  expect(await textsIn(ann, chat)).toEqual(['one', 'two', 'three', 'four']);
});

test('a message repeated after a lost response is stored once; one that only shares its id is not lost', async () => {
  const { ann, server } = await start();
  const { chat_id, message_id } = (await server.receive(MESSAGE)).data;
  expect((await server.receive(MESSAGE)).data).toMatchObject({ chat_id, message_id });
  const ok = { sender: MESSAGE.sender, message: { type: 'text', id: '0', text: 'ok' } };
  await server.receive(ok);
  await server.receive(ok);
  await server.receive({ ...MESSAGE, message: { ...MESSAGE.message, date: 1_583_910_737 } });
  expect(await textsIn(ann, chat_id)).toEqual(['Good day', 'ok', 'ok', 'Good day']);
});

test.each<[string, object, string]>([
  ['a photo', { type: 'photo', file: 'https://e.example/p.jpg' }, 'message.type'],
  ['a document', { type: 'document', text: 'see file', file: 'https://e.example/p.pdf' }, 'message.type'],
  ['no text', { type: 'text' }, 'message.text'],
  ['blanks', { type: 'text', text: ' ' }, 'message.text'],
  ['too long a text', { type: 'text', text: 'x'.repeat(10_001) }, 'message.text'],
])('%s is 422 and names its field: texts only', async (_what, message, field) => {
  const { ann, server } = await start();
  const { status, problem } = await server.receive({ sender: { id: 1 }, message });
  expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  expect((await ann.call(contacts.list)).data.data).toEqual([]);
});

test('the sender and the message are required, and 422 names what is missing', async () => {
  const { server } = await start();
  const wrong: [object, string[]][] = [
    [{}, ['sender', 'message']],
    [{ message: 'hello' }, ['sender']],
    [{ sender: {}, message: 'hello' }, ['sender.id']],
    [{ sender: 5, message: 'hello' }, ['sender']],
    ...['', null, {}, true, 1.5, 2 ** 53].map((id): [object, string[]] => [
      { sender: { id }, message: 'hello' },
      ['sender.id'],
    ]),
    [{ sender: { id: 1 }, recipient: { id: {} }, message: 'hello' }, ['recipient.id']],
    ...[null, 5, true, ['hello']].map((message): [object, string[]] => [{ sender: { id: 1 }, message }, ['message']]),
  ];
  for (const [body, fields] of wrong) {
    const { status, problem } = await server.receive(body);
    expect({ body, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ body, status: 422, fields });
  }
});

test('sender fields that do not fit are dropped', async () => {
  const { ann, server } = await start();
  const sender = { id: 1, name: 'x'.repeat(256), email: 'no address', phone: 79_581_003_291 };
  expect((await server.receive({ sender, message: 'hello' })).status).toBe(202);
  const { data } = await ann.call(contacts.list);
  expect(data.data).toMatchObject([{ name: null, email: null, phone: '79581003291' }]);
});

test('the status is a bare 0 or 1 as plain text', async () => {
  const { app, ann, server } = await start();
  expect(await server.status()).toMatchObject({ status: 200, body: '0' });
  await addConnectedAgent(app, ann);
  const { body, headers } = await server.status();
  expect(body).toBe('1');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(headers['x-ratelimit-limit']).toBe('600');
});

test('an unknown secret and one of an inactive channel are 404; one outside the migration layer is 403', async () => {
  const { app, channel, server } = await start();
  const ask = async () => [
    (await server.receive(MESSAGE)).problem.reason,
    JSON.parse((await server.status()).body).reason,
  ];
  await channel.update({ is_active: false });
  expect(await ask()).toEqual(['not_found', 'not_found']);
  await channel.update({ is_active: true, legacy_compat_enabled: false });
  expect(await ask()).toEqual(['legacy_compat_disabled', 'legacy_compat_disabled']);
  const nobody = asServer(app, randomUUID());
  expect((await nobody.receive(MESSAGE)).problem).toMatchObject({ status: 404, reason: 'not_found' });
  const { status, headers } = await nobody.status();
  expect([status, headers['content-type']]).toEqual([404, expect.stringMatching(/^application\/problem\+json/)]);
});

test('switching off the API closes the paths of channels too', async () => {
  const { app, ann, server } = await start();
  const session = await signedIn(app, ann);
  const flip = (api_enabled: boolean) => session(dashboard.widgetAccess.update, { body: { api_enabled } });
  await flip(false);
  expect((await server.receive(MESSAGE)).problem).toMatchObject({ status: 403, reason: 'api_disabled' });
  expect((await server.status()).status).toBe(403);
  await flip(true);
  expect((await server.receive(MESSAGE)).status).toBe(202);
});

test('a rotation changes the path at once, and a removed channel has none', async () => {
  const { app, ann, channel, server } = await start();
  expect((await server.status()).status).toBe(200);
  const { secret } = (await ann.call(channels.rotateSecret, { params: channel.params })).data;
  expect((await server.receive(MESSAGE)).status).toBe(404);
  const rotated = asServer(app, secret);
  expect((await rotated.receive(MESSAGE)).status).toBe(202);
  await ann.call(channels.remove, { params: channel.params });
  expect((await rotated.status()).status).toBe(404);
});

test('a secret may contain any characters', async () => {
  const { app, ann } = await start();
  const secret = `ключ / с ? пробелами % и 😀 ${randomUUID()}`;
  await addChannel(ann, { secret, legacy_compat_enabled: true });
  const answer = await app.call(api.compat.receive, { params: { secret }, body: MESSAGE });
  expect(answer.status).toBe(202);
});

test('a channel has the rate limit of one token: 120 writes a minute', async () => {
  const { server } = await start();
  const answers = await Promise.all(Array.from({ length: 121 }, () => server.receive({})));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(120);
  const [over] = answers.filter(({ status }) => status === 429);
  expect(over?.problem.reason).toBe('rate_limited');
  expect(Number(over?.headers['retry-after'])).toBeGreaterThan(0);
});

test('guessing secrets is rate limited', async () => {
  const { app, channel } = await start();
  const remoteAddress = freshAddress();
  const ask = async (secret: string) =>
    (await app.http.inject({ url: `/api/compat/legacy/chat/${secret}/status`, remoteAddress })).statusCode;
  for (let guesses = 0; guesses < 3_000; guesses += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => ask(`guess-${guesses + index}`)));
  }
  await until(async () => (await ask('one-more-guess')) === 429, 'guesses are refused');
  expect(await ask(channel.secret)).toBe(429);
});

test("a reply goes to the channel's URL, for the sender by their original id", async () => {
  const { app, ann, channel, receiver } = await startChannel(await startApp(CALLS_THIS_MACHINE, { background: true }));
  await channel.update({ legacy_compat_enabled: true });
  const body = { sender: { id: 42 }, recipient: { id: 'shop' }, message: 'hello' };
  const { chat_id } = (await asServer(app, channel.secret).receive(body)).data;
  await replying(ann, chat_id)('hi');
  await arrived(receiver, 1);
  expect(bodiesIn(receiver)).toMatchObject([
    { external_channel_id: 'shop', external_client_id: '42', message: { body: 'hi' } },
  ]);
});

test('a blocked contact is refused here too', async () => {
  const { ann, server } = await start();
  const { chat_id } = (await server.receive(MESSAGE)).data;
  const { contact_id } = (await ann.call(chats.read, { params: { id: chat_id } })).data;
  await ann.call(contacts.block, { params: { id: contact_id } });
  expect((await server.receive(MESSAGE)).problem).toMatchObject({ status: 403, reason: 'visitor_blocked' });
});
