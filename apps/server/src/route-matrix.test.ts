import { randomUUID } from 'node:crypto';
import { dashboard, type ProblemCode, type Route, roleScopes, scopeNames, statusOf } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../test/call.ts';
import {
  revokedToken,
  rightful,
  signedIn,
  signedInHeaders,
  stranger,
  withHeaders,
  withToken,
} from '../test/callers.ts';
import { type OpenApp, type Owner, openApp } from '../test/harness.ts';
import { addAgent } from '../test/people.ts';
import { faultsOf, isByPath, withFaults } from '../test/refusals.ts';
import { arrange, arrangeRow, nameOf, renamed } from '../test/resources.ts';
import { readStored, rowsAdded } from '../test/stored.ts';
import { routes } from './modules.ts';

// What every route owes to its declaration. A new route is here by itself; see test/resources.ts for what it may need.

const ofSites = ({ auth }: Route) => auth === 'widget' || auth === 'visitor';
const all = routes.flatMap(({ route }): [string, Route][] => (ofSites(route) ? [] : [[nameOf(route), route]]));
const those = (isOne: (route: Route) => unknown) => all.filter(([, route]) => isOne(route));

const ofTokens = those(({ auth }) => auth === 'token');
const ofSessions = those(({ auth }) => auth === 'session');
const scoped = those(({ scopes }) => scopes.length);
const byPath = those(isByPath);
const named = those((route) => route.params && !isByPath(route));
const writes = those(({ method }) => method !== 'GET');
/** Read as the clients of another platform write: loosely. */
const loose = writes.filter(([, { anyMediaType }]) => anyMediaType);
const strict = writes.filter(([, { anyMediaType }]) => !anyMediaType);
const keyed = those(({ key }) => key);

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(() => app.end());

const remember = <Key, Value>(make: (key: Key) => Promise<Value>) => {
  const known = new Map<Key, Promise<Value>>();
  return (key: Key) => known.getOrInsertComputed(key, make);
};

/** Each route has an owner to itself, for whatever is counted by widget. */
const ownerOf = remember((_route: Route) => app.owner());
/** One sign-in of each owner: what ends a session is called by an owner of its own. */
const sessionOf = remember((owner: Owner) => signedInHeaders(app, owner));

/** A rightful caller of the route, and a call that works. */
async function prepare(route: Route) {
  const { owner, given } = await prepareFor(route);
  return { owner, given, call: await callerOf(route) };
}

async function callerOf(route: Route) {
  const owner = await ownerOf(route);
  return route.auth === 'session' ? withHeaders(app, await sessionOf(owner)) : rightful(app, owner, route);
}

/** A call that would work, for somebody who may not call. */
async function prepareFor(route: Route) {
  const owner = await ownerOf(route);
  return { owner, given: await arrange(app, owner, route) };
}

/** The same for what is refused: that uses nothing up. */
const unused = remember(prepareFor);
async function prepareRefusal(route: Route) {
  return { ...(await unused(route)), call: await callerOf(route) };
}

function expectWorking(route: Route, answer: Answer<unknown>) {
  expect({ status: answer.status, problem: answer.status < 400 ? undefined : answer.problem }).toEqual({
    status: statusOf(route),
  });
}

function expectProblem({ status, problem }: Answer<unknown>, reason: ProblemCode, more: object = {}) {
  expect({ ...problem, status }).toMatchObject({ reason, ...more });
}

test('there are routes to test', () => {
  expect(all.length).toBeGreaterThan(25);
});

test.each(all)('%s · works as it is declared', async (_name, route) => {
  const owner = await app.owner();
  const call = await rightful(app, owner, route);
  expectWorking(route, await call(route, await arrange(app, owner, route)));
});

test.each(ofTokens)('%s · works for a session of the console', async (_name, route) => {
  const { owner, given } = await prepareFor(route);
  expectWorking(route, await (await signedIn(app, owner))(route, given));
});

