import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';
import { connectMcp } from '../../test/mcp.ts';

const start = () => startApp({}, { live: true });
const phrase = (name: string) => ({ name, phrase: 'Hello!' });

test.each([true, false])('a client lists and calls tools (revision of 2026: %s)', async (isModern) => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, ann.token, { isModern });
  expect(client.getServerVersion()).toMatchObject({ name: 'parley' });
  expect(client.getInstructions()).toContain('next_cursor');
  expect(await client.names()).toHaveLength(Object.values(api).flatMap(Object.values).length);
  const { data, text, isError } = await client.call('service_who_am_i');
  const { body } = await ann.call(api.service.whoAmI);
  expect([isError, data, JSON.parse(text)]).toEqual([false, body, body]);
});

test('a client sees the tools that the scopes of its token allow', async () => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, await ann.newToken(['tags:read', 'contacts:read']));
  const names = await client.names();
  expect(names).toContain('contacts_list');
  expect(names).toContain('tags_list');
  expect(names).toContain('service_who_am_i');
  expect(names.filter((name) => /^(chats|contacts_create|agents)/.test(name))).toEqual([]);
});

test('a call without the scope is refused as by the API', async () => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, await ann.newToken(['tags:read']));
  expect(await client.call('chats_list')).toMatchObject({
    isError: true,
    data: { status: 403, reason: 'missing_scope', required_scopes: ['chats:read'] },
  });
});

test('`?tools=` leaves the named groups, and refuses unknown ones', async () => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, ann.token, { search: 'tools=tags,quick_phrases' });
  const groups = new Set((await client.names()).map((name) => name.replace(/_(list|export|import|.*)$/, '')));
  expect([...groups]).toEqual(['tags', 'quick']);
  await expect(client.call('chats_list')).rejects.toThrow('There is no tool chats_list');
  expect(await post(app, ann.token, { url: '/mcp?tools=tgas' })).toMatchObject({
    status: 422,
    body: { errors: { tools: [expect.stringContaining('quick_phrases')] } },
  });
});

test('an unknown tool is an error of the protocol', async () => {
  const app = await start();
  const client = await connectMcp(app, (await app.owner()).token);
  await expect(client.call('chats_destroy')).rejects.toThrow('There is no tool chats_destroy');
});

test('a tool writes as its route, with the audit log', async () => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, ann.token);
  const { isError, data } = await client.call('quick_phrases_create', { ...phrase('hi'), agent_id: ann.agentId });
  expect([isError, data.data]).toEqual([false, expect.objectContaining({ name: 'hi', agent_id: ann.agentId })]);
  const { id } = data.data;
  const updated = await client.call('quick_phrases_update', { id, phrase: 'Good day!' });
  expect(updated.data.data).toMatchObject({ id, phrase: 'Good day!' });
  expect(await client.call('quick_phrases_remove', { id })).toMatchObject({ isError: false, data: { done: true } });
  const { data: log } = await ann.call(api.auditLog.list, { query: { subject_type: 'quick_phrase' } });
  expect(log.data.map(({ action, ip }) => [action, ip])).toEqual([
    ['quick_phrase.removed', '127.0.0.1'],
    ['quick_phrase.updated', '127.0.0.1'],
    ['quick_phrase.created', '127.0.0.1'],
  ]);
});

test('a tool call comes from the address of its caller, behind a proxy too', async () => {
  const app = await startApp({ TRUST_PROXY: '127.0.0.1' }, { live: true });
  const ann = await app.owner();
  const client = await connectMcp(app, ann.token, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  await client.call('quick_phrases_create', { ...phrase('hi'), agent_id: ann.agentId });
  const { data: log } = await ann.call(api.auditLog.list, { query: { subject_type: 'quick_phrase' } });
  expect(log.data).toMatchObject([{ action: 'quick_phrase.created', ip: '203.0.113.7' }]);
});

test('a write repeated with its key takes effect once, and each without a key is new', async () => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, ann.token);
  const write = (more: object) =>
    client.call('quick_phrases_create', { ...phrase('hi'), agent_id: ann.agentId, ...more });
  const [first, again] = [await write({ idempotency_key: 'one' }), await write({ idempotency_key: 'one' })];
  expect(first.data).toMatchObject({ data: { name: 'hi' } });
  expect(again).toMatchObject({ isError: true, data: { reason: 'idempotency_key_reused', idempotency_key: 'one' } });
  const [third, fourth] = [await write({}), await write({})];
  expect(new Set([first, third, fourth].map(({ data }) => data.data.id)).size).toBe(3);
  expect((await ann.call(api.quickPhrases.list)).data.data).toHaveLength(3);
});

test('a refused call returns the problem, with messages by argument and the key to repeat it with', async () => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, ann.token);
  const wrong = await client.call('quick_phrases_create', { ...phrase(''), agent_id: ann.agentId, colour: 'red' });
  expect(wrong).toMatchObject({
    isError: true,
    data: {
      status: 422,
      reason: 'validation_failed',
      errors: { name: expect.arrayContaining(['must not be empty']), colour: ['is an unknown field'] },
      idempotency_key: expect.stringMatching(/^[\w-]{36}$/),
    },
  });
  expect(JSON.parse(wrong.text)).toEqual(wrong.data);
  expect(await client.call('chats_list', { colour: 'red', limit: 'many' })).toMatchObject({
    isError: true,
    data: { errors: { colour: ['is an unknown field'], limit: ['must be integer'] } },
  });
  expect(await client.call('chats_read')).toMatchObject({ isError: true, data: { errors: { id: ['is required'] } } });
  expect(await client.call('quick_phrases_create', { idempotency_key: 7 })).toMatchObject({
    isError: true,
    data: { errors: { idempotency_key: ['must be string'] } },
  });
});

