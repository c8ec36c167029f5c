import { randomUUID } from 'node:crypto';
import type { ProblemCode } from '@parley/contract';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { isUnavailable } from '../infra/postgres/unavailable.ts';
import { Problem, problem, sendProblem } from './problems.ts';

interface Options {
  log: FastifyBaseLogger;
  trustProxy: string[];
  publicUrl: () => string;
}

/** The HTTP server without a route: request ids, logs that name no secret, and one shape of error. */
export function createHttp({ log, trustProxy, publicUrl }: Options): FastifyInstance {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length ? trustProxy : false,
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    // The route's pattern and not the address asked for: what stands in a path or a query may be a secret.
    const route = request.routeOptions.url ?? 'unknown';
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });
  // Before the body is read: what was sent to nowhere is not looked at.
  http.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) done(problem('route_not_found', `There is no ${request.method} at this path.`));
    else done(null, payload);
  });
  http.setErrorHandler((error, request, reply) => {
    const answer = toProblem(error);
    if (answer.code === 'internal_error') request.log.error({ err: error }, 'a request failed');
    else if (answer !== error) request.log.warn({ reason: (error as Error).message }, answer.code);
    return sendProblem(reply, answer, publicUrl());
  });
  return http;
}

/** An id that a proxy made may be kept, so that both logs tell of one request. */
function givenId(value: string | string[] | undefined) {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : undefined;
}

/** What Fastify itself refuses with. */
const BY_STATUS: Partial<Record<number, ProblemCode>> = {
  400: 'malformed_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return problem('unavailable', 'The database can not be reached. Try again in a moment.');
  const { statusCode, message } = error as Error & { statusCode?: number };
  const code = BY_STATUS[statusCode ?? 500];
  return code
    ? problem(code, message)
    : problem('internal_error', 'The error was logged under the request id in `instance`.');
}
