import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compile, { type AnySchema } from 'fast-json-stringify';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { describeError } from '../../infra/log.ts';
import { memoise } from '../data/memoise.ts';
import { type Problem, problem, writeProblem } from '../problems.ts';
import { toProblem } from './failures.ts';
import { parseJson } from './json.ts';

interface HttpOptions {
  log: FastifyBaseLogger;
  trustProxy: string[];
  publicUrl: () => string;
  /** What a browser shows at an unknown path; undefined leaves the problem. */
  missingPage?: (request: FastifyRequest) => { text: string; policy: string } | undefined;
}

const REQUEST_TIMEOUT_MS = 120_000;

/** The HTTP server without routes: request ids, logs without secrets, and errors as problems. */
export function createHttp({ log, trustProxy, publicUrl, missingPage }: HttpOptions): FastifyInstance {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length ? trustProxy : false,
    // No child logger per request: the two lines that a request logs contain its id.
    childLoggerFactory: (logger) => logger,
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']) ?? randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, _request, reply) => send(reply, error),
    clientErrorHandler: (error, socket) => refuse(socket, fromParser(error), publicUrl()),
  });
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    // The pattern, not the URL: a path or query may contain a secret.
    const route = request.routeOptions.url ?? 'unknown';
    request.log.info(
      { reqId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });
  // Compiled on first use: most routes of a server are never called.
  http.setSerializerCompiler(({ schema }) => {
    const compiled = memoise(() => compile(schema as AnySchema));
    return (value) => compiled()(value);
  });
  const { allowedAt, hasOtherMethods } = recordRoutes(http);
  // Before authentication.
  http.addHook('onRequest', (request, _reply, done) => {
    done(hasOtherMethods(request) ? noRoute(request.method, allowedAt(request.url)) : undefined);
  });
  // Before the body is read.
  http.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.is404) return done(null, payload);
    const allow = allowedAt(request.url);
    if (request.method === 'OPTIONS' && allow) reply.code(204).header('allow', allow.join(', ')).send();
    else done(noRoute(request.method, allow));
  });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const charset = /;\s*charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
      if (!/^utf-?8$/i.test(charset)) throw problem('unsupported_media_type', 'Send JSON in UTF-8.');
      return parseJson(body);
    },
  );
  // A route that accepts files reads the body itself, after every other check.
  http.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
  http.setErrorHandler((error, _request, reply) => send(reply, error));
  // Only for routes that call `callNotFound`: unknown paths end in `preParsing`.
  http.setNotFoundHandler(({ method }) => {
    throw noRoute(method, undefined);
  });
  return http;

  function send(reply: FastifyReply, error: unknown) {
    const asProblem = toProblem(error);
    const page = asProblem.code === 'route_not_found' ? missingPage?.(reply.request) : undefined;
    if (page) return sendMissing(reply, page);
    if (asProblem.code === 'internal_error')
      reply.log.error({ reqId: reply.request.id, err: error }, 'a request failed');
    else if (asProblem !== error)
      reply.log.warn({ reqId: reply.request.id, reason: reasonOf(error, asProblem) }, asProblem.code);
    const { status, headers, body } = writeProblem(asProblem, { publicUrl: publicUrl(), requestId: reply.request.id });
    return reply.code(status).headers(headers).send(body);
  }
}

function sendMissing(reply: FastifyReply, { text, policy }: { text: string; policy: string }) {
  const headers = { 'cache-control': 'no-store', 'content-security-policy': policy, vary: 'accept, accept-language' };
  return reply.code(404).headers(headers).type('text/html; charset=utf-8').send(text);
}

/** Fastify's message for a bad URL repeats it, and it may contain a secret. */
function reasonOf(error: unknown, asProblem: Problem) {
  return (error as { code?: string }).code === 'FST_ERR_BAD_URL' ? asProblem.message : describeError(error).message;
}

/** Records every route, to know the methods of a path. */
function recordRoutes(http: FastifyInstance) {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  http.addHook('onRoute', ({ url, method }) => {
    const source = url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*');
    const known = patterns.get(url) ?? { pattern: new RegExp(`^${source}$`), methods: new Set<string>(['OPTIONS']) };
    for (const each of [method].flat()) known.methods.add(each);
    patterns.set(url, known);
  });
  const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
  return {
    allowedAt(url: string) {
      const path = pathOf(url);
      const own = patterns.get(path);
      const found = own ? [own] : [...patterns.values()].filter(({ pattern }) => pattern.test(path));
      return found.length ? [...new Set(found.flatMap(({ methods }) => [...methods]))].sort() : undefined;
    },
    /** Whether a parameter route matched a path that another route spells out, for other methods. */
    hasOtherMethods({ routeOptions, url, method }: FastifyRequest) {
      if (!routeOptions.url?.includes(':')) return false;
      const own = patterns.get(pathOf(url));
      return own !== undefined && !own.methods.has(method);
    },
  };
}

function noRoute(method: string, allow: string[] | undefined) {
  if (!allow) return problem('route_not_found', `There is no ${method} route for this path.`);
  return problem('method_not_allowed', `${method} is not allowed for this path. Use one of ${allow.join(', ')}.`, {
    allow,
  });
}

/** Keeps the id of a proxy, so that both logs name the same request. */
function readRequestId(value: string | string[] | undefined) {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : undefined;
}

function fromParser({ code }: Error & { code?: string }) {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout');
  return problem('malformed_request', 'The request is not HTTP/1.1.');
}

/** Responds to what could not be parsed as a request. */
function refuse(socket: Socket, error: Problem, publicUrl: string) {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = writeProblem(error, { publicUrl, requestId: randomUUID() });
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
}