test('lists have 10 items and go on by cursor', async () => {
  const app = await start();
  const ann = await app.owner();
  for (let at = 1; at <= 12; at++) {
    await ann.call(api.quickPhrases.create, { body: { ...phrase(`phrase ${at}`), agent_id: ann.agentId } });
  }
  const client = await connectMcp(app, ann.token);
  const { data: first } = await client.call('quick_phrases_list');
  expect(first.data).toHaveLength(10);
  const { data: second } = await client.call('quick_phrases_list', { cursor: first.next_cursor });
  expect(second).toMatchObject({ data: { length: 2 }, next_cursor: null });
  expect((await client.call('quick_phrases_list', { limit: 12, cursor: null })).data.data).toEqual([
    ...first.data,
    ...second.data,
  ]);
});

test('accounts never mix, also when they call at once', async () => {
  const app = await start();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { data } = await ann.call(api.quickPhrases.create, { body: { ...phrase('hers'), agent_id: ann.agentId } });
  const clients = [await connectMcp(app, ann.token), await connectMcp(app, bob.token)] as const;
  const lists = await Promise.all([...clients, ...clients].map((client) => client.call('quick_phrases_list')));
  expect(lists.map((list) => list.data.data.length)).toEqual([1, 0, 1, 0]);
  expect(await clients[1].call('quick_phrases_update', { id: data.id, name: 'his' })).toMatchObject({
    isError: true,
    data: { status: 404, reason: 'not_found' },
  });
});

test('tool calls and other requests count against the limits of the token', async () => {
  const app = await start();
  const ann = await app.owner();
  const client = await connectMcp(app, ann.token);
  for (let reads = 0; reads < 600; reads++) await ann.call(api.service.whoAmI);
  expect(await client.call('service_who_am_i')).toMatchObject({
    isError: true,
    data: { status: 429, reason: 'rate_limited', retry_after: expect.any(Number) },
  });
  const listed = await post(app, ann.token, { body: message('tools/list') });
  expect([listed.status, listed.body.reason]).toEqual([429, 'rate_limited']);
  expect((await client.call('quick_phrases_create', { ...phrase('hi'), agent_id: ann.agentId })).isError).toBe(false);
});

test('guides and operations are resources', async () => {
  const app = await start();
  const client = await connectMcp(app, await (await app.owner()).newToken(['tags:read']));
  const { resources } = await client.listResources();
  expect(resources.length).toBeGreaterThan(5);
  for (const each of resources)
    expect(each).toMatchObject({ title: /\w/, description: /\w/, mimeType: 'text/markdown' });
  const guide = resources.find(({ name }) => name === 'webhooks') ?? expect.fail('there is no guide');
  const { contents } = await client.readResource({ uri: guide.uri });
  expect(contents).toMatchObject([{ uri: guide.uri, text: expect.stringContaining(`# ${guide.title}`) }]);

  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'parley://operations/{tool}' }]);
  const { contents: described } = await client.readResource({ uri: 'parley://operations/tags_list' });
  const text = described.map((part) => ('text' in part ? part.text : '')).join();
  const operation = JSON.parse(text);
  expect(operation).toMatchObject({ method: 'GET', path: '/v1/tags', operation: { operationId: 'tagsList' } });
  for (const [, section = '', name = ''] of text.matchAll(/#\/components\/(\w+)\/([\w-]+)/g)) {
    expect(operation.components[section]).toHaveProperty([name]);
  }
  await expect(client.readResource({ uri: 'parley://guides/../package' })).rejects.toThrow();
  await expect(client.readResource({ uri: 'parley://operations/nothing' })).rejects.toThrow();
});

test('the endpoint refuses what the API refuses', async () => {
  const app = await start();
  const [ann, off] = [await app.owner(), await app.owner({ apiEnabled: false })];
  const refused = async (token: string | undefined, given: Sent = {}) => {
    const { status, body } = await post(app, token, given);
    return [status, body.reason];
  };
  expect(await refused(undefined)).toEqual([401, 'token_missing']);
  expect(await refused('wrong')).toEqual([401, 'token_invalid']);
  expect((await post(app, undefined)).headers.get('www-authenticate')).toBe('Bearer');
  expect(await refused(off.token)).toEqual([403, 'api_disabled']);
  expect(await refused(ann.token, { headers: { origin: 'https://evil.test' } })).toEqual([403, 'origin_not_allowed']);
  expect(await refused(ann.token, { method: 'GET' })).toEqual([405, 'method_not_allowed']);
  expect(await refused(ann.token, { body: '{' })).toEqual([400, 'malformed_request']);
  expect(await refused(ann.token, { body: [message('ping'), message('ping')] })).toEqual([400, 'malformed_request']);
  expect(await refused(ann.token, { body: ' '.repeat(5 * 2 ** 20) })).toEqual([413, 'payload_too_large']);
  expect(await refused(ann.token, { headers: { 'content-type': 'text/plain' } })).toEqual([
    415,
    'unsupported_media_type',
  ]);
});

test('no stream stays open for a client that subscribes', async () => {
  const app = await start();
  const ann = await app.owner();
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  const body = message('subscriptions/listen', { _meta, notifications: { toolsListChanged: true } });
  const answer = await post(app, ann.token, { headers, body });
  expect(answer.body.error.message).toContain('limit');
});

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

interface Sent {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A bare request to the endpoint. */
async function post(app: TestApp, token: string | undefined, sent: Sent = {}) {
  const { method = 'POST', url = '/mcp', headers = {}, body = message('tools/list') } = sent;
  const response = await fetch(app.address + url, {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