describe('401', () => {
  const headers: [string, ProblemCode, (owner: Owner) => Promise<Record<string, string>>][] = [
    ['without a token', 'token_missing', async () => ({})],
    ['a token that is none', 'token_invalid', async () => bearer('nonsense')],
    ['a token nobody has', 'token_invalid', async () => bearer(`prl_${'A'.repeat(43)}`)],
    ['another scheme', 'token_invalid', async () => ({ authorization: 'Basic YW5uOnBhc3N3b3Jk' })],
    ['a scheme and no token', 'token_invalid', async () => ({ authorization: 'Bearer' })],
    [
      'an expired token',
      'token_expired',
      async (owner) => bearer(await owner.newToken(scopeNames, `${app.clock.now}`)),
    ],
    ['a revoked token', 'token_revoked', async (owner) => bearer(await revokedToken(app, owner))],
    [
      'a wrong token with a session',
      'token_invalid',
      async (owner) => ({ ...(await sessionOf(owner)), ...bearer('x') }),
    ],
    ['a cookie of no session', 'session_required', async () => ({ cookie: 'parley=x', origin: app.publicUrl })],
  ];
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  describe.each(headers)('%s is %s', (_what, reason, make) => {
    test.each(ofTokens)('%s', async (_name, route) => {
      const { owner, given } = await unused(route);
      const answer = await withHeaders(app, await make(owner))(route, given);
      expectProblem(answer, reason, { status: 401 });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });
  });

  test.each(ofSessions)('%s · needs a session, and no token replaces it', async (_name, route) => {
    const { owner, given } = await unused(route);
    const stale = withHeaders(app, { cookie: 'parley=nonsense', origin: app.publicUrl });
    for (const call of [stranger(app), stale, await withToken(app, owner)]) {
      expectProblem(await call(route, given), 'session_required', { status: 401 });
    }
  });
});

describe('403', () => {
  const switched = remember(async (_: 'owner') => {
    const owner = await app.owner();
    return { owner, session: await signedIn(app, owner) };
  });

  test.each(ofTokens)('%s · the API switch stops a token and no session', async (_name, route) => {
    const { owner, session } = await switched('owner');
    const flip = (api_enabled: boolean) => session(dashboard.widgetAccess.update, { body: { api_enabled } });
    await flip(true);
    const given = await arrange(app, owner, route);
    await flip(false);
    expectProblem(await (await withToken(app, owner))(route, given), 'api_disabled', { status: 403 });
    expectWorking(route, await session(route, given));
  });

  test.each(scoped)('%s · every other scope is not enough, and the answer says what is', async (_name, route) => {
    const { owner, given } = await unused(route);
    const others = scopeNames.filter((scope) => !route.scopes.includes(scope));
    expectProblem(await (await withToken(app, owner, others))(route, given), 'missing_scope', {
      status: 403,
      required_scopes: route.scopes,
      hint: expect.stringContaining(route.scopes.join(' or ')),
    });
  });

  test.each(scoped)('%s · each of its scopes is enough by itself', async (_name, route) => {
    const owner = await ownerOf(route);
    for (const scope of route.scopes) {
      const call = await withToken(app, owner, [scope]);
      expectWorking(route, await call(route, await arrange(app, owner, route)));
    }
  });

  test.each(scoped)('%s · an operator may call it just when the role has its scope', async (_name, route) => {
    const { owner, given } = await prepareFor(route);
    const answer = await (await signedIn(app, await addAgent(app, owner, 'operator')))(route, given);
    if (route.scopes.some((scope) => roleScopes.operator.includes(scope))) expectWorking(route, answer);
    else expectProblem(answer, 'missing_scope', { status: 403, required_scopes: route.scopes });
  });

  test.each(those(({ roles }) => roles))('%s · only the roles it names may call it', async (_name, route) => {
    const { owner, given } = await prepareFor(route);
    for (const role of ['operator', 'admin'] as const) {
      const answer = await (await signedIn(app, await addAgent(app, owner, role)))(route, given);
      if (route.roles?.includes(role)) expectWorking(route, answer);
      else expectProblem(answer, 'role_required', { status: 403 });
    }
  });

  const ofBrowsers = writes.filter(([, route]) => !isByPath(route));
  test.each(ofBrowsers)('%s · is not done from another site', async (_name, route) => {
    const { owner, given } = await unused(route);
    const { cookie } = await sessionOf(owner);
    const { publicUrl } = app;
    for (const origin of ['https://evil.example', 'null', `${publicUrl}.evil.example`, `${publicUrl}/`, '*']) {
      const call = withHeaders(app, { cookie, origin });
      expectProblem(await call(route, given), 'origin_not_allowed', { status: 403 });
    }
  });

  const ofCallers = ofBrowsers.filter(([, route]) => route.auth !== 'none');
  test.each(ofCallers)('%s · is not done by a session that does not say from where', async (_name, route) => {
    const { owner, given } = await unused(route);
    const { cookie } = await sessionOf(owner);
    expectProblem(await withHeaders(app, { cookie })(route, given), 'origin_not_allowed', { status: 403 });
  });
});

