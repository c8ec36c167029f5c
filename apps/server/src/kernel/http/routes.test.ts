import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { api, dashboard, isOfSites, type Method, type Route, statusOf } from '@parley/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress } from '../../../test/addresses.ts';
import { toRequest } from '../../../test/call.ts';
import { addAnsweredVisitor, authorizedCaller, signedInHeaders } from '../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../test/harness.ts';
import { anyVendor } from '../../../test/messengers/any-vendor.ts';
import { type Owner, PASSWORD } from '../../../test/owners.ts';
import { allowDomains } from '../../../test/people.ts';
import { isByPath } from '../../../test/refusals.ts';
import { arrange, arrangeRow, lists, nameOf } from '../../../test/resources.ts';
import { routes } from '../../modules.ts';
import { memoise } from '../data/memoise.ts';
import { addressOf } from './routes.ts';

const { contacts } = api;

let app: OpenApp;
let ann: Owner;
beforeAll(async () => {
  app = await openApp({ OUTBOUND_ALLOW: '127.0.0.1', ...(await anyVendor()) });
  ann = await app.owner();
  await allowDomains(app, ann, ['own.example']);
});
afterAll(() => app.end());

const all = routes.map(({ route }): [string, Route] => [nameOf(route), route]);
const reads = all.filter(([, { method }]) => method === 'GET');
/** A search says how long it took, so no two of its responses are the same. */
const repeatable = reads.filter(([, { path }]) => path !== api.kb.search.path);
const singles = repeatable.filter(([, { replies }]) => replies[200]?.shape === 'one');

/** Each path with its methods. */
const pathsOf = (found: typeof routes) =>
  [...Map.groupBy(found, ({ route }) => addressOf(route))].map(([path, same]): [string, Method[]] => [
    path,
    same.map(({ route }) => route.method),
  ]);
const paths = pathsOf(routes);
const ownPaths = pathsOf(routes.filter(({ route }) => !isOfSites(route)));
const spell = (path: string) => path.replace(/\{\w+\}/g, 'f'.repeat(32));
const allowOf = (methods: Method[]) =>
  ['OPTIONS', ...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');

const annsSession = memoise(() => signedInHeaders(app, ann));
const annsVisitor = memoise(() => addAnsweredVisitor(app, ann));

/** Headers that authorize a call of the route. */
async function headersOf({ auth, scopes }: Route): Promise<Record<string, string>> {
  if (auth === 'session') return annsSession();
  if (auth === 'widget') return {};
  const token = auth === 'visitor' ? (await annsVisitor()).token : await ann.newToken(scopes);
  return { authorization: `Bearer ${token}` };
}

/** A valid request with these headers. */
async function requestOf(route: Route, headers: Record<string, string>): Promise<InjectOptions> {
  return { ...toRequest(route, await arrange(app, ann, route), headers), remoteAddress: freshAddress() };
}

/** The same, authorized. */
const authorizedRequestOf = async (route: Route) => requestOf(route, await headersOf(route));

const MOMENTARY = /^(date|x-request-id|x-ratelimit-remaining|x-ratelimit-reset)$/;

/** Comparable headers: values that change with time are reduced to their presence; only a body has `transfer-encoding`. */
function lastingHeaders({ headers }: { headers: Record<string, unknown> }) {
  const { 'transfer-encoding': cut, ...rest } = headers;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, MOMENTARY.test(name) || value]));
}

test.each(repeatable)('HEAD returns the same headers as %s and no body', async (_name, route) => {
  const request = await authorizedRequestOf(route);
  const get = await app.http.inject(request);
  const head = await app.http.inject({ ...request, method: 'HEAD' });
  const status = statusOf(route);
  expect([get.statusCode, head.statusCode, head.body]).toEqual([status, status, '']);
  expect(lastingHeaders(head)).toEqual(lastingHeaders(get));
  expect(get.body === '').toBe(status === 302);
});

const guarded = reads.filter(([, route]) => route.auth !== 'widget' && !isByPath(route));
test.each(guarded)('HEAD is refused like %s', async (_name, route) => {
  const { url } = await requestOf(route, {});
  const [get, head] = [await app.http.inject({ url }), await app.http.inject({ url, method: 'HEAD' })];
  expect([get.statusCode, head.statusCode, head.body]).toEqual([401, 401, '']);
});

test.each(paths)('%s · other methods are 405 with an Allow header', async (path, methods) => {
  const others = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
    (method) => !allowOf(methods).split(', ').includes(method),
  );
  for (const method of others) {
    // Checked before the token and the body.
    const answer = await app.http.inject({ method, url: `${spell(path)}?surprise=1`, payload: '{"a":' });
    expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, allowOf(methods)]);
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ status: 405, reason: 'method_not_allowed' });
  }
});

