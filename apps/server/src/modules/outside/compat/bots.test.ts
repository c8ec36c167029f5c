import { api, dashboard, type Scope, scopeNames, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat, signedIn } from '../../../../test/callers.ts';
import { asBot, post } from '../../../../test/compat.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent } from '../../../../test/people.ts';

const { chats, messages } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const { params, visitor, read } = await addChat(app, ann);
  const listed = async () => (await ann.call(messages.list, { params })).data.data;
  return { app, ann, params, visitor, read, listed, bot: asBot(app, ann.token), chat_id: params.id };
}

test("a bot's text is an agent message, and the visitor sees it", async () => {
  const { ann, bot, chat_id, listed, visitor, read } = await start();
  const answer = await bot({ message_type: 'BOT_MESSAGE', chat_id, message: { type: 'TEXT', text: 'Hello' } });
  expect([answer.status, answer.body]).toEqual([202, { result: 'ok', status: 'sent' }]);
  expect((await listed())[0]).toMatchObject({ sender: 'agent', agent_id: null, type: 'text', body: 'Hello' });
  const { data } = await visitor.call(site.visitor.listMessages, { params: { button_guid: ann.buttonGuid } });
  expect(data.data[0]).toMatchObject({ sender: 'agent', body: 'Hello' });
  expect(await read()).toMatchObject({ awaiting_reply: false });
});

test('in a chat with an owner, a bot writes as the owner', async () => {
  const { app, ann, bot } = await start();
  const { chatId: chat_id } = await addAnsweredVisitor(app, ann);
  await bot({ message_type: 'BOT_MESSAGE', chat_id, message: 'Hello' });
  const { data } = await ann.call(messages.list, { params: { id: chat_id } });
  expect(data.data[0]).toMatchObject({ sender: 'agent', agent_id: ann.agentId, body: 'Hello' });
});

/** As the legacy platform's docs and clients write them. */
const BUTTONS = [
  { id: '1', text: 'Yes' },
  { id: 2, text: 'No' },
];
test.each<[string, unknown, object]>([
  ['a text by itself', 'Hello', { body: 'Hello', markdown: null }],
  ['an object without a type', { text: 'Hello' }, { body: 'Hello' }],
  ['a type in small letters', { type: 'text', text: 'Hello' }, { body: 'Hello' }],
  [
    'MARKDOWN with its plain text',
    { type: 'MARKDOWN', content: '**Hello** [link](https://x.example)', text: 'Hello https://x.example' },
    { body: 'Hello https://x.example', markdown: '**Hello** [link](https://x.example)' },
  ],
  ['MARKDOWN without one', { type: 'MARKDOWN', content: '**Hello**' }, { body: '**Hello**', markdown: '**Hello**' }],
  [
    'MARKDOWN with an empty one',
    { type: 'MARKDOWN', content: '**Hello**', text: '' },
    { body: '**Hello**', markdown: '**Hello**' },
  ],
  [
    'BUTTONS with their plain text',
    { type: 'BUTTONS', title: 'Delivery?', text: 'Delivery? Yes / No', force_reply: true, buttons: BUTTONS },
    { type: 'text', body: 'Delivery? Yes / No', keyboard: null },
  ],
  ['BUTTONS without one', { type: 'BUTTONS', title: 'Delivery?', buttons: BUTTONS }, { body: 'Delivery?\nYes\nNo' }],
])('%s is shown as a message', async (_what, message, shown) => {
  const { bot, chat_id, listed } = await start();
  expect((await bot({ event: 'BOT_MESSAGE', chat_id, message })).status).toBe(202);
  expect((await listed())[0]).toMatchObject(shown);
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'message'],
  ['null', null, 'message'],
  ['an empty text', '', 'message'],
  ['a number', 5, 'message'],
  ['a list', ['Hello'], 'message'],
  ['an object with no text', { type: 'TEXT' }, 'message.text'],
  ['blanks', { type: 'TEXT', text: ' ' }, 'message.text'],
  ['a text that is too long', { type: 'TEXT', text: 'x'.repeat(10_001) }, 'message.text'],
  ['empty MARKDOWN', { type: 'MARKDOWN' }, 'message.content'],
  ['BUTTONS with nothing to show', { type: 'BUTTONS', buttons: [] }, 'message.text'],
  ['an unsupported type', { type: 'CAROUSEL', text: 'Hello' }, 'message.type'],
])('%s is not a bot message: 422 names its field', async (_what, message, field) => {
  const { bot, chat_id, listed } = await start();
  const { status, problem } = await bot({ message_type: 'BOT_MESSAGE', chat_id, message });
  expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  expect(await listed()).toHaveLength(1);
});