describe('404', () => {
  const ODD = [
    ...['0', '-1', '-0', '1.5', '1e3', '0x10', '+1', ' 1', '1 ', '١', 'abc', 'null', 'NaN', '[object Object]'],
    ...['9007199254740992', '9223372036854775808', '9'.repeat(40), 'x'.repeat(1_000)],
    ...['\0', '%00', '%', 'a/b', "'", 'é', '😀', ';--'],
    ...['0'.repeat(32), 'f'.repeat(31), 'f'.repeat(33), 'F'.repeat(32), '00000000-0000-0000-0000-000000000000'],
  ];

  test.each(named)('%s · a row of another account is not there, and stays as it is', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    const params = await arrangeRow(app, await app.owner(), route);
    const before = await readStored(app);
    expectProblem(await call(route, { ...given, params }), 'not_found', { status: 404 });
    expect(await readStored(app)).toEqual(before);
  });

  test.each(named)('%s · a row that was never made is not there', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    const [id] = Object.values(given.params);
    const params = renamed(given.params, typeof id === 'number' ? Number.MAX_SAFE_INTEGER : 'a'.repeat(32));
    expectProblem(await call(route, { ...given, params }), 'not_found', { status: 404 });
  });

  test.each(named)('%s · what can not be an id names nothing', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    for (const name of Object.keys(given.params)) {
      for (const odd of ODD) {
        const { problem } = await call(route, { ...given, params: { ...given.params, [name]: odd } });
        expect({ name, odd, reason: problem?.reason }).toEqual({ name, odd, reason: 'not_found' });
      }
    }
  });

  test.each(named)('%s · an id has one spelling', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    const id = String(Object.values(given.params)[0]);
    const other = [`0${id}`, `+${id}`, `${id}.0`, `${id}e0`, ` ${id}`, `${id} `, `${id}\n`, `${id}\0`];
    if (id !== id.toUpperCase()) other.push(id.toUpperCase());
    for (const spelt of other) {
      const { problem } = await call(route, { ...given, params: renamed(given.params, spelt) });
      expect({ spelt, reason: problem?.reason }).toEqual({ spelt, reason: 'not_found' });
    }
  });
});

describe('who calls is in the path', () => {
  const reason = ({ auth }: Route) => (auth === 'path-token' ? 'token_invalid' : 'not_found');

  test.each(byPath)('%s · what nobody was given opens nothing', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    const [shown] = Object.values(given.params);
    const other = [
      'nonsense',
      '0',
      '%00',
      '\0',
      'é',
      '😀',
      ';--',
      'x'.repeat(1_000),
      `${shown} `,
      `${shown}x`,
      ` ${shown}`,
    ];
    for (const odd of [...other, String(shown).toUpperCase(), `prl_${'A'.repeat(43)}`]) {
      const { problem } = await call(route, { ...given, params: renamed(given.params, odd) });
      expect({ odd, reason: problem?.reason }).toEqual({ odd, reason: reason(route) });
    }
  });

  test.each(byPath)('%s · a header or a cookie does not stand in for it', async (_name, route) => {
    const { owner, given } = await prepareRefusal(route);
    for (const call of [await withToken(app, owner), await signedIn(app, owner)]) {
      expectProblem(await call(route, { ...given, params: renamed(given.params, 'nonsense') }), reason(route));
    }
  });

  test.each(byPath)('%s · a wrong header takes nothing from it', async (_name, route) => {
    const { given } = await prepare(route);
    const call = withHeaders(app, {
      authorization: 'Bearer nonsense',
      cookie: 'parley=x',
      origin: 'https://evil.example',
    });
    expectWorking(route, await call(route, given));
  });
});

