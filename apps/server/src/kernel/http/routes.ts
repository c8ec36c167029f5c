import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isOfSites, type Reply, type Route, statusOf, type TextFile, type Upload } from '@parley/contract';
import compile from 'fast-json-stringify';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
  preParsingHookHandler,
} from 'fastify';
import type { Models } from '../../infra/ai/models.ts';
import type { Extractor } from '../../infra/extraction/extractor.ts';
import type { FileStore } from '../../infra/files/file-store.ts';
import type { Mailer } from '../../infra/mail/mailer.ts';
import type { MessengerSettings } from '../../infra/messenger-settings.ts';
import type { Outbound } from '../../infra/outbound/outbound.ts';
import { type CappedCall, networkOf } from '../auth/limits.ts';
import type { Tenant } from '../auth/principal.ts';
import type { AuditDetails } from '../data/audit.ts';
import type { Read, UnitOfWork, Write } from '../data/context.ts';
import type { Contexts } from '../data/contexts.ts';
import { memoise } from '../data/memoise.ts';
import { PrintedPage } from '../data/pages.ts';
import { invalid, problem } from '../problems.ts';
import { actorOf, createAuditing } from './audited-routes.ts';
import type { BoundRoute } from './bind.ts';
import type { CountryOfRequest } from './country.ts';
import { contentDisposition } from './file-names.ts';
import { type Admitted, admit, admitPage, type GuardOptions } from './guard.ts';
import { answerPreflight } from './sites.ts';
import type { Uploads } from './uploads.ts';
import { compileInput } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted;
    /** Uncounted again if the request fails. */
    capped: CappedCall | undefined;
  }
}

interface RouteOptions extends GuardOptions {
  unitOfWork: UnitOfWork;
  uploads: Uploads;
  storage: FileStore;
  outbound: Outbound;
  models: Models;
  extractor: Extractor;
  messengers: MessengerSettings;
  /** Available once the server's address is known. */
  mail: () => Mailer;
  contexts: Contexts;
  countryOf: CountryOfRequest;
  /** Invalidates the served configuration of a widget, or of all widgets of its account. */
  purge: (work: Write, target: 'widget' | 'account', tenant: Tenant) => Promise<void>;
}

const BODY_LIMIT = 2 ** 20;

const bodyLimitOf = ({ maxBodyBytes = BODY_LIMIT }: Route) => maxBodyBytes;

/** Serves bound routes: checks the caller, validates the input, runs the handler in a unit of work, sends its response. */
export function addRoutes(http: FastifyInstance, bound: BoundRoute[], options: RouteOptions) {
  http.decorateRequest('admitted');
  http.decorateRequest('capped');
  const auditorOf = createAuditing(bound);
  for (const each of bound) addRoute(http, each, { ...options, auditorOf });
  addPreflights(http, bound, options);
}

/** CORS preflights of routes that pages of customer sites call. */
function addPreflights(http: FastifyInstance, bound: BoundRoute[], options: RouteOptions) {
  const ofSites = bound.filter(({ route }) => isOfSites(route));
  const byUrl = Map.groupBy(ofSites, ({ route }) => urlOf(route));
  for (const [url, routes] of byUrl) {
    const methods = routes.map(({ route }) => route.method).join(', ');
    const anySite = routes.some(({ route }) => route.anySite) || undefined;
    http.options(url, async (request, reply) => {
      await admitPage(request, reply, { ...options, anySite });
      return answerPreflight(reply, methods);
    });
  }
}

/** Where a path of the contract is served: the API under /api, routes of the console beside it. */
export function addressOf({ path }: Route) {
  return /^\/(v1|compat)(\/|$)/.test(path) ? `/api${path}` : path;
}

function urlOf(route: Route) {
  return addressOf(route).replace(/\{(\w+)\}/g, ':$1');
}

interface AuditedRouteOptions extends RouteOptions {
  auditorOf: ReturnType<typeof createAuditing>;
}

