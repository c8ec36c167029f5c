import type { Static, TArray, TObject, TOptional, TSchema } from 'typebox';
import type { AuditAction } from '../audit-log/actions.ts';
import type { ProblemCode } from '../problems/problems.ts';
import { doc, Id, type Reply } from './schemas.ts';
import type { Role, Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A rate limit for the whole widget or account, besides the token's. */
export interface Cap {
  limit: number;
  seconds: number;
  per: 'widget' | 'account';
  /** A call that fails counts too; otherwise it is taken back. */
  countsFailures?: true;
}

interface Declaration {
  method: Method;
  /** Path below the API's root, with `{parameters}`. */
  path: string;
  summary: string;
  /** What a caller must know besides: Markdown with links to guides, `[Chats](/docs/guides/chats)`. */
  description?: string;
  /** The first version with this route, if not the first of all. */
  since?: string;
  /**
   * Who may call: a token or session with the scope; a console session; a visitor token; any page with the widget; a
   * token or channel secret in the path; anyone.
   */
  auth?: 'token' | 'session' | 'visitor' | 'widget' | 'path-token' | 'path-secret' | 'none';
  /** Any one of them is enough; none at all: every valid token. */
  scope?: Scope | readonly Scope[];
  /** Roles of a session that may call; all when absent. */
  roles?: readonly Role[];
  /** Roles whose sessions may call without the scope. */
  alsoRoles?: readonly Role[];
  /** A session may call it before it has set up the second factor that its account requires. */
  withoutTwoFactor?: true;
  /** Which rate limit of the token it counts against. */
  rate: 'read' | 'write';
  /** Idempotency key of a write; absent: none is read. */
  key?: 'required' | 'optional';
  cap?: Cap;
  /** Whose cached widget configuration it invalidates. */
  purges?: 'widget' | 'account';
  /** Its handler purges by itself, because not every call changes the served configuration. */
  purgesByHandler?: true;
  /** What a success adds to the audit log; `false`: deliberately nothing. */
  audit?: AuditAction | false;
  /** What the path names; tests create one to call the route. */
  resource?: string;
  params?: TObject;
  /** A path that names nothing is refused before a body that is not valid. */
  checksPathFirst?: true;
  query?: TObject;
  body?: TObject;
  /** Largest JSON body, if not 1 MiB. */
  maxBodyBytes?: number;
  /** Accepts a file of up to 10 MB as the multipart field `file`, instead of the body if it has one. */
  upload?: true | 'csv' | 'document';
  /** By status; the highest is the usual one, see `statusOf`. */
  replies: Record<number, Reply>;
  /** Problems beyond those that follow from its other members (`problemsOf`). */
  problems?: readonly ProblemCode[];
  /** Reads the body as JSON whatever its Content-Type. */
  anyMediaType?: true;
  /** Pages of sites the widget isn't allowed on may call it too. */
  anySite?: true;
  /** Not in the specification. */
  beyond?: true;
  /** Removes, replaces or sends what cannot be taken back, besides every DELETE: AI clients ask before they call its tool. */
  destructive?: true;
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

/** A received file, not stored yet. */
export interface Upload {
  name: string;
  path: string;
  size: number;
  /** Detected from the first bytes. */
  type: string;
}

/** What a handler of the route is given. */
export interface Input<R extends Declaration> {
  params: ParamsOf<R>;
  query: R['query'] extends TSchema ? Static<R['query']> : Record<never, never>;
  body: R['body'] extends TSchema ? Static<R['body']> : undefined;
  upload: R['upload'] extends true | 'csv' | 'document' ? Upload | undefined : undefined;
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

/** Undeclared members are refused by name, never dropped. */
function closed<T extends object>(schema: T): T {
  return { additionalProperties: false, ...schema };
}

function defaultParams(path: string) {
  const segments = path.split('/');
  const entries = segments.flatMap((segment, at) => {
    const [name] = segment.match(/(?<=^\{)\w+/) ?? [];
    return name ? [[name, doc(`Id of the ${nounOf(segments[at - 1] ?? '')}.`, Id)] as const] : [];
  });
  if (!entries.length) return undefined;
  return { type: 'object', properties: Object.fromEntries(entries), required: entries.map(([name]) => name) };
}

/** What a path lists, in the singular: `quick-phrases` is "quick phrase". */
function nounOf(segment: string) {
  return segment.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
}

/** The status of a full success; a lower one means there was less to do. */
export function statusOf({ replies }: Pick<Route, 'replies'>) {
  return Math.max(...Object.keys(replies).map(Number));
}

/** Called from pages with the widget. */
export const isOfSites = ({ auth }: Pick<Route, 'auth'>) => auth === 'widget' || auth === 'visitor';

const SHARED: ProblemCode[] = ['rate_limited', 'internal_error', 'unavailable', 'validation_failed'];

/** Every problem of the route. */
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
  if (route.auth === 'token' || route.auth === 'session') {
    add('session_required');
    if (!route.withoutTwoFactor) add('two_factor_required');
  }
  if (isOfSites(route) && !route.anySite) add('domain_not_allowed');
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
