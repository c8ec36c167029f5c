import { randomUUID } from 'node:crypto';
import { toProblem } from '../http/failures.ts';
import { type Problem, toBody } from '../problems.ts';

/** Whether the server failed, which says nothing about the caller. */
export function isTemporary(error: unknown) {
  const { code } = toProblem(error);
  return code === 'unavailable' || code === 'internal_error';
}

export function toConnectError(error: unknown, publicUrl: string) {
  const problem = toProblem(error);
  return Object.assign(new Error(problem.message), { data: toSocketBody(problem, publicUrl) });
}

/** A problem with `retry_after` in its body: a socket has no headers. */
export function toSocketBody(problem: Problem, publicUrl: string) {
  const { retryAfterSeconds } = problem.extras;
  const body = toBody(problem, { publicUrl, requestId: randomUUID() });
  return retryAfterSeconds === undefined ? body : { ...body, retry_after: retryAfterSeconds };
}