function addRoute(http: FastifyInstance, bound: BoundRoute, options: AuditedRouteOptions) {
  const { route, handler } = bound;
  const { checkPath = undefined } = typeof handler === 'function' ? {} : handler;
  const inputOf = memoise(() => compileInput(route));
  const replies = Object.entries(route.replies);
  const run = createRunner(bound, options);
  const refuseBody: preParsingHookHandler = (request, _reply, payload, done) =>
    done(refusalOf(route, request), payload);
  const uncount: onSendAsyncHookHandler = async ({ capped }, { statusCode }) => {
    if (capped && !capped.countsFailures && statusCode >= 400 && statusCode !== 429)
      await options.limits.uncountCapped(capped);
  };

  http.route({
    method: route.method,
    url: urlOf(route),
    bodyLimit: bodyLimitOf(route),
    schema: {
      response: Object.fromEntries(
        replies.flatMap(([code, reply]) => ('schema' in reply ? [[code, reply.schema]] : [])),
      ),
    },
    onRequest: async (request, reply) => {
      request.admitted = await admit(route, request, reply, options);
      if (route.anyMediaType) request.headers['content-type'] = 'application/json';
    },
    // A hook costs a request time even if it does nothing, so only routes that need one have it.
    ...(route.cap && { onSend: uncount }),
    onResponse: (request, reply, done) => {
      if (reply.statusCode === 401 || reply.statusCode === 403) options.limits.countRefusal(request.ip);
      done();
    },
    ...(route.method !== 'GET' && { preParsing: refuseBody }),
    handler: async (request, reply) => {
      const input = inputOf();
      if (route.checksPathFirst) {
        const params = input.readParams(request.params);
        checkPath?.(params as never);
      }
      const upload = isMultipart(request) ? await options.uploads.receive(request) : undefined;
      try {
        const { query, body } = input.read({
          search: request.url.split('?')[1] ?? '',
          query: request.query,
          body: request.body,
          upload,
        });
        const values = { query, body, upload, params: () => input.readParams(request.params) };
        const result = await run(request, reply, values);
        const declared = route.replies[reply.statusCode] ?? raise(`${route.path} declares no ${reply.statusCode}`);
        return respond(request, reply, { declared, result });
      } finally {
        if (upload) await options.uploads.discard(upload);
      }
    },
  });
}

/** Refuses a body by its headers. */
function refusalOf(route: Route, request: FastifyRequest) {
  const { headers } = request;
  if (isMultipart(request)) {
    if (!route.upload) return problem('unsupported_media_type');
  } else if (route.upload && !isJson(headers['content-type'])) return invalid({ file: NOT_A_FORM });
  else if (Number(headers['content-length']) > bodyLimitOf(route)) return problem('payload_too_large');
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? null : problem('unsupported_media_type', 'Send the body uncompressed.');
}

const NOT_A_FORM = 'must be sent as a multipart/form-data field';

const isJson = (type = 'application/json') => /^application\/json\s*(;|$)/i.test(type);

function isMultipart({ headers, method }: FastifyRequest) {
  return method !== 'GET' && /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');
}

interface ValidatedInput {
  query: unknown;
  body: unknown;
  upload: Upload | undefined;
  /** Validated last: 404 comes after every other check. */
  params: () => unknown;
}

