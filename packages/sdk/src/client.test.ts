import { api, dashboard, type RouteGroup, site } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hangUp, serve } from '../test/http-server.ts';
import { createClient } from './index.ts';

const id = 'a'.repeat(32);
const ann = { id, name: 'Ann' };
const groups: Record<string, RouteGroup> = { ...api, ...dashboard };

test('every route of the contract is a function of the client', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1' });
  const names = (of: object) => Object.entries(of).map(([group, members]) => [group, Object.keys(members)]);
  const { follow, lastNumber, ...events } = client.events;
  expect(names({ ...client, events })).toEqual(names(groups));
  // Site routes belong to the widget, which has its own client.
  expect(Object.keys(client).filter((group) => group in site)).toEqual([]);
});

test('a token is sent with the request, and the response is unwrapped', async () => {
  const server = await serve(() => ({ body: { data: ann } }));
  const client = createClient({ baseUrl: server.url, token: 'secret' });
  expect(await client.contacts.read({ params: { id } })).toEqual(ann);
  expect(server.received).toMatchObject([
    { method: 'GET', url: `/api/v1/contacts/${id}`, body: '', headers: { authorization: 'Bearer secret' } },
  ]);
  expect(server.keys()).toEqual([undefined]);
});

test("without a token only the browser's session authenticates a request", async () => {
  const server = await serve(() => ({ body: { data: {} } }));
  const credentials: unknown[] = [];
  const client = createClient({
    baseUrl: `${server.url}/`,
    fetch: (input, init) => {
      credentials.push(init?.credentials);
      return fetch(input, init);
    },
  });
  await client.session.create({ body: { email: 'ann@example.com', password: 'correct horse' } });
  expect(server.received).toMatchObject([{ method: 'POST', url: '/console-api/session' }]);
  expect(server.received[0]?.headers.authorization).toBeUndefined();
  expect(credentials).toEqual(['same-origin']);
});

test('a write has a new or the given idempotency key, and a route without keys gets none', async () => {
  const server = await serve(({ method }) => (method === 'DELETE' ? { status: 204 } : { body: { data: ann } }));
  const client = createClient({ baseUrl: server.url });
  await client.contacts.create({ body: { name: 'Ann' } });
  await client.contacts.create({ body: { name: 'Ann' } });
  await client.contacts.create({ body: { name: 'Ann' }, key: 'mine' });
  await client.session.remove();
  const [first, second, given, none] = server.keys();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
  expect([given, none]).toEqual(['mine', undefined]);
  expect(server.received[0]).toMatchObject({ body: '{"name":"Ann"}', headers: { 'content-type': 'application/json' } });
  expect(server.received[3]?.headers['content-type']).toBeUndefined();
});

test('idempotency keys are generated without randomUUID too, as on plain HTTP', async () => {
  const server = await serve(() => ({ body: { data: ann } }));
  const random = vi.spyOn(crypto, 'randomUUID').mockReturnValue(undefined as never);
  onTestFinished(() => random.mockRestore());
  const client = createClient({ baseUrl: server.url });
  await client.contacts.create({ body: { name: 'Ann' } });
  await client.contacts.create({ body: { name: 'Ann' } });
  expect(server.keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(new Set(server.keys()).size).toBe(2);
});

test('a response without a body is returned as undefined', async () => {
  const server = await serve(() => ({ status: 204 }));
  expect(await createClient({ baseUrl: server.url }).contacts.remove({ params: { id } })).toBeUndefined();
});

test('a path parameter cannot escape its segment', async () => {
  const server = await serve(() => ({ status: 204 }));
  const client = createClient({ baseUrl: server.url });
  await client.contacts.removeTag({ params: { id, tag: '../a?b#c/%2e%2e ё' } });
  expect(server.received[0]?.url).toBe(`/api/v1/contacts/${id}/tags/..%2Fa%3Fb%23c%2F%252e%252e%20%D1%91`);
  for (const tag of ['', '.', '..']) {
    await expect(client.contacts.removeTag({ params: { id, tag } })).rejects.toThrow(TypeError);
  }
  expect(server.received).toHaveLength(1);
});

test('undefined query parameters are not sent', async () => {
  const server = await serve(() => ({ body: { data: [], next_cursor: null } }));
  const client = createClient({ baseUrl: server.url });
  await client.contacts.list({ query: { query: 'ann & bob', tag: undefined, limit: 5 } });
  await client.contacts.list();
  expect(server.received.map(({ url }) => url)).toEqual([
    '/api/v1/contacts?query=ann+%26+bob&limit=5',
    '/api/v1/contacts',
  ]);
});

const pages = new Map([
  [null, { data: ['a', 'b'], next_cursor: 'x=&1' }],
  ['x=&1', { data: [], next_cursor: 'y' }],
  ['y', { data: ['c'], next_cursor: null }],
]);
const servePages = () =>
  serve(({ url }) => ({ body: pages.get(new URL(url, 'http://localhost').searchParams.get('cursor')) }));

test('a list returns one page with its cursor, and `each` iterates over all pages', async () => {
  const server = await servePages();
  const client = createClient({ baseUrl: server.url });
  expect(await client.tags.list()).toEqual(pages.get(null));
  const all: string[] = [];
  for await (const tag of client.tags.list.each({ query: { limit: 2 } })) all.push(tag);
  expect(all).toEqual(['a', 'b', 'c']);
  expect(server.received.slice(1).map(({ url }) => url)).toEqual([
    '/api/v1/tags?limit=2',
    '/api/v1/tags?limit=2&cursor=x%3D%261',
    '/api/v1/tags?limit=2&cursor=y',
  ]);
});

test('a page is not requested before its items are needed', async () => {
  const server = await servePages();
  for await (const tag of createClient({ baseUrl: server.url }).tags.list.each()) if (tag === 'b') break;
  expect(server.received).toHaveLength(1);
});

test('a page that is lost while iterating is requested again', async () => {
  const server = await serve((_, count) => (count === 2 ? hangUp : { body: pages.get(count === 1 ? null : 'y') }));
  expect(await Array.fromAsync(createClient({ baseUrl: server.url }).tags.list.each())).toEqual(['a', 'b', 'c']);
});

test('an invalid base URL or token is rejected, without the token in the error', () => {
  for (const baseUrl of ['https://a.example/api', 'https://a.example/?b', 'https://u:p@a.example', 'file:///', 'a']) {
    expect(() => createClient({ baseUrl }), baseUrl).toThrow(TypeError);
  }
  for (const token of ['', 'secret\n', 'sec ret', 'sécret']) {
    expect(() => createClient({ baseUrl: 'https://a.example', token }), token).toThrow(/^(?!.*s[eé]c).*token/);
  }
});
