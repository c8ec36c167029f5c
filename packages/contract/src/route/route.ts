import type { Static, TArray, TObject, TOptional, TSchema } from 'typebox';
import type { ProblemCode } from '../problems/problems.ts';
import { Id, type Reply } from './schemas.ts';
import type { Role, Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A limit of its own on top of the token's: so many calls in so many seconds for a whole widget or account. */
export interface Cap {
  limit: number;
  seconds: number;
  per: 'widget' | 'account';
}

interface Declaration {
  method: Method;
  /** Below the API's root, with `{names}` of parameters. */
  path: string;
  summary: string;
  /**
   * Who may call: a token or a session with the scope; a session of the dashboard alone; a visitor with a token of their
   * own; any page that the widget is on; whoever has a token, or the secret of a channel, in the path; anybody.
   */
  auth?: 'token' | 'session' | 'visitor' | 'widget' | 'path-token' | 'path-secret' | 'none';
  /** Any one of them is enough; none at all: every valid token. */
  scope?: Scope | readonly Scope[];
  /** Roles of a session that may call; all when absent. */
  roles?: readonly Role[];
  /** Which counter of the token it takes from. */
  rate: 'read' | 'write';
  /** Whether a write must, may or can't carry an idempotency key. */
  key?: 'required' | 'optional';
  cap?: Cap;
  /** Whose served widget configuration is stale after it. */
  purges?: 'widget' | 'account';
  /** What the path names; tests make one to call the route with. */
  resource?: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  /** Takes a file of up to 10 MB as the multipart member `file`: in place of its body, where it has one. Any, or a table. */
  upload?: true | 'csv';
  /** Of several the highest is the usual one; see `statusOf`. */
  replies: Record<number, Reply>;
  /** Problems of its own, besides those that its other members bring (`problemsOf`). */
  problems?: readonly ProblemCode[];
  /** Its body is JSON, whatever the client calls it. */
  anyMediaType?: true;
  /** Not in the specification. */
  beyond?: true;
}

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ParamsOf<D extends Declaration> = D['params'] extends TSchema
  ? Static<D['params']>
  : { [Name in NamesIn<D['path']>]: number };

/** A route as it was declared, with nothing left open. */
export type Route<D extends Declaration = Declaration> = D & {
  auth: NonNullable<Declaration['auth']>;
  scopes: Scope[];
};

/** A file that has arrived and waits to be stored. */
export interface Upload {
  name: string;
  path: string;
  size: number;
  /** As its first bytes say. */
  type: string;
}

/** What a handler of the route is given. */
export interface Input<R extends Declaration> {
  params: ParamsOf<R>;
  query: R['query'] extends TSchema ? Static<R['query']> : Record<never, never>;
  body: R['body'] extends TSchema ? Static<R['body']> : undefined;
  upload: R['upload'] extends true | 'csv' ? Upload | undefined : undefined;
}

type CanBeOmitted<S> = S extends TOptional | { default: unknown } ? true : false;

/** A value of the schema as a caller writes it: what is optional or has a default may be left out, however deep it is. */
type Written<S> =
  S extends TObject<infer Members>
    ? {
        [Name in keyof Members as CanBeOmitted<Members[Name]> extends true ? never : Name]: Written<Members[Name]>;
      } & {
        [Name in keyof Members as CanBeOmitted<Members[Name]> extends true ? Name : never]?: Written<Members[Name]>;
      } extends infer Both
      ? { [Name in keyof Both]: Both[Name] }
      : never
    : S extends TArray<infer Item>
      ? Written<Item>[]
      : S extends TSchema
        ? Static<S>
        : never;

/** What a caller of the route sends. */
export interface Sent<R extends Declaration> {
  params: ParamsOf<R>;
  query: R['query'] extends TSchema ? Written<R['query']> : Record<never, never>;
  body: R['body'] extends TSchema ? Written<R['body']> : undefined;
}

type ReturnsOf<T> = T extends Reply<infer Value> ? Value : never;

/** What a handler of the route answers with. */
export type Output<R extends Declaration> = ReturnsOf<R['replies'][keyof R['replies']]>;

export type RouteGroup = Record<string, Route>;

/** Declares a route once; guards, validation, documentation, client and tests derive from it. */
export function route<const D extends Declaration>(declaration: D): Route<D> {
  const { auth = 'token', scope = [], body, query, params = defaultParams(declaration.path) } = declaration;
  return {
    ...declaration,
    auth,
    scopes: typeof scope === 'string' ? [scope] : [...scope],
    ...(params && { params }),
    ...(body && { body: closed(body) }),
    query: closed(query ?? { type: 'object', properties: {} }),
  } as Route<D>;
}

/** A member that nobody declared is refused by name, never dropped. */
function closed<T extends object>(schema: T): T {
  return { additionalProperties: false, ...schema };
}

function defaultParams(path: string) {
  const names = path.match(/(?<=\{)\w+/g);
  if (!names) return undefined;
  const properties = Object.fromEntries(names.map((name) => [name, Id]));
  return { type: 'object', properties, required: names };
}

/** How the route answers once it has done what it was asked for; a lower one says that there was less to do. */
export function statusOf({ replies }: Pick<Route, 'replies'>) {
  return Math.max(...Object.keys(replies).map(Number));
}

const SHARED: ProblemCode[] = ['rate_limited', 'internal_error', 'unavailable', 'validation_failed'];

/** Every problem the route can be answered with. */
export function problemsOf(route: Route): ProblemCode[] {
  const found = new Set<ProblemCode>([...SHARED, ...(route.problems ?? [])]);
  const add = (...codes: ProblemCode[]) => {
    for (const code of codes) found.add(code);
  };
  if (route.auth === 'token') {
    add('token_missing', 'token_invalid', 'token_expired', 'token_revoked', 'api_disabled');
    if (route.method !== 'GET') add('origin_not_allowed');
  }
  if (route.auth === 'path-token') add('token_invalid', 'token_expired', 'token_revoked', 'api_disabled');
  if (route.auth === 'path-secret') add('api_disabled', 'legacy_compat_disabled');
  if (route.auth === 'token' || route.auth === 'session') add('session_required');
  if (route.auth === 'widget' || route.auth === 'visitor') add('domain_not_allowed');
  if (route.auth === 'visitor') add('token_missing', 'token_invalid', 'visitor_blocked');
  if (route.auth === 'session' && route.method !== 'GET') add('origin_not_allowed');
  if (route.scopes.length) add('missing_scope');
  if (route.roles) add('role_required');
  if (route.params) add('not_found');
  if (route.method !== 'GET') add('malformed_request', 'payload_too_large', 'unsupported_media_type');
  if (route.key) add('idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_key_in_flight');
  if (route.key === 'required') add('idempotency_key_missing');
  return [...found];
}
