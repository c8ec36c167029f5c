import { type ProblemBody, type ProblemCode, problems } from '@parley/contract';
import type { FastifyReply } from 'fastify';

/** Thrown anywhere in a request, answered as application/problem+json. */
export class Problem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, detail: string = problems[code].title) {
    super(detail);
    this.code = code;
  }
}

export function problem(code: ProblemCode, detail?: string) {
  return new Problem(code, detail);
}

export function sendProblem(reply: FastifyReply, { code, message }: Problem, publicUrl: string) {
  const { status, title } = problems[code];
  const body: ProblemBody = {
    type: `${publicUrl}/api/problems/${code.replaceAll('_', '-')}`,
    title,
    status,
    detail: message,
    reason: code,
    instance: `urn:request:${reply.request.id}`,
  };
  if (status === 503) reply.header('retry-after', '2');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}