test('the request is parsed as leniently as its clients write, and messages that share an id are separate messages', async () => {
  const { app, ann, chat_id, listed } = await start();
  const url = `/api/compat/legacy/bot/${ann.token}`;
  const told = { id: 'always the same', client_id: '1233', site_id: 5, reason: null, extra: { deep: [1] } };
  const times = [1_665_415_880, '1665415880', 1_665_415_880_123, '2026-01-01T00:00:00Z', 'nonsense', null, undefined];
  for (const [place, timestamp] of times.entries()) {
    const message = { type: 'TEXT', text: `Hello ${place}`, timestamp, more: true };
    const id = place % 2 ? String(chat_id) : chat_id;
    const headers: Record<string, string> = place % 3 ? {} : { 'content-type': 'text/plain' };
    const body = JSON.stringify({ event: 'BOT_MESSAGE', chat_id: id, message, ...told });
    expect(await post(app, url, body, headers)).toMatchObject({ status: 202, body: { status: 'sent' } });
  }
  expect((await listed()).slice(0, times.length).map(({ body }) => body)).toEqual(
    times.map((_, place) => `Hello ${place}`).reverse(),
  );
});

test('an invitation assigns the chat to an agent who is online, and they keep it', async () => {
  const { app, ann, bot, chat_id, read } = await start();
  const online = [
    await addConnectedAgent(app, ann),
    await addConnectedAgent(app, ann),
    await addConnectedAgent(app, ann),
  ];
  const away = await addAgent(app, ann, 'operator');
  const resting = await addConnectedAgent(app, ann);
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${resting.agentId}`);
  const chosen = new Set<number | null>();
  for (let tries = 0; tries < 100 && chosen.size < 3; tries += 1) {
    await app.sql(`UPDATE chats SET agent_id = NULL WHERE id = ${chat_id}`);
    const { status, data } = await bot({ message_type: 'INVITE_AGENT', chat_id, reason: 'asks for a person' });
    expect([status, data.status]).toEqual([202, 'agent_invited']);
    chosen.add((await read()).agent_id);
  }
  const last = (await read()).agent_id;
  const again = await bot({ message_type: 'INVITE_AGENT', chat_id });
  expect([again.status, again.data.status]).toEqual([200, 'agent_present']);
  expect((await read()).agent_id).toBe(last);
  expect(chosen).toEqual(new Set(online.map(({ agentId }) => agentId)));
  expect([...chosen]).not.toContain(away.agentId);
  const [event] = await listEventData(app, ann, 'chat.transferred');
  expect(event).toMatchObject({ chat_id, reason: 'transfer' });
});

test('an invitation with no agent online is no error: 200 says so, and the chat is unchanged', async () => {
  const { bot, chat_id, read } = await start();
  const before = await read();
  const answer = await bot({ message_type: 'INVITE_AGENT', chat_id });
  expect([answer.status, answer.body]).toEqual([200, { result: 'ok', status: 'no_agents_online' }]);
  expect(await read()).toEqual(before);
});

test('INIT_RATE asks the visitor for a rating', async () => {
  const { bot, chat_id, read } = await start();
  const answer = await bot({ event: 'INIT_RATE', chat_id: String(chat_id) });
  expect([answer.status, answer.body]).toEqual([202, { result: 'ok', status: 'rating_requested' }]);
  expect((await read()).rating_requested_at).not.toBeNull();
});

const KINDS = ['BOT_MESSAGE', 'INVITE_AGENT', 'INIT_RATE'];

test.each(KINDS)('%s to a missing chat or one of another widget is 404', async (message_type) => {
  const { app, bot } = await start();
  const { params } = await addChat(app, await app.owner());
  for (const chat_id of [params.id, String(params.id), 987_654_321, '0', '9999999999999999']) {
    const { status, problem } = await bot({ message_type, chat_id, message: 'Hello' });
    expect({ chat_id, status, reason: problem.reason }).toEqual({ chat_id, status: 404, reason: 'not_found' });
  }
});

test('an invalid field is 422 and named', async () => {
  const { bot, chat_id } = await start();
  const wrong: [object, string[]][] = [
    [{ chat_id, message: 'Hello' }, ['message_type', 'event']],
    [{ message_type: 'CLIENT_MESSAGE', chat_id }, ['message_type']],
    [{ event: 'AGENT_JOINED', chat_id }, ['event']],
    [{ message_type: 'INIT_RATE' }, ['chat_id']],
    ...[0, -1, 1.5, '', 'abc', '1.5', '-1', null, {}, true, 2 ** 53].map((odd): [object, string[]] => [
      { message_type: 'INIT_RATE', chat_id: odd },
      ['chat_id'],
    ]),
  ];
  for (const [body, fields] of wrong) {
    const { status, problem } = await bot(body);
    expect({ body, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ body, status: 422, fields });
  }
});

test.each<[string, Scope]>([
  ['BOT_MESSAGE', 'messages:write'],
  ['INVITE_AGENT', 'chats:write'],
  ['INIT_RATE', 'chats:write'],
])('%s needs %s or responder:inject', async (message_type, scope) => {
  const { app, ann, chat_id } = await start();
  const order = { message_type, chat_id, message: 'Hello' };
  for (const enough of [scope, 'responder:inject'] as const) {
    expect((await asBot(app, await ann.newToken([enough]))(order)).status).toBeLessThan(300);
  }
  const others = scopeNames.filter((name) => name !== scope && name !== 'responder:inject');
  expect((await asBot(app, await ann.newToken(others))(order)).problem).toMatchObject({
    status: 403,
    reason: 'missing_scope',
    required_scopes: [scope, 'responder:inject'],
    hint: expect.any(String),
  });
});

test('bots stop when the API is switched off or the token is revoked', async () => {
  const { app, ann, chat_id } = await start();
  const session = await signedIn(app, ann);
  const { data } = await session(dashboard.tokens.create, {
    body: { password: PASSWORD, name: 'bot', scopes: ['responder:inject'] },
  });
  const order = { message_type: 'BOT_MESSAGE', chat_id, message: 'Hello' };
  const bot = asBot(app, data.token);
  expect((await bot(order)).status).toBe(202);
  await session(dashboard.widgetAccess.update, { body: { api_enabled: false } });
  expect((await bot(order)).problem).toMatchObject({ status: 403, reason: 'api_disabled' });
  await session(dashboard.widgetAccess.update, { body: { api_enabled: true } });
  await session(dashboard.tokens.remove, { params: { id: data.id } });
  const refused = await bot(order);
  expect(refused.problem).toMatchObject({ status: 401, reason: 'token_revoked' });
});

test('the token in the path shares its rate limit with the header, and the response says how much is left', async () => {
  const { ann, bot, chat_id } = await start();
  const { headers } = await ann.call(chats.close, { params: { id: chat_id } });
  const after = await bot({ message_type: 'INIT_RATE', chat_id });
  expect(after.headers['x-ratelimit-limit']).toBe('120');
  expect(Number(after.headers['x-ratelimit-remaining'])).toBe(Number(headers['x-ratelimit-remaining']) - 1);
  expect(Number(after.headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1_000);
});

test('an internal chat has no client to write to', async () => {
  const { app, ann, bot } = await start();
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(`
    WITH made AS (
      INSERT INTO chats (widget_id, channel, is_internal, source, created_at)
      VALUES (${ann.widgetId}, 'service', true, '{"page": null, "referrer": null, "language": null}', now()) RETURNING id
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity)
    SELECT ${ann.widgetId}, id, now(), now(), 0 FROM made RETURNING chat_id::int AS id`);
  for (const message_type of KINDS) {
    const { problem } = await bot({ message_type, chat_id: id, message: 'Hello' });
    expect(problem).toMatchObject({ status: 409, reason: 'chat_has_no_client' });
  }
});