describe('idempotency keys', () => {
  test.each(keyed)('%s · a key is required just where it is declared so', async (_name, route) => {
    const { call, given } = await prepare(route);
    if (route.key === 'optional') return expectWorking(route, await call(route, { ...given, key: null }));
    for (const key of [null, '']) {
      expectProblem(await call(route, { ...given, key }), 'idempotency_key_missing', { status: 400 });
    }
  });

  test.each(keyed)('%s · a key is 1 to 255 visible ASCII characters', async (_name, route) => {
    const { owner, call, given } = await prepare(route);
    for (const key of ['two words', 'tab\t', 'x'.repeat(256), 'é', '\x7f']) {
      expectProblem(await call(route, { ...given, key }), 'idempotency_key_invalid', { status: 400 });
    }
    for (const key of ['!', '~'.repeat(255)]) {
      expectWorking(route, await call(route, { ...(await arrange(app, owner, route)), key }));
    }
  });

  test.each(keyed)(
    '%s · a spent key is 409 whatever comes with it, and nothing happens twice',
    async (_name, route) => {
      const { owner, call, given } = await prepare(route);
      const key = randomUUID();
      expectWorking(route, await call(route, { ...given, key }));
      const another = await arrange(app, owner, route);
      const before = await readStored(app);
      for (const again of [given, another]) {
        expectProblem(await call(route, { ...again, key }), 'idempotency_key_reused', { status: 409 });
      }
      expect(await readStored(app)).toEqual(before);
    },
  );

  test.each(keyed)('%s · of twins at one moment one works, and its effect happens once', async (_name, route) => {
    const { owner, call, given } = await prepare(route);
    const once = await rowsAdded(app, () => call(route, given));
    const twin = { ...(await arrange(app, owner, route)), key: randomUUID() };
    const answers: Answer<unknown>[] = [];
    const raced = await rowsAdded(app, async () => {
      answers.push(...(await Promise.all(Array.from({ length: 8 }, () => call(route, twin)))));
    });
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused).toHaveLength(7);
    for (const { problem } of refused) expect(problem.reason).toMatch(/^idempotency_key_(reused|in_flight)$/);
    expect(raced).toEqual(once);
  });

  test.each(keyed)('%s · a refusal leaves the key free', async (_name, route) => {
    const { call, given } = await prepare(route);
    const key = randomUUID();
    expectProblem(await call(route, { ...given, key, query: { surprise: 1 } }), 'validation_failed');
    if (route.params) {
      const params = renamed(given.params, 'nonsense');
      expectProblem(await call(route, { ...given, key, params }), 'not_found');
    }
    expectWorking(route, await call(route, { ...given, key }));
  });

  test.each(keyed)('%s · two callers may use one key', async (_name, route) => {
    const { owner, call, given } = await prepare(route);
    const key = randomUUID();
    expectWorking(route, await call(route, { ...given, key }));
    const other =
      route.auth === 'token' ? await withToken(app, owner) : await signedIn(app, await addAgent(app, owner, 'admin'));
    expectWorking(route, await other(route, { ...(await arrange(app, owner, route)), key }));
  });
});

describe('input', () => {
  /** Some are members of every object, which a check must not mistake for declared ones. */
  const UNKNOWN = ['surprise', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'a.b', 'é'];
  const add = (values: object | undefined, name: string) =>
    Object.fromEntries([...Object.entries(values ?? {}), [name, '1']]);

  test.each(strict)('%s · a member of the body that nobody declared is 422 by its name', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    for (const name of UNKNOWN) {
      const { status, problem } = await call(route, { ...given, body: add(given.body, name) });
      expect({ status, names: Object.keys(problem.errors ?? {}) }).toEqual({
        status: 422,
        names: expect.arrayContaining([name]),
      });
    }
  });

  test.each(all)('%s · a member of the query that nobody declared is 422 by its name', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    for (const name of UNKNOWN) {
      const { status, problem } = await call(route, { ...given, query: add(given.query, name) });
      expect({ status, names: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, names: [name] });
    }
  });

  test.each(writes)('%s · what is no JSON is 400 malformed_request', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    for (const body of ['{"a":', 'nonsense', "{'a':1}", '{"a":1,}', '{"a":01}', 'NaN', '{"a":1,"a":2}', '{}{}']) {
      expectProblem(await call(route, { ...given, body }), 'malformed_request', { status: 400 });
    }
  });

  test.each(writes)('%s · what is no object is 422', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    for (const body of ['null', '[]', '"text"', '1', 'true']) {
      expectProblem(await call(route, { ...given, body }), 'validation_failed', {
        status: 422,
        errors: { body: expect.any(Array) },
      });
    }
  });

  test.each(loose)('%s · members that nobody declared are passed over', async (_name, route) => {
    const { call, given } = await prepare(route);
    for (const name of UNKNOWN) {
      expectWorking(route, await call(route, { ...given, body: add(given.body, name) }));
    }
  });

  test.each(loose)('%s · whatever it is called, the body is read as JSON', async (_name, route) => {
    const { call, given } = await prepare(route);
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense']) {
      const body = JSON.stringify(given.body);
      expectWorking(route, await call(route, { ...given, body, headers: { 'content-type': type } }));
    }
  });

  test.each(strict)('%s · another media type is 415, and 422 where it would be a file', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    const send = (type: string) => call(route, { ...given, body: '{}', headers: { 'content-type': type } });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const answer = await send(type);
      if (route.upload)
        expectProblem(answer, 'validation_failed', { status: 422, errors: { file: [expect.any(String)] } });
      else expectProblem(answer, 'unsupported_media_type', { status: 415 });
    }
    expectProblem(await send('application/json; charset=utf-16'), 'unsupported_media_type', { status: 415 });
  });

  test.each(writes)('%s · more than 1 MiB is 413', async (_name, route) => {
    const { call, given } = await prepareRefusal(route);
    const body = JSON.stringify({ ...given.body, surprise: 'x'.repeat(2 ** 20) });
    expectProblem(await call(route, { ...given, body }), 'payload_too_large', { status: 413 });
  });
});

test.each(all)('%s · refuses what is wrong in several ways in the documented order', async (_name, route) => {
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
