import { type ProblemBody, type ProblemCode, problems, slugOf } from './problems.ts';

/** What only some problems tell besides what all of them do. */
const EXTRAS: Partial<Record<ProblemCode, Partial<ProblemBody>>> = {
  missing_scope: {
    detail: 'This needs the scope contacts:write.',
    required_scopes: ['contacts:write'],
    hint: 'Add contacts:write to the token in the dashboard; it need not be reissued.',
  },
  validation_failed: {
    detail: 'limit must be <= 100.',
    errors: { limit: ['must be <= 100'] },
  },
  rate_limited: { detail: 'Too many requests. Try again in 12 s.' },
  method_not_allowed: { detail: 'This path has no PUT. It has GET, HEAD, OPTIONS, POST.' },
  route_not_found: { detail: 'There is no GET at this path.' },
  internal_error: { detail: 'The error was logged under the request id in `instance`.' },
};

/** The body of an answer with the problem, as a caller could meet it. */
export function exampleOf(code: ProblemCode, publicUrl: string): ProblemBody {
  const { status, title } = problems[code];
  return {
    type: `${publicUrl}/api/problems/${slugOf(code)}`,
    title,
    status,
    detail: title,
    reason: code,
    instance: 'urn:request:1f0c6a3e-5d0b-4c57-9a2e-6b1f0d6f3a55',
    ...EXTRAS[code],
  };
}
