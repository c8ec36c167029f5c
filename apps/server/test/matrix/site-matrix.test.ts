import { api, dashboard, type ProblemCode, problemsOf, type Route, site, statusOf } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/modules.ts';
import type { Answer } from '../call.ts';
import {
  addAnsweredVisitor,
  addVisitor,
  anonymousCaller,
  authorizedCaller,
  signedIn,
  withBearer,
  withHeaders,
} from '../callers.ts';
import { type OpenApp, openApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { exhaustVisitor, faultsOf, withFaults } from '../refusals.ts';
import { arrange, nameOf } from '../resources.ts';

// Tests every site route against its declaration; allowed pages are in site-origins.test.ts.

const all = routes.flatMap(({ route }): [string, Route][] =>
  route.auth === 'widget' || route.auth === 'visitor' ? [[nameOf(route), route]] : [],
);
const those = (isOne: (route: Route) => unknown) => all.filter(([, route]) => isOne(route));

const ofVisitors = those(({ auth }) => auth === 'visitor');
const ofPages = those(({ auth }) => auth === 'widget');
const writes = those(({ method }) => method !== 'GET');
const PUBLIC_URL = 'https://chat.example.test';

let app: OpenApp;
let ann: Owner;
beforeAll(async () => {
  app = await openApp({ PUBLIC_URL });
  ann = await app.owner();
});
afterAll(() => app.end());

/** An authorized caller and a valid call. */
async function prepare(route: Route, owner = ann) {
  return { call: await authorizedCaller(app, owner, route), given: await arrange(app, owner, route) };
}

function expectWorking(route: Route, { status, problem }: Answer<unknown>, what: unknown = '') {
  expect({ what, status, problem: status < 400 ? undefined : problem }).toEqual({
    what,
    status: statusOf(route),
    problem: undefined,
  });
}

function expectProblem({ status, problem }: Answer<unknown>, reason: ProblemCode, more: object = {}) {
  expect({ ...problem, status }).toMatchObject({ reason, ...more });
}

/** The page can read the error. */
function expectOpenTo(origin: string, { headers }: Answer<unknown>) {
  expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
}

const guid = (button_guid: string) => ({ params: { button_guid } });

test('there are routes to test', () => {
  expect(all.length).toBeGreaterThan(10);
  expect(ofVisitors.length + ofPages.length).toBe(all.length);
});

test.each(all)('%s · works as declared', async (_name, route) => {
  const { call, given } = await prepare(route);
  expectWorking(route, await call(route, given));
});

test.each(all)('%s · an unknown widget is 404, even from another site', async (_name, route) => {
  const { call, given } = await prepare(route);
  for (const unknown of ['a'.repeat(32), 'f'.repeat(31), ann.buttonGuid.toUpperCase(), `${ann.widgetId}`, '%00', 'é']) {
    const answer = await call(route, { ...given, ...guid(unknown), headers: { origin: 'https://evil.test' } });
    expectProblem(answer, 'not_found', { status: 404 });
  }
});

describe('401', () => {
  test.each(ofVisitors)('%s · no token is token_missing, even with a console session', async (_name, route) => {
    const { given } = await prepare(route);
    for (const call of [anonymousCaller(app), await signedIn(app, ann)]) {
      const answer = await call(route, { ...given, headers: { origin: PUBLIC_URL } });
      expectProblem(answer, 'token_missing', { status: 401 });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test.each(ofVisitors)('%s · an unknown token is token_invalid', async (_name, route) => {
    const { given } = await prepare(route);
    const { token } = await addVisitor(app, ann);
    const wrong = ['Bearer', 'Bearer nonsense', `Bearer vst_${'A'.repeat(43)}`, `Bearer ${token}x`, `Basic ${token}`];
    for (const authorization of [...wrong, `Bearer ${ann.token}`, `Bearer ${token.toUpperCase()}`, token]) {
      const answer = await withHeaders(app, { authorization })(route, given);
      expectProblem(answer, 'token_invalid', { status: 401 });
    }
  });

  test.each(ofVisitors)('%s · a visitor token of another widget is token_invalid', async (_name, route) => {
    const bob = await app.owner();
    const { call, given } = await prepare(route, bob);
    expectProblem(await call(route, { ...given, ...guid(ann.buttonGuid) }), 'token_invalid', { status: 401 });
    expectWorking(route, await call(route, given));
  });

  test.each(ofPages)('%s · an invalid token is ignored', async (_name, route) => {
    const { given } = await prepare(route);
    const { token } = await addVisitor(app, await app.owner());
    for (const authorization of [`Bearer ${token}`, `Bearer vst_${'A'.repeat(43)}`, 'Bearer nonsense', 'Basic x', '']) {
      expectWorking(route, await withHeaders(app, { authorization })(route, given), authorization);
    }
  });

  test('opening the chat keeps a valid token and replaces an invalid one', async () => {
    const [known, stale] = [(await addVisitor(app, ann)).token, (await addVisitor(app, await app.owner())).token];
    const open = async (token: string) =>
      (await withBearer(app, token)(site.visitor.open, { ...guid(ann.buttonGuid), body: {} })).data.token;
    expect(await open(known)).toBe(known);
    expect([known, stale]).not.toContain(await open(stale));
  });
});

describe('403', () => {
  test.each(all)('%s · blocking and unblocking a visitor take effect at once', async (_name, route) => {
    const { call, contactId } = await addAnsweredVisitor(app, ann);
    const given = await arrange(app, ann, route);
    expectWorking(route, await call(route, given));
    await ann.call(api.contacts.block, { params: { id: contactId } });
    const origin = 'http://localhost';
    const answer = await call(route, { ...given, headers: { origin } });
    if (problemsOf(route).includes('visitor_blocked')) expectProblem(answer, 'visitor_blocked', { status: 403 });
    else expectWorking(route, answer);
    expectOpenTo(origin, answer);
    await ann.call(api.contacts.unblock, { params: { id: contactId } });
    expectWorking(route, await call(route, given));
  });

  /** Calls by site scripts, as opposed to the visitor. */
  const isOfScripts = ({ path }: Route) => /\/(custom-data|identity)$/.test(path);
  test.each(all)('%s · the API switch stops site scripts but not visitors', async (_name, route) => {
    const owner = await app.owner();
    const { call, given } = await prepare(route, owner);
    const { status } = await (await signedIn(app, owner))(dashboard.widgetAccess.update, {
      body: { api_enabled: false },
    });
    expect([status, (await owner.call(api.service.whoAmI)).status]).toEqual([200, 403]);
    const answer = await call(route, given);
    if (isOfScripts(route)) expectProblem(answer, 'api_disabled', { status: 403 });
    else expectWorking(route, answer);
  });
});

describe('429', () => {
  const idleVisit = { body: {}, query: { surprise: 1 } };

  test.each(ofVisitors)('%s · a visitor is rate-limited per minute, independently of others', async (_name, route) => {
    const { call, given } = await prepare(route);
    const first = await call(route, given);
    expect(Number(first.headers['x-ratelimit-limit'])).toBe(route.rate === 'read' ? 240 : 60);
    await exhaustVisitor(call, ann, route);
    const origin = 'http://localhost';
    const over = await call(route, { ...given, headers: { origin } });
    expectProblem(over, 'rate_limited', { status: 429 });
    expectOpenTo(origin, over);
    expect(Number(over.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60);
    expectWorking(route, await (await authorizedCaller(app, ann, route))(route, given));
  });

  test('a network is rate-limited per minute, across its visitors', async () => {
    const { token } = await addVisitor(app, ann);
    const [busy, idle] = [anonymousCaller(app), anonymousCaller(app)];
    const visit = () => busy(site.visitor.visit, { ...guid(ann.buttonGuid), ...idleVisit });
    const { headers } = await visit();
    expect(Number(headers['x-ratelimit-limit'])).toBe(3_000);
    await Promise.all(Array.from({ length: Number(headers['x-ratelimit-remaining']) }, visit));
    const see = { ...guid(ann.buttonGuid), body: { seq: 1 }, headers: { authorization: `Bearer ${token}` } };
    const over = await busy(site.visitor.markSeen, see);
    expectProblem(over, 'rate_limited', { status: 429 });
    expect(Number(over.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expectWorking(site.visitor.markSeen, await idle(site.visitor.markSeen, see));
    expectWorking(site.visitor.readConfig, await busy(site.visitor.readConfig, guid(ann.buttonGuid)));
  });

  test('all addresses of an IPv6 /64 share a rate limit, and a preflight does not count', async () => {
    const url = `/widget-api/${ann.buttonGuid}/config`;
    const ask = async (remoteAddress: string, method: 'GET' | 'OPTIONS' = 'GET') =>
      Number((await app.http.inject({ method, url, remoteAddress })).headers['x-ratelimit-remaining']);
    expect(await ask('2001:db8::1')).toBe(11_999);
    expect(await ask('2001:db8::1', 'OPTIONS')).toBeNaN();
    expect(await ask('2001:db8:0:0:ffff::2')).toBe(11_998);
    expect(await ask('2001:db8:0:1::1')).toBe(11_999);
  });
});

describe('input', () => {
  const origin = 'http://localhost';
  const json = { origin, 'content-type': 'application/json' };
  const OTHER_TYPE: [ProblemCode, number] = ['unsupported_media_type', 415];
  const NO_FORM: [ProblemCode, number] = ['validation_failed', 422];
  const UNKNOWN = ['surprise', 'constructor', '__proto__', 'a.b'];
  const add = (values: object | undefined, name: string) =>
    Object.fromEntries([...Object.entries(values ?? {}), [name, '1']]);

  test.each(writes)('%s · invalid bodies have distinct problems that the page can read', async (_name, route) => {
    const { call, given } = await prepare(route);
    const faults: [ProblemCode, number, string, Record<string, string>][] = [
      ...['{"a":', 'nonsense', '{"a":1,"a":2}'].map((body): (typeof faults)[number] => [
        'malformed_request',
        400,
        body,
        json,
      ]),
      ...['null', '[]', '"text"', '1'].map((body): (typeof faults)[number] => ['validation_failed', 422, body, json]),
      ['unsupported_media_type', 415, '{}', { origin, 'content-type': 'application/json; charset=utf-16' }],
      [...(route.upload ? NO_FORM : OTHER_TYPE), '{}', { origin, 'content-type': 'text/plain' }],
      ['unsupported_media_type', 415, '{}', { ...json, 'content-encoding': 'gzip' }],
      ['payload_too_large', 413, JSON.stringify({ surprise: 'x'.repeat(2 ** 20) }), json],
    ];
    for (const [reason, status, body, headers] of faults) {
      const answer = await call(route, { ...given, body, headers });
      expectProblem(answer, reason, { status });
      expectOpenTo(origin, answer);
    }
  });

  test.each(writes)('%s · an undeclared body field is 422 and named', async (_name, route) => {
    const { call, given } = await prepare(route);
    for (const name of UNKNOWN) {
      const { status, problem } = await call(route, { ...given, body: add(given.body, name) });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, expect.arrayContaining([name])]);
    }
  });

  test.each(all)('%s · an undeclared query parameter is 422 and named', async (_name, route) => {
    const { call, given } = await prepare(route);
    for (const name of UNKNOWN) {
      const { status, problem } = await call(route, { ...given, query: add(given.query, name) });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [name]]);
    }
  });
});

/** Calls with each integer at both ends of its declared range. */
function edgesOf({ query, body }: Route) {
  const ends = (schema: Route['body'], part: 'query' | 'body') =>
    Object.entries(schema?.properties ?? {}).flatMap(([name, { minimum, maximum }]: [string, Limits]) =>
      [minimum, maximum].flatMap((value) => (value === undefined ? [] : [{ part, name, value }])),
    );
  return [...ends(query, 'query'), ...ends(body, 'body')];
}

interface Limits {
  minimum?: number;
  maximum?: number;
}

test.each(those((route) => edgesOf(route).length))(
  '%s · a number is accepted at both ends of its declared range',
  async (_name, route) => {
    const { call, given } = await prepare(route);
    for (const { part, name, value } of edgesOf(route)) {
      expectWorking(route, await call(route, { ...given, [part]: { ...given[part], [name]: value } }), { name, value });
    }
  },
);

test.each(all)('%s · of several faults, the first in a fixed order is reported', async (_name, route) => {
  const owner = await app.owner();
  const { right, faults } = await faultsOf(app, owner, route);
  const reasons = [];
  for (const [index] of faults.entries()) {
    const { call, ...given } = withFaults(right, faults.slice(index));
    reasons.push((await call(route, given)).problem?.reason);
  }
  expect(reasons).toEqual(faults.map(({ reason }) => reason));
  expectWorking(route, await right.call(route, right));
});
