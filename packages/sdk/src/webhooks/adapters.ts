import { createHandler, type WebhookOptions } from './handle.ts';
import { WebhookRejection } from './receive.ts';

const MAX_BYTES = 1024 * 1024;

/** For servers that speak `Request` and `Response`: Deno, Bun, workers, Hono, Next.js. */
export function fetchWebhook(options: WebhookOptions): (request: Request) => Promise<Response> {
  const handle = createHandler(options);
  return async (request) => {
    const { status, body } = await handle(async () => ({
      body: checkSize(new Uint8Array(await request.arrayBuffer())),
      headers: request.headers,
    }));
    return new Response(body || null, { status });
  };
}

/** What is used of a request of `node:http` or Express. */
export interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Of Express: what a parser has read. */
  body?: unknown;
}

/** What is used of a response of `node:http` or Express. */
export interface NodeResponse {
  statusCode: number;
  end(body: string): unknown;
}

/**
 * For `node:http` and Express. In Express, mount it before `express.json()`: the signature is over the raw bytes, which a
 * parser would consume. `express.raw()` may stand before it.
 */
export function nodeWebhook(options: WebhookOptions): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const handle = createHandler(options);
  return async (request, response) => {
    const { status, body } = await handle(async () => ({ body: await readNode(request), headers: request.headers }));
    response.statusCode = status;
    response.end(body);
  };
}

/** What is used of a Fastify instance. */
export interface FastifyInstance {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  removeAllContentTypeParsers(): unknown;
  post(url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

export interface FastifyRequest {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  body?: unknown;
}

export interface FastifyReply {
  code(status: number): { send(body: string): unknown };
}

/** A plugin for Fastify: a POST route that gets the bytes, while the routes outside keep their parsers. */
export function fastifyWebhook({
  url,
  ...options
}: WebhookOptions & {
  /** Path of the route. */
  url: string;
}): (app: FastifyInstance) => Promise<void> {
  const handle = createHandler(options);
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body));
    app.post(url, async (request, reply) => {
      const { status, body } = await handle(() => ({ body: readParsed(request.body), headers: request.headers }));
      return reply.code(status).send(body);
    });
  };
}

async function readNode(request: NodeRequest) {
  if (request.body !== undefined) return readParsed(request.body);
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(bytes);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const bytes of chunks) {
    body.set(bytes, at);
    at += bytes.length;
  }
  return body;
}

function readParsed(body: unknown) {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return checkSize(body);
  const detail = 'The body was parsed before the webhook handler, but the signature is over the raw bytes';
  throw new WebhookRejection(500, detail);
}

function checkSize(body: Uint8Array) {
  if (body.length > MAX_BYTES) throw tooLarge();
  return body;
}

const tooLarge = () => new WebhookRejection(413, 'The body is larger than any event');
