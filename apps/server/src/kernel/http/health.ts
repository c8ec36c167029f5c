import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { problem } from '../problems.ts';

interface HealthOptions {
  /** Throws while the server is not ready. */
  checkReady: () => Promise<void>;
  metricsToken: string;
  metrics: Registry;
}

/** Liveness, readiness and metrics. */
export function addHealth(http: FastifyInstance, { checkReady, metricsToken, metrics: registry }: HealthOptions) {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  const timers = new Map<string, ReturnType<typeof duration.labels>>();
  /** Cached, since looking a label up costs more than observing it. */
  const timerOf = (method: string, route: string, status: number) => {
    const name = `${method} ${route} ${status}`;
    const timer = timers.get(name) ?? duration.labels({ method, route, status });
    timers.set(name, timer);
    return timer;
  };
  http.addHook('onResponse', (request, reply, done) => {
    timerOf(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode).observe(reply.elapsedTime / 1_000);
    done();
  });
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async () => {
    await checkReady();
    return { status: 'ready' };
  });
  http.get('/metrics', async (request, reply) => {
    authorise(request, metricsToken);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function authorise(request: FastifyRequest, token: string) {
  if (token) {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer === undefined) throw problem('token_missing', 'Send METRICS_TOKEN as a bearer token.');
    if (!isEqual(bearer, token)) throw problem('token_invalid', 'The bearer token is not METRICS_TOKEN.');
  } else if (!isLocal(request)) {
    throw problem('route_not_found', 'Metrics are available only from localhost, unless METRICS_TOKEN is set.');
  }
}

function isEqual(a: string, b: string) {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** A proxy on this machine also connects from loopback, for remote clients. */
function isLocal({ socket, headers }: FastifyRequest) {
  const isForwarded = Boolean(headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'] ?? headers.via);
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
}
