import type { ProblemCode } from '@parley/contract';
import { StorageError } from '../../infra/files/storage-error.ts';
import { isUnavailable } from '../../infra/postgres/unavailable.ts';
import { Problem, problem } from '../problems.ts';

/** Problems for statuses of Fastify; any other is a malformed request. */
const BY_STATUS: Partial<Record<number, ProblemCode>> = {
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
};

/** The problem to respond to an error with. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return problem('unavailable', 'The database is unreachable. Retry in a moment.');
  if (error instanceof StorageError) return problem('unavailable', 'File storage is unreachable. Retry in a moment.');
  const { statusCode = 500, message, code } = error as Error & { statusCode?: number; code?: string };
  if (statusCode >= 500) {
    return problem('internal_error', 'The error was logged with the request id in `instance`.');
  }
  // Its message for a bad URL repeats the URL.
  const detail = code === 'FST_ERR_BAD_URL' ? 'The URL is invalid.' : message;
  return problem(BY_STATUS[statusCode] ?? 'malformed_request', detail);
}
