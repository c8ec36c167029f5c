import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  api,
  dashboard,
  describeScope,
  events,
  presets,
  problems,
  problemsOf,
  type Route,
  type RouteGroup,
  roleScopes,
  scopeNames,
  site,
} from './index.ts';

interface Specified {
  method: string;
  path: string;
  auth: string;
  scopes: string[];
  key: string;
  codes: number[];
}

const specified: Specified[] = JSON.parse(readFileSync(new URL('../fixtures/routes.json', import.meta.url), 'utf8'));
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const declared = Object.values(api).flatMap((group) => Object.values<Route>(group));
const ofSpecification = declared.filter(({ beyond }) => !beyond);
const ofSites = Object.values(site).flatMap((group) => Object.values<Route>(group));
const ofOthers = [...Object.values(dashboard).flatMap((group) => Object.values<Route>(group)), ...ofSites];

test('the specification has 244 routes, and every other route is marked `beyond`', () => {
  expect(specified).toHaveLength(244);
  const names = new Set(specified.map(nameOf));
  expect(ofSpecification.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
  const beyond = [...declared.filter(({ beyond }) => beyond), ...ofOthers];
  expect(beyond.filter((route) => !route.beyond || names.has(nameOf(route))).map(nameOf)).toEqual([]);
});

test('no route is declared twice', () => {
  const all = [...declared, ...ofOthers].map(nameOf);
  expect(new Set(all).size).toBe(all.length);
});

test('site routes name their widget in the path, and only they use widget or visitor authentication', () => {
  expect(ofSites.length).toBeGreaterThan(10);
  for (const { path, auth, scopes, roles, key } of ofSites) {
    expect({ path, auth, scopes, roles, key }).toEqual({
      path: expect.stringMatching(/^\/widget-api\/\{button_guid\}\//),
      auth: expect.stringMatching(/^(widget|visitor)$/),
      scopes: [],
      roles: undefined,
      key: undefined,
    });
  }
  const others = [...declared, ...ofOthers].filter((route) => !ofSites.includes(route));
  expect(others.filter(({ auth }) => auth === 'widget' || auth === 'visitor')).toEqual([]);
});

describe.each(ofSpecification.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  const wanted = specified.find((each) => nameOf(each) === name);

  test('has the scopes, idempotency key and authentication of the specification', () => {
    expect(route.scopes).toEqual(wanted?.scopes);
    expect(route.key ?? 'none').toBe(wanted?.key);
    expect(route.auth === 'token' ? 'bearer' : route.auth).toBe(wanted?.auth);
  });

  test('declares every status of the specification', () => {
    const statuses = [
      ...Object.keys(route.replies).map(Number),
      ...problemsOf(route).map((code) => problems[code].status),
    ];
    expect(statuses).toEqual(expect.arrayContaining(wanted?.codes ?? []));
  });

  test('is rate-limited as a read if it is a GET, and as a write otherwise', () => {
    expect(route.rate).toBe(route.method === 'GET' ? 'read' : 'write');
  });
});

test('there are 53 route scopes, one conditional and one reserved, and routes require only route scopes', () => {
  const kinds = Object.groupBy(scopeNames, (name) => describeScope(name).kind ?? 'route');
  expect(kinds.route).toHaveLength(53);
  expect(kinds.conditional).toEqual(['responder:escalate']);
  expect(kinds.reserved).toEqual(['partners:withdraw']);
  expect(new Set(specified.flatMap((each) => each.scopes))).toEqual(new Set(kinds.route));
});

test('scopes that write as a person, create agents or store credentials are sensitive', () => {
  expect(scopeNames.filter((name) => describeScope(name).sensitive)).toEqual([
    'agents:write',
    'responder:inject',
    'messengers:write',
    'ai:credentials:write',
    'support:reply',
  ]);
});

test('the presets match the specification', () => {
  expect(presets.ai_setup).toHaveLength(9);
  expect(presets.read_only).toEqual(['chats:read', 'messages:read', 'contacts:read', 'stats:read']);
  expect(presets.helpdesk_bridge).toContain('webhooks:write');
});

test('an owner has every scope, an admin all but account, billing and partners, an operator those for chats', () => {
  expect(roleScopes.owner).toEqual(scopeNames);
  expect(scopeNames.filter((name) => !roleScopes.admin.includes(name))).toEqual([
    'account:read',
    'account:write',
    'billing:read',
    'billing:write',
    'partners:read',
    'partners:withdraw',
  ]);
  expect(roleScopes.operator).toContain('messages:write');
  expect(roleScopes.operator.filter((name) => /^(account|billing|widget|ai|agents:write)/.test(name))).toEqual([]);
});

test('there are eleven native events with unique names', () => {
  const names = Object.values(events).map(({ name }) => name);
  expect(new Set(names).size).toBe(11);
});

/** Whose served configuration each write of the specification makes stale; every other route leaves it alone. */
const PURGES: [RegExp, 'widget' | 'account'][] = [
  [/^PATCH \/v1\/account$/, 'account'],
  [/^(PATCH|DELETE) \/v1\/agents\/\{id\}$/, 'widget'],
  [/^(POST|DELETE) \/v1\/agents\/\{id\}\/(suspend|restore|avatar)$/, 'widget'],
  [/^PATCH \/v1\/ai\/settings$/, 'widget'],
  [/^(POST|PATCH|DELETE) \/v1\/(ai\/|external-)operators(?!.*tests)/, 'widget'],
  [/^(PUT|POST|DELETE) \/v1\/invitations\/rules/, 'widget'],
  [/^(POST|PUT|PATCH|DELETE) \/v1\/(widget|messengers)\//, 'widget'],
];

test('a route purges the served widget exactly where the specification says so', () => {
  for (const route of ofSpecification) {
    const wanted = PURGES.find(([pattern]) => pattern.test(nameOf(route)))?.[1];
    expect({ route: nameOf(route), purges: route.purges }).toEqual({ route: nameOf(route), purges: wanted });
  }
});

/** Groups about conversations, whose writes are not settings, people, tokens, channels or sends. */
const UNAUDITED = ['chats', 'messages', 'visitors', 'files', 'compat'];

test('every write outside of conversations says what it adds to the audit log', () => {
  const groups = Object.entries<RouteGroup>({ ...api, ...dashboard }).filter(([group]) => !UNAUDITED.includes(group));
  const writes = groups.flatMap(([, routes]) => Object.values(routes)).filter(({ method }) => method !== 'GET');
  const silent = writes.filter(({ audit }) => audit === undefined).map(nameOf);
  expect(writes.length).toBeGreaterThan(50);
  expect(
    silent,
    "declare `audit: 'noun.past'`, an action of audit-log/actions.ts, or `audit: false` if it is no change of settings, people, tokens or channels (docs/adding-a-route.md)",
  ).toEqual([]);
});
