import { personalSubjects, type Route, subjectOf } from '@parley/contract';
import type { AnyPrincipal } from '../auth/principal.ts';
import { type AuditActor, type AuditDetails, isSecret } from '../data/audit.ts';
import { Problem } from '../problems.ts';
import type { BoundRoute } from './bind.ts';

interface RunningRoute {
  ctx: object;
  principal: AnyPrincipal | undefined;
  params: () => unknown;
  body: unknown;
}

/** Reads a subject, to record what a write changes of it. */
type ReadSubject = (call: RunningRoute) => Promise<object | null>;

/** Adds entries to the audit log for routes that declare an action. */
export function createAuditing(bound: BoundRoute[]) {
  const readers = bound.filter(({ route, handler }) => typeof handler === 'function' && isReader(route));

  /** The one with the longest path. */
  const findReader = (route: Route) =>
    readers
      .filter(({ route: reader }) => readsSubjectOf(reader, route))
      .toSorted((one, other) => other.route.path.length - one.route.path.length)[0];

  return function auditorOf({ route }: BoundRoute) {
    if (!route.audit) return undefined;
    const action = route.audit;
    const reader = personalSubjects.includes(subjectOf(action)) ? undefined : findReader(route);
    const readSubject = createReadSubject(reader);
    const given = createGiven(route);
    return {
      readSubject,
      /** What follows from the call; the handler's own `details` win. */
      async describe(call: RunningRoute, output: unknown, before: object | null): Promise<AuditDetails> {
        const created = asObject(output);
        const after = (await readSubject(call)) ?? (before ? null : given(call.body));
        const id = Object.values(asObject(call.params()) ?? {})[0] ?? created?.id ?? ownIdOf(route, call.principal);
        return { action, id: id as number | string, name: nameOf(after ?? before) ?? nameOf(created), before, after };
      },
    };
  };
}

/** A GET of a single object. Short paths are about the service itself. */
function isReader({ method, path, replies, query }: Route) {
  const isOne = replies[200]?.shape === 'one' && !Object.keys(query?.properties ?? {}).length;
  return method === 'GET' && isOne && path.split('/').length > 2;
}

/** The same path, or one that it continues: `/departments/{id}` is the subject of `/departments/{id}/schedule`. */
const readsSubjectOf = (reader: Route, { path, auth }: Route) =>
  reader.auth === auth && (path === reader.path || path.startsWith(`${reader.path}/`));

function createReadSubject(reader: BoundRoute | undefined): ReadSubject {
  if (typeof reader?.handler !== 'function') return async () => null;
  const { handler } = reader;
  return async ({ ctx, params }) => {
    try {
      const input = { params: params(), query: {}, body: undefined, upload: undefined };
      return asObject(await handler(ctx as never, input as never)) ?? null;
    } catch (error) {
      // The write itself refuses what doesn't exist; afterwards it may be gone.
      if (error instanceof Problem) return null;
      throw error;
    }
  };
}

/** What a caller has sent, without secrets. */
function createGiven({ body }: Route) {
  const members: Record<string, { writeOnly?: boolean }> = body?.properties ?? {};
  return (sent: unknown) => {
    const kept = Object.entries(sent ?? {}).filter(([name]) => !isSecret(name) && !members[name]?.writeOnly);
    return kept.length ? Object.fromEntries(kept) : null;
  };
}

/** The subject of a path without an id. */
function ownIdOf({ audit }: Route, principal: AnyPrincipal | undefined) {
  const type = audit && subjectOf(audit);
  if (type === 'account') return principal?.tenant.accountId;
  if (type === 'widget') return principal?.tenant.widgetId;
  if (type === 'agent' && principal?.kind === 'session') return principal.agentId;
  return undefined;
}

/** No URL: that of an invitation is a credential. */
function nameOf(subject: object | undefined | null) {
  const { name, surname, email } = (subject ?? {}) as Record<string, unknown>;
  if (typeof name === 'string') return typeof surname === 'string' ? `${name} ${surname}` : name;
  return typeof email === 'string' ? email : undefined;
}

const asObject = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;

export function actorOf(principal: AnyPrincipal | undefined): AuditActor | undefined {
  if (principal?.kind === 'session') return { type: 'agent', id: principal.agentId };
  return principal?.kind === 'token' ? { type: 'token', id: principal.id } : undefined;
}
