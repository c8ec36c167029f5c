import { isOfSites, type Route, site } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../src/kernel/http/routes.ts';
import { routes } from '../../src/modules.ts';
import { anonymousCaller, authorizedCaller } from '../callers.ts';
import { type OpenApp, openApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { allowDomains } from '../people.ts';
import { arrange, nameOf } from '../resources.ts';

// Which pages may call the routes of a site: those of the widget's domains and their subdomains, of localhost and of the
// server itself; all while it has no domains.

const all = routes.flatMap(({ route }): [string, Route][] =>
  isOfSites(route) && !route.anySite ? [[nameOf(route), route]] : [],
);
const reads = all.filter(([, { method }]) => method === 'GET');
const paths = [...Map.groupBy(all, ([, route]) => addressOf(route))].map(([path, found]): [string, string[]] => [
  path,
  found.map(([, { method }]) => method),
]);

const PUBLIC_URL = 'https://chat.example.test';

let app: OpenApp;
/** Its widget has no domains. */
let ann: Owner;
/** Its widget is for shop.example and blog.example. */
let sam: Owner;
beforeAll(async () => {
  app = await openApp({ PUBLIC_URL });
  [ann, sam] = [await app.owner(), await app.owner()];
  await allowDomains(app, sam, ['shop.example', 'blog.example']);
});
afterAll(() => app.end());

/** Calls the route as an authorized caller, from a page. */
async function callerOf(route: Route, owner: Owner) {
  const [call, given] = [await authorizedCaller(app, owner, route), await arrange(app, owner, route)];
  return async (origin?: string) => {
    const answer = await call(route, { ...given, ...(origin !== undefined && { headers: { origin } }) });
    return { status: answer.status, reason: answer.problem?.reason, headers: answer.headers };
  };
}

const statusOf = ({ replies }: Route) => Number(Object.keys(replies)[0]);

const corsOf = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

/** A page of the site can read the answer, one of another site can't, and no cookie goes with a call. */
function expectOpenTo(origin: string, headers: Record<string, unknown>) {
  expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
  expect(headers['access-control-allow-credentials']).toBeUndefined();
}

const OF_SHOP = [
  ...['https://shop.example', 'http://shop.example', 'https://www.shop.example', 'https://a.b.shop.example'],
  ...['https://shop.example:8443', 'https://blog.example'],
];
const ALWAYS = [
  ...['http://localhost', 'http://localhost:8080', 'https://localhost', 'http://shop.localhost:5173'],
  ...['http://127.0.0.1:5500', 'http://[::1]:3000', PUBLIC_URL],
];
const FOREIGN = [
  ...['null', '', '*', 'https://evil.test', 'https://example', 'file://', 'shop.example', 'localhost'],
  ...[
    'https://evil-shop.example',
    'https://shop.example.evil.test',
    'https://shopexample',
    'https://evil.test/shop.example',
  ],
  ...['https://shop.example@evil.test', 'https://evil.test#.shop.example', 'https://evil.test?.shop.example'],
  ...['http://localhost.evil.test', 'http://evil-localhost', 'http://127.0.0.1.evil.test', 'http://127.0.0.2'],
  ...['http://0.0.0.0', 'http://[::2]', 'http://192.168.0.1', `${PUBLIC_URL}.evil.test`, 'http://chat.example.test'],
];
const cases: [string, () => Owner, string[], string[]][] = [
  ['a widget with domains', () => sam, [...OF_SHOP, ...ALWAYS], FOREIGN],
  ['a widget without domains', () => ann, [...OF_SHOP, ...ALWAYS, 'null', 'https://evil.test'], []],
];

describe.each(cases)('%s', (_what, ownerOf, own, foreign) => {
  test.each(all)('%s · its own pages can call it and read the response', async (_name, route) => {
    let callFrom = await callerOf(route, ownerOf());
    for (const [at, origin] of own.entries()) {
      // A new visitor every third call, since some routes allow a visitor only a few.
      if (at > 0 && at % 3 === 0) callFrom = await callerOf(route, ownerOf());
      const { status, headers } = await callFrom(origin);
      expect([origin, status]).toEqual([origin, statusOf(route)]);
      expectOpenTo(origin, headers);
      expect(headers['access-control-expose-headers']).toMatch(/Retry-After.*X-Request-Id/);
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
  });

  test.each(all)('%s · pages of other sites are 403 domain_not_allowed', async (_name, route) => {
    const callFrom = await callerOf(route, ownerOf());
    for (const origin of foreign) {
      const { status, reason, headers } = await callFrom(origin);
      expect([origin, status, reason]).toEqual([origin, 403, 'domain_not_allowed']);
      expect([corsOf(headers), headers.vary]).toEqual([[], 'Origin']);
    }
  });

  test.each(all)('%s · a call without an Origin header is allowed and gets no CORS headers', async (_name, route) => {
    const { status, headers } = await (await callerOf(route, ownerOf()))();
    expect([status, corsOf(headers), headers.vary]).toEqual([statusOf(route), [], 'Origin']);
  });

  test.each(paths)('%s · a preflight allows and refuses the same origins', async (path, methods) => {
    const url = path.replace('{button_guid}', ownerOf().buttonGuid);
    const ask = (origin: string) =>
      app.http.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': 'POST' } });
    for (const origin of own) {
      const { statusCode, body, headers } = await ask(origin);
      expect([statusCode, body]).toEqual([204, '']);
      expectOpenTo(origin, headers);
      expect(String(headers['access-control-allow-methods']).split(', ').sort()).toEqual(methods.toSorted());
      expect(headers['access-control-allow-headers']).toBe('authorization, content-type');
      expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0);
    }
    for (const origin of foreign) {
      const answer = await ask(origin);
      expect([origin, answer.statusCode, answer.json().reason]).toEqual([origin, 403, 'domain_not_allowed']);
      expect(corsOf(answer.headers)).toEqual([]);
    }
  });
});

test.each(paths)('%s · a preflight for an unknown widget is 404', async (path) => {
  const url = path.replace('{button_guid}', 'a'.repeat(32));
  const answer = await app.http.inject({ method: 'OPTIONS', url, headers: { origin: 'http://localhost' } });
  expect([answer.statusCode, answer.json().reason, corsOf(answer.headers)]).toEqual([404, 'not_found', []]);
});

test.each(reads)('HEAD from another site is refused like %s', async (_name, route) => {
  const url = addressOf(route).replace('{button_guid}', sam.buttonGuid);
  const answer = await app.http.inject({ method: 'HEAD', url, headers: { origin: 'https://evil.test' } });
  expect([answer.statusCode, answer.body, corsOf(answer.headers)]).toEqual([403, '', []]);
});

test('changing or clearing the domains takes effect at once', async () => {
  const owner = await app.owner();
  const read = async (origin: string) =>
    (
      await anonymousCaller(app)(site.visitor.readConfig, {
        params: { button_guid: owner.buttonGuid },
        headers: { origin },
      })
    ).status;
  const statuses = async () => [
    await read('http://localhost'),
    await read('https://a.test'),
    await read('https://b.test'),
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  await allowDomains(app, owner, ['a.test']);
  expect(await statuses()).toEqual([200, 200, 403]);
  await allowDomains(app, owner, ['b.test', 'c.test']);
  expect(await statuses()).toEqual([200, 403, 200]);
  await allowDomains(app, owner, []);
  expect(await statuses()).toEqual([200, 200, 200]);
});
