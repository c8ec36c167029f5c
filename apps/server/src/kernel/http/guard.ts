import { isOfSites, type Route } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CappedCall, type Limits, networkOf, refuseOver } from '../auth/limits.ts';
import type { Count } from '../auth/memory-counter.ts';
import {
  type AnyPrincipal,
  type Authenticator,
  nameOf,
  type Principal,
  type SessionPrincipal,
  type TokenPrincipal,
} from '../auth/principal.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { hashKey, readKey } from '../data/idempotency.ts';
import { Problem, problem } from '../problems.ts';
import { openToSite } from './sites.ts';

export interface GuardOptions {
  authenticator: Authenticator;
  limits: Limits;
  /** Whether an origin serves the console. */
  isOwnOrigin: (origin: string) => boolean;
  publicUrl: () => string;
}

/** What is known of a request before its body is read. */
export interface Admitted {
  principal: AnyPrincipal | undefined;
  /** Hash of the caller and the idempotency key. */
  key: Buffer | undefined;
}

/** Makes every check that needs no body, in the documented order: 401, 403, 429, 400 for the key. */
export async function admit(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: GuardOptions,
): Promise<Admitted> {
  const { limits } = options;
  if (isOfSites(route)) return admitFromSite(route, request, reply, options);
  await limits.refuseTooManyRefusals(request.ip);
  if (route.auth === 'path-secret') return admitChannel(route, request, reply, options);
  const principal = await authenticate(route, request, options);
  try {
    authorise(route, principal);
    const count = await countCall(route, principal ?? networkOf(request.ip), limits);
    writeHeaders(reply, count);
    refuseOver(count);
    request.capped = cappedCall(route, principal);
    if (request.capped) await limits.countCapped(request.capped);
  } catch (error) {
    if (principal?.kind === 'token' && error instanceof Problem) principal.countRefusal();
    throw error;
  }
  const key = route.key && readKey(request.headers['x-service-idempotency-key'], route.key === 'required');
  return { principal, key: key && principal ? hashKey(nameOf(principal), key) : undefined };
}

/** Authenticates a caller of `/mcp` by a token. The tools that it calls are admitted once more, each as its route. */
export async function admitToken(request: FastifyRequest, options: GuardOptions): Promise<TokenPrincipal> {
  await options.limits.refuseTooManyRefusals(request.ip);
  const bearer = readBearer(request);
  if (bearer === undefined) throw problem('token_missing');
  // A page of another site that reaches a server on localhost or in an intranet.
  if (request.headers.origin !== undefined) requireOwnOrigin(request, options);
  return options.authenticator.token(bearer);
}

/** Counts a read that is no call of a route. */
export async function countRead(principal: Principal, reply: FastifyReply, limits: Limits) {
  const count = await limits.count(principal.kind, 'read', nameOf(principal));
  writeHeaders(reply, count);
  refuseOver(count);
}

/** A channel has the rate limit of a token. */
async function admitChannel({ rate }: Route, request: FastifyRequest, reply: FastifyReply, options: GuardOptions) {
  const { authenticator, limits } = options;
  const principal = await authenticator.channel((request.params as { secret: string }).secret).catch((error) => {
    // Limits guessing of secrets. 401 and 403 are counted for all routes elsewhere.
    if (error instanceof Problem && error.code === 'not_found') limits.countRefusal(request.ip);
    throw error;
  });
  const count = await limits.count('token', rate, nameOf(principal));
  writeHeaders(reply, count);
  refuseOver(count);
  return { principal, key: undefined };
}

function cappedCall({ cap, method, path }: Route, principal: Principal | undefined): CappedCall | undefined {
  if (!cap || !principal) return undefined;
  const { widgetId, accountId } = principal.tenant;
  return {
    ...cap,
    route: `${method} ${path}`,
    key: cap.per === 'widget' ? `widget ${widgetId}` : `account ${accountId}`,
  };
}

