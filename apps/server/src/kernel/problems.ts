import { type ProblemBody, type ProblemCode, problems } from '@parley/contract';

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

/** A problem as it goes over the wire. */
export function writeProblem(
  { code, message }: Problem,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
) {
  const { status, title } = problems[code];
  const body: ProblemBody = {
    type: `${publicUrl}/api/problems/${code.replaceAll('_', '-')}`,
    title,
    status,
    detail: message,
    reason: code,
    instance: `urn:request:${requestId}`,
  };
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': requestId,
  };
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 503) headers['retry-after'] = '2';
  return { status, headers, body: JSON.stringify(body) };
}