function createRunner(bound: BoundRoute, options: AuditedRouteOptions) {
  const { route, handler } = bound;
  const { unitOfWork, purge, storage, outbound, models, extractor, messengers, mail } = options;
  const auditor = options.auditorOf(bound);
  const contextOf = createContextOf(route, options);
  return async (request: FastifyRequest, reply: FastifyReply, { query, body, upload, params }: ValidatedInput) => {
    const { principal, key } = request.admitted;
    const tenant = principal?.tenant;
    const input = () => ({ params: params(), query, body, upload }) as never;
    const contextWith = <Work extends Read>(work: Work) => contextOf(work, request, reply);
    if (typeof handler !== 'function') {
      return unitOfWork.lease(key, async () => {
        const run = await unitOfWork.read(async (work) => {
          const outside = { unitOfWork, storage, outbound, models, extractor, messengers, mail: mail() };
          const before = { ...contextWith(work), ...outside };
          return handler.beforeTransaction(before as never, input());
        });
        return write(run, { isLeased: true });
      });
    }
    if (route.method === 'GET') return unitOfWork.read(async (work) => handler(contextWith(work) as never, input()));
    return write(async (ctx) => handler(ctx, input()));

    function write(run: (ctx: never) => Promise<unknown>, { isLeased = false } = {}) {
      return unitOfWork.write({ tenant, key, isLeased }, async (work) => {
        const result = await audited(work, run);
        if (route.purges && !route.purgesByHandler && tenant) await purge(work, route.purges, tenant);
        return result;
      });
    }

    async function audited(work: Write, run: (ctx: never) => Promise<unknown>) {
      if (route.audit === undefined) return run(contextWith(work) as never);
      const origin = { widgetId: tenant?.widgetId, actor: actorOf(principal), ip: request.ip };
      const own: AuditDetails[] = [];
      const ctx = contextWith<Write>({ ...work, audit: (details) => own.push(details) });
      const call = { ctx, principal, params, body };
      const before = await auditor?.readSubject(call);
      const result = await run(ctx as never);
      const described = await auditor?.describe(call, result, before ?? null);
      if (auditor && !own.length) own.push({});
      for (const details of own) work.audit({ ...origin, ...described, ...details });
      return result;
    }
  };
}

/** Builds the context that `bind` declares for the route's caller. */
function createContextOf(route: Route, { countryOf, contexts }: RouteOptions) {
  const operation = `${route.method} ${route.path}`;
  const status = statusOf(route);
  return <Work extends Read>(work: Work, request: FastifyRequest, reply: FastifyReply) => {
    // A write may run more than once: the status of an earlier run must not survive.
    reply.code(status);
    const { principal } = request.admitted;
    const caller = {
      address: request.ip,
      network: networkOf(request.ip),
      userAgent: request.headers['user-agent'] ?? '',
      country: () => countryOf(request),
      bearer: request.headers.authorization?.replace(/^Bearer +/i, '') ?? '',
    };
    const response = {
      setHeader: (name: string, value: string) => void reply.header(name, value),
      setStatus: (declared: number) => void reply.code(declared),
    };
    const ctx = principal
      ? contexts.inWidget(work, { caller, principal, operation })
      : contexts.anonymous(work, caller);
    return { ...ctx, response };
  };
}

function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  { declared, result }: { declared: Reply; result: unknown },
) {
  if (declared.shape === 'none') return reply.send();
  reply.header('cache-control', 'no-store');
  if (declared.shape === 'redirect') return reply.redirect(result as string, reply.statusCode);
  if (declared.shape === 'plain') return reply.type('text/plain; charset=UTF-8').send(result);
  if (declared.shape === 'text')
    return sendText(request, reply.type(`${declared.type}; charset=UTF-8`), result as TextFile);
  if (declared.shape === 'page' && result instanceof PrintedPage) {
    return reply.type('application/json; charset=utf-8').send(result.print(printerOf(declared.item)));
  }
  if (declared.shape !== 'one') return reply.send(result);
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.send({ data: result });
  return sendTagged(request, reply, reply.serialize({ data: result }) as string);
}

const printers = new WeakMap<object, (item: unknown) => string>();

/** Prints a single item as the page would. */
const printerOf = (schema: object) => printers.getOrInsertComputed(schema, () => compile(schema));

/** Streams the text, whose length is not known in advance. */
function sendText({ method }: FastifyRequest, reply: FastifyReply, { name, lines }: TextFile) {
  reply.header('content-disposition', contentDisposition('attachment', name));
  return reply.send(Readable.from(method === 'HEAD' ? [] : lines));
}

/** Sends a single object with an ETag; it is small enough to hash. */
function sendTagged({ headers }: FastifyRequest, reply: FastifyReply, text: string) {
  const tag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (matchesTag(headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Accepts weak tags, since a proxy that compresses weakens them. */
function matchesTag(header: string | undefined, tag: string) {
  const tags = header?.split(/\s*,\s*/).map((each) => each.replace(/^W\//, '')) ?? [];
  return tags.includes(tag) || tags.includes('*');
}

function raise(message: string): never {
  throw new Error(message);
}
