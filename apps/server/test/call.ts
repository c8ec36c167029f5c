import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { type Input, type Output, type ProblemBody, problems, problemsOf, type Route } from '@parley/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { addressOf } from '../src/kernel/http/routes.ts';
import { PNG } from './pictures.ts';
import { inject } from './provided.ts';

export type Inject = (request: InjectOptions) => Promise<LightMyRequestResponse>;

type Optional<T> = { [K in keyof T]?: unknown };

export interface CallInput<R extends Route> {
  params?: Optional<Input<R>['params']>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A fresh one by default, none when null. */
  key?: string | null;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  headers: LightMyRequestResponse['headers'];
  body: unknown;
  /** The declared payload on success: the inner object of `one`, the whole page of a list. */
  data: T;
  problem: ProblemBody;
}

export type Call = <R extends Route>(route: R, given?: CallInput<R>) => Promise<Answer<Output<R>>>;

/** Calls routes by their declarations, and checks every response against them. */
export function createCall(ask: Inject, own: Record<string, string>): Call {
  return async (route, given = {}) => {
    const response = await ask(toRequest(route, given, own));
    const body = response.body && /json/.test(String(response.headers['content-type'])) ? response.json() : undefined;
    checkResponse(route, { status: response.statusCode, body, headers: response.headers });
    return {
      status: response.statusCode,
      headers: response.headers,
      body,
      data: route.replies[response.statusCode]?.shape === 'one' ? body?.data : body,
      problem: body,
    };
  };
}

export function toRequest(route: Route, given: CallInput<Route>, own: Record<string, string> = {}): InjectOptions {
  const path = addressOf(route).replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String((given.params as Record<string, unknown>)?.[name])),
  );
  const search = new URLSearchParams(given.query as Record<string, string>).toString();
  const key: Record<string, string> =
    route.method !== 'GET' && given.key !== null ? { 'x-service-idempotency-key': given.key ?? randomUUID() } : {};
  const { headers, payload } = contentOf(route, given.body);
  return {
    method: route.method,
    url: search ? `${path}?${search}` : path,
    headers: { ...own, ...key, ...headers, ...given.headers },
    ...(payload !== undefined && { payload }),
  };
}

/** JSON as given; for an upload without a body, a small file. */
function contentOf(route: Route, body: unknown) {
  if (body instanceof Form) return body;
  if (body === undefined) return route.upload && !route.body ? fileFor(route) : { headers: {} };
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { 'content-type': 'application/json' }, payload };
}

/** A CSV or a document for routes that read one, else an image. */
export function fileFor({ upload }: Route) {
  if (upload === 'document') return new Form('hours.md', '# Hours\n\nWe open at nine.\n');
  return upload === 'csv' ? new Form('contacts.csv', 'name\nIra\n') : new Form('dot.png', PNG);
}

/** A multipart file as a browser sends it. */
export class Form {
  readonly headers: Record<string, string>;
  readonly payload: Buffer;

  constructor(name: string, bytes: string | Uint8Array) {
    const boundary = randomUUID();
    this.headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    this.payload = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
  }
}

const ajv = new Ajv({
  allowUnionTypes: true,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/,
    email: true,
    'https-link': /^https:/i,
  },
});
const called = new Set<string>();

function recordAccepted(name: string) {
  if (!called.has(name)) appendFileSync(inject('calledRoutes'), `${name}\n`);
  called.add(name);
}

const checks = new WeakMap<object, ValidateFunction>();

/** Every status, problem and shape must be declared. Records which routes succeeded. */
function checkResponse(
  route: Route,
  { status, body, headers }: { status: number; body: unknown; headers: Record<string, unknown> },
) {
  const name = `${route.method} ${route.path}`;
  if (status >= 400) {
    const { reason, type } = body as ProblemBody;
    const isDeclared = problemsOf(route).includes(reason) && problems[reason].status === status;
    if (!isDeclared) throw new Error(`${name} answered with ${status} ${reason}, which it does not declare`);
    if (!String(headers['content-type']).startsWith('application/problem+json') || !type.includes('/api/problems/'))
      throw new Error(`${name} answered with an error of another form`);
    return;
  }
  if (status === 304) return;
  const reply = route.replies[status];
  if (!reply) throw new Error(`${name} answered with ${status}, which it does not declare`);
  recordAccepted(name);
  if (!('schema' in reply)) return;
  const check = checks.get(reply.schema) ?? ajv.compile(reply.schema);
  checks.set(reply.schema, check);
  if (!check(body)) throw new Error(`${name} answered in another shape: ${ajv.errorsText(check.errors)}`);
}
