import { type ProblemBody, type ProblemCode, problems, type Scope, slugOf } from '@parley/contract';

interface ProblemExtras {
  /** Messages by field. */
  errors?: Record<string, string[]>;
  requiredScopes?: readonly Scope[];
  /** AI operators that stand in the way. */
  operators?: { id: number; name: string }[];
  retryAfterSeconds?: number;
  /** Methods for the Allow header. */
  allow?: string[];
}

/** Thrown anywhere in a request; the response is application/problem+json. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string = problems[code].title, extras: ProblemExtras = {}) {
    super(detail);
    this.code = code;
    this.extras = extras;
  }
}

export function problem(code: ProblemCode, detail?: string, extras?: ProblemExtras) {
  return new Problem(code, detail, extras);
}

/** A 422 with messages by field. */
export function invalid(errors: Record<string, string | string[]>) {
  const lists = Object.entries(errors).map(([field, messages]) => [field, [messages].flat()] as const);
  const detail = lists.map(([field, messages]) => `${field} ${messages.join(', ')}`).join('; ');
  return problem('validation_failed', `${detail}.`, { errors: Object.fromEntries(lists) });
}

interface ProblemContext {
  publicUrl: string;
  requestId: string;
}

/** A problem as a response body. */
export function toBody({ code, message, extras }: Problem, { publicUrl, requestId }: ProblemContext): ProblemBody {
  const { status, title } = problems[code];
  const body: ProblemBody = {
    type: `${publicUrl}/api/problems/${slugOf(code)}`,
    title,
    status,
    detail: message,
    reason: code,
    instance: `urn:request:${requestId}`,
  };
  if (extras.errors) body.errors = extras.errors;
  if (extras.requiredScopes) {
    body.required_scopes = [...extras.requiredScopes];
    body.hint = `Use a token with the scope ${extras.requiredScopes.join(' or ')}.`;
  }
  if (extras.operators) body.operators = extras.operators;
  return body;
}

/** Status, headers and body of a problem. */
export function writeProblem(error: Problem, where: ProblemContext) {
  const { code, extras } = error;
  const { status } = problems[code];
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': where.requestId,
  };
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 503) headers['retry-after'] = '2';
  if (extras.retryAfterSeconds !== undefined) headers['retry-after'] = String(extras.retryAfterSeconds);
  if (extras.allow) headers.allow = extras.allow.join(', ');
  return { status, headers, body: JSON.stringify(toBody(error, where)) };
}