test.each(ownPaths)('%s · OPTIONS is 204 with an Allow header and no CORS headers', async (path, methods) => {
  for (const origin of ['https://shop.example', app.publicUrl, 'null']) {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answer = await app.http.inject({ method: 'OPTIONS', url: spell(path), headers });
    expect([answer.statusCode, answer.headers.allow, answer.body]).toEqual([204, allowOf(methods), '']);
    expect(corsOf(answer.headers)).toEqual([]);
  }
});

test('an undeclared path is 404 for every method', async () => {
  const unknown = [
    '/api/v1/nowhere',
    '/api/v2',
    '/api/v1/',
    '/api/v1/contacts/',
    '/api/v1/contacts/a/b',
    '/console-api',
  ];
  const headers = { authorization: `Bearer ${ann.token}` };
  for (const url of [...unknown, '/API/v1', '/v1', '/api//v1', '/console-api/session/']) {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.http.inject({ method, url, headers });
      expect([method, url, answer.statusCode, answer.headers.allow]).toEqual([method, url, 404, undefined]);
    }
  }
});

test('a path is not normalised: dot segments, extra slashes and suffixes are 404', async () => {
  const { address, owner } = await startApp({}, { live: true });
  const { hostname, port } = new URL(address);
  const { token } = await owner();
  const ask = async (path: string) => {
    const socket = net.connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`);
    return Number((await text(socket)).split(' ')[1]);
  };
  expect(await ask('/api/v1/account')).toBe(200);
  for (const path of [
    '/api/v1/contacts/../account',
    '/api/v1/contacts/%2e%2e/account',
    '/api/v1/contacts/..%2faccount',
    '/api/v1/contacts/..',
    '/api/./v1/account',
    '//api/v1/account',
    '/api/v1/account/',
    '/api/v1/account;x=1',
    '/api/v1/account%00',
  ]) {
    expect([path, await ask(path)]).toEqual([path, 404]);
  }
});

test('an overlong id is 404', async () => {
  const headers = { authorization: `Bearer ${ann.token}` };
  for (const length of [64, 1_024, 1_025, 8_000]) {
    const { statusCode } = await app.http.inject({ url: `/api/v1/contacts/${'f'.repeat(length)}`, headers });
    expect([length, statusCode]).toEqual([length, 404]);
  }
});

test.each(singles)('%s · sends an ETag, and a matching If-None-Match is 304', async (_name, route) => {
  const request = await authorizedRequestOf(route);
  const ask = (tag: string, more: InjectOptions = {}) =>
    app.http.inject({ ...request, headers: { ...request.headers, 'if-none-match': tag }, ...more });
  const first = await app.http.inject(request);
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  for (const known of [tag, `"other", ${tag}`, `${tag},"other"`]) {
    const answer = await ask(known);
    expect([known, answer.statusCode, answer.body]).toEqual([known, 304, '']);
    expect(answer.headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' });
  }
  for (const unknown of ['"other"', tag.slice(1, -1), '']) expect((await ask(unknown)).body).toBe(first.body);
  expect((await ask(tag, { method: 'HEAD' })).statusCode).toBe(304);
});

test.each([
  ['with a tag that a proxy weakened', (tag: string) => `W/${tag}`],
  ['with *', () => '*'],
])('If-None-Match %s is 304', async (_what, spell) => {
  const { headers } = await ann.call(api.account.read);
  const again = await ann.call(api.account.read, { headers: { 'if-none-match': spell(String(headers.etag)) } });
  expect(again.status).toBe(304);
});

test('an ETag changes when the resource does, and only then', async () => {
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const params = { id: data.id };
  const tag = async () => (await ann.call(contacts.read, { params })).headers.etag;
  const before = await tag();
  expect(await tag()).toBe(before);
  await ann.call(contacts.update, { params, body: { name: 'Ann' } });
  expect(await tag()).not.toBe(before);
  const headers = { 'if-none-match': String(before) };
  expect((await ann.call(contacts.read, { params, headers })).status).toBe(200);
  await ann.call(contacts.remove, { params });
  expect((await ann.call(contacts.read, { params, headers })).status).toBe(404);
});

test('lists, writes and problems ignore If-None-Match', async () => {
  const list = await ann.call(contacts.list);
  expect([list.headers.etag, list.headers['cache-control']]).toEqual([undefined, 'no-store']);
  const headers = { 'if-none-match': '*' };
  expect((await ann.call(contacts.list, { headers })).status).toBe(200);
  expect((await app.call(contacts.list, { headers })).status).toBe(401);
  expect((await ann.call(contacts.create, { body: { name: 'Ira' }, headers })).status).toBe(201);
});

const corsOf = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test.each(all.filter(([, route]) => !route.anySite))(
  '%s · a response to another site has no CORS headers',
  async (_name, route) => {
    const answer = await app.http.inject({
      ...(await requestOf(route, {})),
      headers: { origin: 'https://shop.example' },
    });
    // A credential in the path needs no header.
    if (!isByPath(route)) expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(corsOf(answer.headers)).toEqual([]);
  },
);

test.each(all)('%s · a response has only declared members', async (_name, route) => {
  // Reads can share an owner.
  const owner = route.method === 'GET' ? ann : await app.owner();
  const call = await authorizedCaller(app, owner, route);
  const given = { ...(await arrange(app, owner, route)), headers: { origin: app.publicUrl } };
  const answer = await call(route, given);
  expect(answer.status).toBeLessThan(400);
  if (!isOfSites(route)) expect(corsOf(answer.headers)).toEqual([]);
  const [reply] = Object.values(route.replies);
  if (reply?.shape === 'text') return;
  if (!reply || !('item' in reply)) return expect(answer.body).toBeUndefined();
  if (reply.shape === 'bare') return expectDeclared(reply.item, answer.body);
  const { data, ...rest } = answer.body as { data: unknown };
  expect(Object.keys(rest)).toEqual(reply.shape === 'page' ? ['next_cursor'] : []);
  expectDeclared(reply.shape === 'page' ? { items: reply.item } : reply.item, data);
});

/** An owner with one row of every resource. */
const furnished = memoise(async () => {
  const owner = await app.owner();
  const makers = new Map(all.map(([, route]) => [route.resource, route]));
  for (const route of makers.values()) await arrangeRow(app, owner, route);
  return owner;
});

test.each(reads.filter(([, { replies }]) => replies[200]?.shape === 'page'))(
  '%s · rows have only declared members',
  async (_name, route) => {
    const owner = await furnished();
    const list = lists.find((each) => each.route === route);
    await list?.fill(app, owner, [randomUUID().slice(0, 8)]);
    const params = (await list?.params?.(app, owner)) ?? (await arrangeRow(app, owner, route));
    const { body } = await (await authorizedCaller(app, owner, route))(route, { params });
    const { data } = body as { data: unknown[] };
    expect(data).not.toEqual([]);
    expectDeclared({ items: (route.replies[200] as { item: object }).item }, data);
  },
);

interface Declared {
  properties?: Record<string, Declared>;
  items?: Declared;
}

/** Checks nested objects and lists too; an object without declared members may have any. */
function expectDeclared({ properties, items = {} }: Declared, value: unknown) {
  if (Array.isArray(value)) for (const each of value) expectDeclared(items, each);
  else if (properties && typeof value === 'object' && value !== null) {
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(value)));
    for (const [name, member] of Object.entries(value)) expectDeclared(properties[name] ?? {}, member);
  }
}

test('a token in the query string is not accepted', async () => {
  for (const name of ['token', 'access_token', 'authorization', 'api_key']) {
    const answer = await app.http.inject(`/api/v1?${name}=${ann.token}`);
    expect([answer.statusCode, answer.json().reason]).toEqual([401, 'token_missing']);
  }
});

test('method override headers and parameters are ignored', async () => {
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    const { status } = await ann.call(contacts.read, { params: { id: data.id }, headers: { [name]: 'DELETE' } });
    expect(status).toBe(200);
  }
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1/contacts/${data.id}?_method=DELETE`,
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect(answer.statusCode).toBe(405);
});

test('no response names the server software', async () => {
  for (const url of ['/api/v1', '/api/v1/contacts', '/api/nowhere', '/healthz']) {
    const { headers } = await app.http.inject({ url, headers: { authorization: `Bearer ${ann.token}` } });
    expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined]);
  }
});

test('the secret of a new token is returned once and never cached', async () => {
  const headers = await signedInHeaders(app, ann);
  const body = { name: 'new', scopes: [], password: PASSWORD };
  const made = await app.http.inject(toRequest(dashboard.tokens.create, { body }, headers));
  expect([made.statusCode, made.headers['cache-control']]).toEqual([201, 'no-store']);
  const listed = await app.http.inject(toRequest(dashboard.tokens.list, { query: { limit: 100 } }, headers));
  expect(listed.body).not.toContain(made.json().data.token);
});

test('while the server starts or stops, a request is 503 with Retry-After before any other check', async () => {
  const own = await startApp({}, { isolated: true });
  for (const state of ['starting', 'stopping'] as const) {
    own.state = state;
    const answer = await own.http.inject({ method: 'POST', url: '/api/v1/contacts', payload: '{' });
    expect([answer.statusCode, answer.json().reason]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
});
