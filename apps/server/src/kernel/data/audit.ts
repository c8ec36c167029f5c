import { isDeepStrictEqual } from 'node:util';
import { type AuditAction, personalSubjects, subjectOf } from '@parley/contract';

export interface AuditActor {
  type: 'agent' | 'token' | 'system';
  id: number | null;
}

type Values = Record<string, unknown>;

/** An entry of the audit log. What is left out follows from the route; outside of one the actor is the system. */
export interface AuditDetails {
  action?: AuditAction;
  widgetId?: number;
  actor?: AuditActor;
  ip?: string;
  /** The subject, as the API names it. */
  id?: number | string;
  /** Its name at this time. */
  name?: string | null;
  /** All its members as they were, or those that may have changed. */
  before?: object | null;
  after?: object | null;
}

export interface NewAuditEntry {
  widgetId: number;
  actor: AuditActor;
  action: AuditAction;
  subjectId: string | null;
  subjectName: string | null;
  before: Values | null;
  after: Values | null;
  ip: string | null;
}

const SYSTEM: AuditActor = { type: 'system', id: null };

export function toAuditEntry(details: AuditDetails): NewAuditEntry {
  const { action, widgetId, actor = SYSTEM, ip = null, id, name } = details;
  if (!action || widgetId === undefined) throw new Error('an entry of the audit log needs an action and a widget');
  const entry = { widgetId, actor, action, ip, subjectId: id === undefined ? null : String(id) };
  if (personalSubjects.includes(subjectOf(action))) return { ...entry, subjectName: null, before: null, after: null };
  const { before, after } = changesBetween((details.before as Values) ?? null, (details.after as Values) ?? null);
  return { ...entry, subjectName: name ?? null, before, after };
}

/** Not recorded: they change automatically, or follow from other members. */
const DERIVED = new Set([
  ...['id', 'created_at', 'updated_at', 'last_used_at', 'online', 'calls', 'refusals'],
  ...['avatar_url', 'legal_entities'],
]);

/** What two states differ in; all of the one if there is no other. */
function changesBetween(before: Values | null, after: Values | null): Record<'before' | 'after', Values | null> {
  if (!before || !after) return { before: hideSecrets(before), after: hideSecrets(after) };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !DERIVED.has(name) && !isDeepStrictEqual(before[name], after[name]));
  if (!changed.length) return { before: null, after: null };
  const pairs = changed.map((name) => [name, changeOf(name, before[name], after[name])] as const);
  return {
    before: Object.fromEntries(pairs.map(([name, change]) => [name, change.before])),
    after: Object.fromEntries(pairs.map(([name, change]) => [name, change.after])),
  };
}

function changeOf(name: string, before: unknown = null, after: unknown = null): Record<'before' | 'after', unknown> {
  if (isPlain(before) && isPlain(after) && !isSecret(name)) return changesBetween(before, after);
  return { before: hideSecret(name, before), after: hideSecret(name, after) };
}

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `tokens` are those of a language model. */
const SECRET = /password|secret|token(?!s$)|totp|credential|(^|_)(key|keys|code|hash|pin)$/i;
const MAX_CHARACTERS = 2_000;

/** Whether a member's name says that its value is a credential. */
export const isSecret = (name: string) => SECRET.test(name);

function hideSecrets(values: Values | null): Values | null {
  if (!values) return null;
  const kept = Object.entries(values).filter(([name]) => !DERIVED.has(name));
  return kept.length ? Object.fromEntries(kept.map(([name, value]) => [name, hideSecret(name, value)])) : null;
}

/** That a secret changed is recorded, and nothing else of it. */
function hideSecret(name: string, value: unknown): unknown {
  if (isSecret(name)) return value === null || value === undefined ? null : '[secret]';
  if (Array.isArray(value)) return value.map((each) => hideSecret('', each));
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hideSecret(key, each)]));
  if (typeof value === 'string' && value.length > MAX_CHARACTERS) return `${value.slice(0, MAX_CHARACTERS)}…`;
  return value ?? null;
}
