import { randomUUID } from 'node:crypto';
import {
  api,
  dashboard,
  type ProblemCode,
  problemsOf,
  type Route,
  type Scope,
  scopeNames,
  site,
} from '@parley/contract';
import { addAgent, allowDomains } from '../test/people.ts';
import type { Call, CallInput } from './call.ts';
import {
  addAnsweredVisitor,
  addVisitor,
  anonymousCaller,
  authorizedCaller,
  revokedToken,
  signedIn,
  signedInHeaders,
  withBearer,
  withHeaders,
} from './callers.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { arrange, withFirstParam } from './resources.ts';

/** A call and its caller. */
interface Attempt extends CallInput<Route> {
  call: Call;
}

interface Fault {
  reason: ProblemCode;
  /** Turns a valid attempt into one with this fault. */
  wrong: Partial<Attempt>;
}

/** The faults a call of the route can have, in the order they are refused, and a valid call. */
export async function faultsOf(app: TestApp, owner: Owner, route: Route) {
  const call = await authorizedCaller(app, owner, route);
  // Its call may use up what it was arranged for.
  const spentKey = route.key ? [await spentKeyFault(app, owner, { route, call })] : [];
  const whole = await arrange(app, owner, route);
  const right: Attempt = { ...whole, call };
  const pathFault: Fault[] =
    route.params && !isOfSites(route) && !isByPath(route)
      ? [{ reason: 'not_found', wrong: { params: withFirstParam(whole.params, 'nonsense') } }]
      : [];
  const faults = [
    ...(await callerFaults(app, owner, route)),
    ...keyFaults(route),
    ...(route.method === 'GET' ? [] : bodyFaults(route)),
    ...(route.checksPathFirst ? pathFault : []),
    { reason: 'validation_failed', wrong: { query: { ...whole.query, surprise: 1 } } } as const,
    ...spentKey,
    ...(route.checksPathFirst ? [] : pathFault),
  ];
  return { right, faults };
}

/** The valid attempt with all these faults; where two affect one field, the first wins. */
export function withFaults(right: Attempt, faults: Fault[]): Attempt {
  return Object.assign({}, right, ...faults.map(({ wrong }) => wrong).reverse());
}

const isOfSites = ({ auth }: Route) => auth === 'widget' || auth === 'visitor';

/** The caller's credential is in the path. */
export const isByPath = ({ auth }: Route) => auth === 'path-token' || auth === 'path-secret';

async function callerFaults(app: TestApp, owner: Owner, route: Route) {
  if (isOfSites(route)) return siteFaults(app, owner, route);
  if (isByPath(route)) return pathFaults(app, owner, route);
  if (route.auth === 'token') return tokenFaults(app, owner, route);
  return route.auth === 'session' ? sessionFaults(app, owner, route) : [foreignSite(app)];
}

async function tokenFaults(app: TestApp, _owner: Owner, route: Route): Promise<Fault[]> {
  const off = await app.owner({ apiEnabled: false });
  const others = scopeNames.filter((scope) => !route.scopes.includes(scope));
  const expired = await off.newToken(others, app.clock.now.toString());
  const faults: Fault[] = [
    { reason: 'token_expired', wrong: { call: withBearer(app, expired) } },
    { reason: 'token_missing', wrong: { call: anonymousCaller(app) } },
    { reason: 'api_disabled', wrong: { call: withBearer(app, await off.newToken(others)) } },
  ];
  if (route.scopes.length) {
    const other = writeScopes.filter((scope) => !route.scopes.includes(scope)).slice(0, 1);
    const unscoped = await exhaustedToken(app, route, route.rate === 'read' ? [] : other);
    faults.push({ reason: 'missing_scope', wrong: { call: unscoped } });
  }
  return [...faults, { reason: 'rate_limited', wrong: { call: await exhaustedToken(app, route, scopeNames) } }];
}

async function pathFaults(app: TestApp, owner: Owner, route: Route): Promise<Fault[]> {
  const switchable = await app.owner();
  const off = await arrange(app, switchable, route);
  const [name = ''] = Object.keys(off.params);
  const faults = await (route.auth === 'path-token' ? pathTokenFaults : pathSecretFaults)(app, owner);
  const session = await signedIn(app, switchable);
  await session(dashboard.widgetAccess.update, { body: { api_enabled: false } });
  const spent = await arrange(app, await app.owner(), route);
  await exhaustPath(app, route, spent.params);
  return [
    ...faults.map(({ reason, shown }) => ({ reason, wrong: { params: { [name]: shown } } })),
    { reason: 'api_disabled', wrong: { params: off.params } },
    { reason: 'rate_limited', wrong: { params: spent.params } },
  ];
}

type CredentialFault = { reason: ProblemCode; shown: string }[];

async function pathTokenFaults(app: TestApp, owner: Owner): Promise<CredentialFault> {
  return [
    { reason: 'token_invalid', shown: 'nonsense' },
    { reason: 'token_expired', shown: await owner.newToken(scopeNames, `${app.clock.now}`) },
    { reason: 'token_revoked', shown: await revokedToken(app, owner) },
  ];
}

async function pathSecretFaults(_app: TestApp, owner: Owner): Promise<CredentialFault> {
  const add = async (body: object) =>
    (await owner.call(api.channels.create, { body: { name: 'Shop app', ...body } })).data.secret;
  return [
    { reason: 'not_found', shown: 'nonsense' },
    { reason: 'not_found', shown: await add({ legacy_compat_enabled: true, is_active: false }) },
    { reason: 'legacy_compat_disabled', shown: await add({ legacy_compat_enabled: false }) },
  ];
}

