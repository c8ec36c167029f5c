import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Script, VendorKind, Wire } from './script.ts';
import { anthropicWire } from './wire-anthropic.ts';
import { googleWire } from './wire-google.ts';
import { openaiWire } from './wire-openai.ts';

export interface VendorRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  at: number;
  /** Whether the client closed the connection before the response had ended. */
  isAborted: boolean;
}

const WIRES: Record<VendorKind, Wire> = {
  openai: openaiWire,
  generic_compatible: openaiWire,
  anthropic: anthropicWire,
  google: googleWire,
};

const DEFAULTS = { text: ['Hel', 'lo!'], finish: 'stop', usage: { input: 12, output: 3 } } as const;
const PIECE_MS = 2;
const PAGE = '<!doctype html><title>Sign in</title><p>Please sign in.</p>';

/** What to answer may depend on the request, and be known later. */
type Scripted = Script | ((request: VendorRequest) => Script | Promise<Script>);

/**
 * A model vendor on loopback that speaks its true wire format. It answers each request as the next script says, and without
 * one as `vendor.usual` does. Close it: tests by `onTestFinished(vendor.close)`.
 */
export async function startVendor(kind: VendorKind, { isBackground = false } = {}) {
  const wire = WIRES[kind];
  const requests: VendorRequest[] = [];
  const scripts: Script[] = [];
  const vendor = { usual: {} as Scripted };
  const server = createServer(async (request, response) => {
    const seen = await recordOf(request);
    requests.push(seen);
    response.on('close', () => Object.assign(seen, { isAborted: !response.writableFinished }));
    const usual = typeof vendor.usual === 'function' ? await vendor.usual(seen) : vendor.usual;
    const script = { ...usual, ...scripts.shift() };
    if (script.latencyMs) await sleep(script.latencyMs);
    await respond(wire, seen, script, response);
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.setNoDelay(true).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It must not keep the process of tests that never close it.
  if (isBackground) server.unref();
  return Object.assign(vendor, {
    requests,
    /** The requests for answers and vectors; not those for lists of models. */
    calls: () => requests.filter(({ method }) => method === 'POST'),
    connections: () => connections,
    /** Scripts of the next requests, in order. */
    next: (...next: Script[]) => void scripts.push(...next),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${kind === 'google' ? '/v1beta' : '/v1'}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

async function recordOf(request: IncomingMessage): Promise<VendorRequest> {
  const { method = '', url: path = '', headers } = request;
  const body = await text(request);
  return { method, path, headers, body: body ? JSON.parse(body) : {}, at: performance.now(), isAborted: false };
}

async function respond(wire: Wire, { method, path, body }: VendorRequest, script: Script, response: ServerResponse) {
  if (script.status !== undefined) {
    response.writeHead(script.status, { 'content-type': 'application/json', ...script.headers });
    return void response.end(script.body ?? JSON.stringify(wire.error(script.status)));
  }
  if (script.fault === 'hang') return;
  if (script.fault === 'reset') return response.socket?.resetAndDestroy();
  if (script.fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  const isStreamed = method === 'POST' && !/embed/i.test(path);
  if (isStreamed) return stream(wire, script, response);
  const answer =
    method === 'GET' ? wire.models(script.models ?? ['model-a', 'model-b']) : vectorsOf(wire, body, script);
  const json = script.fault === 'malformed' ? '{"data": [' : JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json' }).end(json);
}

function vectorsOf(wire: Wire, body: object, { embed }: Script) {
  const texts = wire.textsOf(body as never);
  return wire.vectors(texts.map((text, index) => (embed ? embed(text) : [text.length, index, 0.5])));
}

async function stream(wire: Wire, script: Script, response: ServerResponse) {
  const { text: given, finish, usage } = { ...DEFAULTS, ...script };
  const pieces = [given].flat();
  const half = pieces.slice(0, Math.ceil(pieces.length / 2));
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = (events: string[]) => write(response, events.join(''), script.cutEvery);
  switch (script.fault) {
    case 'hang_midway':
      return send(wire.begin(half));
    case 'cut':
      await send(wire.begin(half));
      // Not at once: what was written has to arrive.
      await sleep(10);
      return void response.socket?.resetAndDestroy();
    case 'malformed':
      await send([...wire.begin(half), 'data: {"choices": [{"delta"\n\n']);
      break;
    case 'error_event':
      await send([...wire.begin(half), wire.errorEvent]);
      break;
    case 'unfinished':
      await send(wire.begin(half));
      break;
    case 'endless':
    case 'flood':
      return repeat(wire.begin(script.fault === 'flood' ? ['x'.repeat(50_000)] : pieces), response);
    default:
      await send(wire.answer(pieces, { finish, usage }));
  }
  response.end();
}

async function repeat(events: string[], response: ServerResponse) {
  const last = events.at(-1) ?? '';
  response.write(events.join(''));
  while (!response.destroyed) {
    response.write(last);
    await sleep(PIECE_MS);
  }
}

/** Each part is a write of its own, and a chunk of the response. */
async function write(response: ServerResponse, whole: string, cutEvery: number | undefined) {
  const bytes = Buffer.from(whole);
  if (!cutEvery) return void response.write(bytes);
  for (let from = 0; from < bytes.length; from += cutEvery) {
    response.write(bytes.subarray(from, from + cutEvery));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
