import type { ProblemBody, ProblemCode } from './contract.ts';

export interface ProblemFields {
  /** Of the answer; 0 where a browser hides it, which it does for a redirect. */
  status: number;
  /** The `reason` of the server; undefined when something else answered, such as a proxy. */
  code?: ProblemCode | undefined;
  title: string;
  detail: string;
  /** Each field that is wrong, with what is wrong with it. */
  errors?: Record<string, string[]> | undefined;
  /** Any one of them would have been enough. */
  required_scopes?: string[] | undefined;
  /** What the operator of the server finds in the log. */
  requestId?: string | undefined;
  /** Seconds to wait before a repeat. */
  retryAfter?: number | undefined;
}

/** Every answer that is not the one asked for. */
export class ParleyProblem extends Error {
  override readonly name = 'ParleyProblem';
  readonly status: number;
  readonly code: ProblemCode | undefined;
  readonly title: string;
  readonly detail: string;
  readonly errors: Record<string, string[]> | undefined;
  readonly required_scopes: string[] | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(fields: ProblemFields) {
    super(fields.detail === fields.title ? fields.title : `${fields.title}: ${fields.detail}`);
    this.status = fields.status;
    this.code = fields.code;
    this.title = fields.title;
    this.detail = fields.detail;
    this.errors = fields.errors;
    this.required_scopes = fields.required_scopes;
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
  }
}

/** The problem in an unsuccessful response, also one written by a proxy. */
export function readProblem(response: Response, text: string): ParleyProblem {
  const { status, headers } = response;
  const shared = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: readRetryAfter(headers.get('retry-after')),
  };
  const body = parseJson(text);
  if (!isProblem(body)) return new ParleyProblem({ ...shared, ...describe(response) });
  return new ParleyProblem({
    ...shared,
    code: body.reason,
    title: body.title,
    detail: body.detail ?? body.title,
    errors: body.errors,
    required_scopes: body.required_scopes,
    requestId: body.instance?.replace(/^urn:request:/, '') ?? shared.requestId,
  });
}

/** For an answer with the status of a success that isn't what Parley answers: a sign-in page on the way, for example. */
export function foreignAnswer(response: Response) {
  return new ParleyProblem({ status: response.status, ...describe(response) });
}

/** For an address that is asked for in a runtime that tells nobody where a redirect leads: every browser. */
export function hiddenRedirect() {
  return new ParleyProblem({
    status: 0,
    title: 'The address is hidden',
    detail:
      'This runtime does not tell where a redirect leads. Use the url that stands in the message or in the answer to ' +
      'the upload, or make this call on a server.',
  });
}

/** The value, or undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(body: unknown): body is Partial<ProblemBody> & { title: string } {
  return typeof body === 'object' && body !== null && 'title' in body && typeof body.title === 'string';
}

function describe({ status, statusText, type, headers }: Response) {
  const location = headers.get('location');
  if (type === 'opaqueredirect' || (location && status >= 300 && status < 400)) {
    const target = location ? ` to ${location}` : '';
    return {
      title: 'The server redirects',
      detail: `A redirect${target} is not followed. Give the address of the server itself as baseUrl.`,
    };
  }
  const kind = headers.get('content-type') ?? 'no content type';
  return {
    title: 'Not an answer of Parley',
    detail: `HTTP ${`${status} ${statusText}`.trim()} (${kind}). Something between here and the server answered.`,
  };
}

/** Seconds, as Parley counts; a proxy may name a date instead. */
function readRetryAfter(value: string | null) {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = Math.ceil((Date.parse(value) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