/** Exhausts this minute's rate limit with invalid calls that touch no row. */
async function exhaustPath(app: TestApp, route: Route, params: Record<string, unknown>) {
  const call = anonymousCaller(app);
  const spend = () => call(route, { params, query: { surprise: 1 } });
  const { headers } = await spend();
  await Promise.all(Array.from({ length: Number(headers['x-ratelimit-remaining']) }, spend));
}

async function sessionFaults(app: TestApp, owner: Owner, route: Route): Promise<Fault[]> {
  const operator = await signedInHeaders(app, await addAgent(app, owner, 'operator'));
  const faults: Fault[] = [{ reason: 'session_required', wrong: { call: anonymousCaller(app) } }];
  if (route.method !== 'GET') faults.push(foreignSite(app, operator));
  if (route.roles) faults.push({ reason: 'role_required', wrong: { call: withHeaders(app, operator) } });
  return faults;
}

/** The widget defines which pages may call, so it is looked up first. */
async function siteFaults(app: TestApp, owner: Owner, route: Route): Promise<Fault[]> {
  const faults: Fault[] = [{ reason: 'not_found', wrong: { params: { button_guid: 'f'.repeat(32) } } }];
  if (!route.anySite) {
    await allowDomains(app, owner, ['shop.example']);
    faults.push({
      reason: 'domain_not_allowed',
      wrong: { call: withHeaders(app, { origin: 'https://evil.example' }) },
    });
  }
  if (route.auth === 'visitor') faults.push({ reason: 'token_missing', wrong: { call: anonymousCaller(app) } });
  if (problemsOf(route).includes('visitor_blocked')) {
    const { call, contactId } = await addAnsweredVisitor(app, owner);
    await owner.call(api.contacts.block, { params: { id: contactId } });
    faults.push({ reason: 'visitor_blocked', wrong: { call } });
  }
  const { call } = await addVisitor(app, owner);
  await exhaustVisitor(call, owner, route);
  return [...faults, { reason: 'rate_limited', wrong: { call } }];
}

/** Exhausts a visitor's rate limit of this minute with invalid calls that touch no row. */
export async function exhaustVisitor(call: Call, { buttonGuid }: Owner, { rate }: Pick<Route, 'rate'>) {
  const spend = () =>
    call(rate === 'read' ? site.visitor.listMessages : site.visitor.markSeen, {
      params: { button_guid: buttonGuid },
      query: { surprise: 1 },
    });
  const { headers } = await spend();
  await Promise.all(Array.from({ length: Number(headers['x-ratelimit-remaining']) }, spend));
}

function foreignSite(app: TestApp, headers: Record<string, string> = {}): Fault {
  const call = withHeaders(app, { ...headers, origin: 'https://evil.example' });
  return { reason: 'origin_not_allowed', wrong: { call } };
}

/** Scopes that a token can spend its writes with. Routes share exhausted tokens, so there are few sets of scopes. */
const writeScopes: Scope[] = ['contacts:write', 'quick_phrases:write'];

const spent = new WeakMap<TestApp, Map<string, Call>>();
const LONG_ENOUGH_SECONDS = 20;

/** Calls with a token whose rate limit for this kind of route is exhausted. */
async function exhaustedToken(app: TestApp, { rate }: Route, scopes: Scope[]) {
  const calls = spent.get(app) ?? new Map<string, Call>();
  spent.set(app, calls);
  const name = `${rate} ${scopes}`;
  const known = calls.get(name);
  if (known && (await spendOne(known, rate, scopes)).secondsToWait > LONG_ENOUGH_SECONDS) return known;
  const call = withBearer(app, await (await app.owner()).newToken(scopes));
  const { left } = await spendOne(call, rate, scopes);
  await Promise.all(Array.from({ length: left }, () => spendOne(call, rate, scopes)));
  calls.set(name, call);
  return call;
}

/** An invalid call counts like any other and touches no row. */
async function spendOne(call: Call, rate: Route['rate'], scopes: Scope[]) {
  const { contacts, quickPhrases, service } = api;
  const write = scopes.includes('contacts:write') ? contacts.create : quickPhrases.create;
  const { headers } = await call(rate === 'read' ? service.whoAmI : write, { query: { surprise: 1 } });
  return { left: Number(headers['x-ratelimit-remaining']), secondsToWait: Number(headers['retry-after'] ?? 0) };
}

function keyFaults({ key }: Route): Fault[] {
  if (!key) return [];
  if (key === 'optional') return [{ reason: 'idempotency_key_invalid', wrong: { key: 'no key' } }];
  return [{ reason: 'idempotency_key_missing', wrong: { key: null } }];
}

const NO_JSON = '{"a":';

function bodyFaults({ anyMediaType, upload, maxBodyBytes = 2 ** 20 }: Route): Fault[] {
  // Where a file is accepted, a body that is not JSON is read as one.
  const headers = { 'content-type': upload ? 'application/json; charset=utf-16' : 'text/plain' };
  const otherType: Fault = { reason: 'unsupported_media_type', wrong: { body: NO_JSON, headers } };
  return [
    { reason: 'payload_too_large', wrong: { body: 'x'.repeat(maxBodyBytes + 1), headers } },
    ...(anyMediaType ? [] : [otherType]),
    { reason: 'malformed_request', wrong: { body: NO_JSON, headers: {} } },
  ];
}

async function spentKeyFault(
  app: TestApp,
  owner: Owner,
  { route, call }: { route: Route; call: Call },
): Promise<Fault> {
  const key = randomUUID();
  await call(route, { ...(await arrange(app, owner, route)), key });
  return { reason: 'idempotency_key_reused', wrong: { key } };
}