/** The widget that a page names; throws unless the widget is allowed there. */
export async function admitPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, limits, isOwnOrigin, anySite }: GuardOptions & Pick<Route, 'anySite'>,
) {
  await limits.refuseTooManyRefusals(request.ip);
  const { button_guid: guid } = request.params as { button_guid: string };
  const site = await authenticator.site(guid).catch((error) => {
    // Limits guessing of widget ids.
    limits.countRefusal(request.ip);
    throw error;
  });
  openToSite(request, reply, { domains: anySite ? [] : site.domains, isOwnOrigin });
  return site;
}

/** A visitor has a rate limit of their own, and one shared with their network. */
async function admitFromSite(
  { auth, rate, anySite }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: GuardOptions,
): Promise<Admitted> {
  const { authenticator, limits } = options;
  const site = await admitPage(request, reply, { ...options, anySite });
  // These routes need no token, so a malformed header is ignored.
  const bearer = auth === 'widget' ? findBearer(request) : readBearer(request);
  const visitor = bearer === undefined ? undefined : await authenticator.visitor(bearer, site);
  if (auth === 'visitor' && !visitor) throw problem(bearer === undefined ? 'token_missing' : 'token_invalid');
  if (visitor?.isBlocked) throw problem('visitor_blocked');
  const counts = [
    await limits.count('network', rate, networkOf(request.ip)),
    ...(visitor ? [await limits.count('visitor', rate, visitor.id)] : []),
  ];
  writeHeaders(reply, counts.at(-1) as Count);
  for (const count of counts) refuseOver(count);
  return { principal: auth === 'visitor' ? visitor : { ...site, visitor }, key: undefined };
}

/** Undefined when there is no header. */
function readBearer(request: FastifyRequest) {
  if (request.headers.authorization === undefined) return undefined;
  const bearer = findBearer(request);
  if (!bearer) throw problem('token_invalid', 'Send the header as "Authorization: Bearer <token>".');
  return bearer;
}

function findBearer({ headers: { authorization = '' } }: FastifyRequest) {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

async function authenticate(route: Route, request: FastifyRequest, options: GuardOptions) {
  if (route.auth === 'none') {
    // Otherwise a form on another site could sign a user in to a different account.
    if (request.headers.origin !== undefined) requireOwnOrigin(request, options);
    return undefined;
  }
  if (route.auth === 'path-token') return options.authenticator.token((request.params as { token: string }).token);
  const bearer = route.auth === 'token' ? readBearer(request) : undefined;
  if (bearer !== undefined) return options.authenticator.token(bearer);
  return authenticateSession(route, request, options);
}

async function authenticateSession(
  route: Route,
  request: FastifyRequest,
  options: GuardOptions,
): Promise<SessionPrincipal> {
  const cookie = readSessionCookie(options.publicUrl(), request.headers.cookie);
  if (!cookie) throw problem(route.auth === 'session' ? 'session_required' : 'token_missing');
  const principal = await options.authenticator.session(cookie);
  // A browser sends the cookie from any site; only the Origin header tells which one.
  if (route.method !== 'GET') requireOwnOrigin(request, options);
  if (principal.needsTwoFactor && !route.withoutTwoFactor) throw problem('two_factor_required');
  return principal;
}

function requireOwnOrigin({ headers }: FastifyRequest, { isOwnOrigin }: GuardOptions) {
  if (!isOwnOrigin(headers.origin ?? '')) throw problem('origin_not_allowed');
}

function authorise({ scopes, roles, alsoRoles }: Route, principal: Principal | undefined) {
  if (roles && !(principal?.kind === 'session' && roles.includes(principal.role))) throw problem('role_required');
  if (principal?.kind === 'session' && alsoRoles?.includes(principal.role)) return;
  if (scopes.length && !scopes.some((scope) => principal?.scopes.has(scope))) {
    throw problem('missing_scope', `This call needs the scope ${scopes.join(' or ')}.`, { requiredScopes: scopes });
  }
}

function countCall({ rate }: Route, caller: Principal | string, limits: Limits) {
  if (typeof caller === 'string') return limits.count('address', rate, caller);
  return limits.count(caller.kind, rate, nameOf(caller));
}

function writeHeaders(reply: FastifyReply, { limit, remaining, resetMs }: Count) {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', Math.ceil((Date.now() + resetMs) / 1_000));
}
