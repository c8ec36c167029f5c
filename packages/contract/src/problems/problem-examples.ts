import { type ProblemBody, type ProblemCode, problems, slugOf } from './problems.ts';

/** Members that only some problems have. */
const EXTRAS: Partial<Record<ProblemCode, Partial<ProblemBody>>> = {
  missing_scope: {
    detail: 'This call needs the scope contacts:write.',
    required_scopes: ['contacts:write'],
    hint: 'Use a token with the scope contacts:write.',
  },
  validation_failed: {
    detail: 'limit must be <= 100.',
    errors: { limit: ['must be <= 100'] },
  },
  assistant_in_use: {
    detail: 'Mia runs this assistant.',
    operators: [{ id: 12, name: 'Mia' }],
  },
  rate_limited: { detail: 'Too many requests. Retry in 12 s.' },
  method_not_allowed: { detail: 'PATCH is not allowed for this path. Use one of GET, HEAD, OPTIONS, POST, PUT.' },
  route_not_found: { detail: 'There is no GET route for this path.' },
  internal_error: { detail: 'The error was logged with the request id in `instance`.' },
};

/** An example body of the problem. */
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
