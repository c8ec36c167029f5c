import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Vendor } from '../../src/modules/messengers/drivers/driver.ts';

/** A person who uses the messenger. */
export interface Customer {
  id: string;
  name: string;
  phone?: string;
}

/** What a customer writes. */
export interface Written {
  text?: string;
  file?: { name: string; type: string; bytes: Buffer };
  coords?: { lat: number; lng: number };
  /** Something that Parley cannot show, such as a poll. */
  isUnknown?: true;
  /** The code of the link that led the customer here. */
  code?: string;
}

/** A message of ours as the customer sees it. */
export interface Sent {
  id: string;
  /** The customer. */
  person: string;
  conversation: string;
  kind: 'text' | 'image' | 'file' | 'location' | 'template';
  /** The text or the caption, as it was sent. */
  text?: string;
  buttons?: { label: string; url: string }[];
  file?: { name: string; type: string; bytes: Buffer };
  coords?: { lat: number; lng: number };
  at: number;
  isRemoved?: true;
  isEdited?: true;
}

/** How the vendor answers messages: as it should, or with one of its refusals. */
export type Fate =
  | 'ok'
  | 'limited'
  | 'broken'
  | 'hung'
  | 'credential_rejected'
  | 'recipient_blocked'
  | 'recipient_unknown'
  | 'window_closed'
  | 'content_rejected';

/** A request to the vendor's API. */
export interface VendorCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body as JSON, or the fields of a form. */
  // biome-ignore lint/suspicious/noExplicitAny: each fake knows the requests of its vendor
  json: any;
  /** Files of a multipart form, by field. */
  files: Record<string, { name: string; type: string; bytes: Buffer }>;
}

export interface VendorReply {
  status?: number;
  json?: unknown;
  text?: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

/** Part of a request to a hook: how a vendor tells of an update. */
export interface Push {
  body: string | Buffer;
  headers?: Record<string, string> | ((url: string) => Record<string, string>);
  /** Instead of the hook. */
  url?: string;
  /** Updates of one conversation are pushed one after the other. */
  conversation: string;
  /** The answer that accepts it, where a status of success is not enough. */
  answer?: string;
}

/** The body of a template for one person; undefined without one value for each of its placeholders. */
export function fillTemplate(body: string, values: string[]) {
  const numbers = new Set(body.match(/\{\{\d+\}\}/g));
  if (numbers.size !== values.length || values.some((value) => !isParameter(value))) return undefined;
  return body.replaceAll(/\{\{(\d+)\}\}/g, (_, number) => values[number - 1] ?? '');
}

const isParameter = (value: unknown) => typeof value === 'string' && value !== '' && !/[\n\t]| {5}/.test(value);

interface FakeOptions {
  vendor: Vendor;
  /** Answers a request to the API. */
  handle: (call: VendorCall) => VendorReply | Promise<VendorReply>;
  /** The wire form of a refusal. */
  refuse: (fate: Exclude<Fate, 'ok' | 'hung'>, seconds: number) => VendorReply;
  /** Whether a request sends a message, and to whom: fates and latency are for these. */
  recipientOf: (call: VendorCall) => string | undefined;
  port?: number;
}

interface Behaviour {
  fate: Fate;
  /** How often; default: until told otherwise. */
  times?: number;
  /** Only one message in so many. */
  every?: number;
  /** Only messages to this customer. */
  person?: string;
  /** What the vendor says to wait, for `limited`. */
  seconds?: number;
}

const PUSH_ATTEMPTS = 30;
const PUSH_PAUSE_MS = 200;

/** What all fakes of vendors share: a server, refusals on request, and pushes that are repeated until they are accepted. */
export async function startFake({ vendor, handle, refuse, recipientOf, port = 0 }: FakeOptions) {
  const calls: VendorCall[] = [];
  const sent: Sent[] = [];
  /** Outcomes of pushes, oldest first. */
  const pushes: { status: number | null; body: string }[] = [];
  let behaviour: Behaviour = { fate: 'ok' };
  /** Messages since it was told to. */
  let judged = 0;
  const queues = new Map<string, Promise<void>>();
  const state = { hookUrl: undefined as string | undefined, latencyMs: 0, isClosed: false };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://fake');
    const body = Buffer.concat(chunks);
    const call: VendorCall = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
      ...readBody(body, request.headers['content-type'] ?? ''),
    };
    calls.push(call);
    const recipient = recipientOf(call);
    if (recipient !== undefined && state.latencyMs) await wait(state.latencyMs);
    const fate = recipient === undefined ? 'ok' : takeFate(recipient);
    if (fate === 'hung') return;
    const reply = fate === 'ok' ? await handle(call) : refuse(fate, behaviour.seconds ?? 1);
    respond(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  function takeFate(recipient: string): Fate {
    if (behaviour.fate === 'ok' || (behaviour.person !== undefined && behaviour.person !== recipient)) return 'ok';
    judged += 1;
    if (judged % (behaviour.every ?? 1)) return 'ok';
    if (behaviour.times === undefined) return behaviour.fate;
    behaviour.times -= 1;
    const { fate } = behaviour;
    if (behaviour.times <= 0) behaviour = { fate: 'ok' };
    return fate;
  }

  async function deliver({
    body,
    headers = {},
    url = state.hookUrl,
  }: Push): Promise<{ status: number | null; body: string }> {
    const outcome: { status: number | null; body: string } = { status: null, body: '' };
    if (url === undefined) return outcome;
    try {
      const more = typeof headers === 'function' ? headers(url) : headers;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...more },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      });
      Object.assign(outcome, { status: response.status, body: await response.text() });
    } catch {
      // Nobody answered.
    }
    pushes.push(outcome);
    return outcome;
  }

  /** Resolves with the status of the first answer. */
  const pushOnce = async (push: Push) => (await deliver(push)).status;

  async function pushUntilAccepted(push: Push) {
    for (let attempt = 0; attempt < PUSH_ATTEMPTS && !state.isClosed; attempt += 1) {
      const { status, body } = await deliver(push);
      const isSuccess = status !== null && status >= 200 && status < 300;
      if (isSuccess && (push.answer === undefined || body === push.answer)) return;
      await wait(PUSH_PAUSE_MS);
    }
  }

  const address = server.address() as AddressInfo;
  return Object.assign(state, {
    vendor,
    url: `http://127.0.0.1:${address.port}`,
    calls,
    sent,
    pushes,
    behave: (next: Behaviour) => {
      behaviour = { ...next };
      judged = 0;
    },
    pushOnce,
    /** As vendors do: in the order of a conversation, again until it is accepted. */
    push(push: Push) {
      const before = queues.get(push.conversation) ?? Promise.resolve();
      const pushed = before.then(() => pushUntilAccepted(push));
      queues.set(push.conversation, pushed);
      return pushed;
    },
    close() {
      state.isClosed = true;
      server.closeAllConnections();
      server.close();
    },
  });
}

type Fake = Awaited<ReturnType<typeof startFake>>;

/** What a test, the lab or a benchmark does with the fake of any vendor. What the vendor lacks is missing. */
export interface FakeVendor extends Fake {
  /** The body of `PUT /v1/messengers/{provider}` that connects it. */
  credential: { url: string | null; token: string; sid?: string; app_secret?: string };
  /** Resolves when it has been accepted, with the vendor's id of the message. */
  write: (from: Customer, content: Written) => Promise<string>;
  /** Pushes the last update again. */
  repeat: () => Promise<number | null>;
  edit?: (from: Customer, messageId: string, text: string) => Promise<void>;
  erase?: (from: Customer, messageId: string) => Promise<void>;
  /** The customer has received or read all messages. */
  receive?: (by: Customer) => Promise<void>;
  /** `upTo`: the vendor's id of the last message that was read, where the vendor says it. */
  read?: (by: Customer, upTo?: string) => Promise<void>;
  /** A message that was accepted fails later; by default because nobody has the number. */
  fail?: (messageId: string, code?: number) => Promise<void>;
  block?: (by: Customer) => Promise<void>;
  allow?: (by: Customer) => Promise<void>;
  start?: (by: Customer, code?: string) => Promise<void>;
  /** Somebody of ours writes in the vendor's own app. */
  typeElsewhere?: (to: Customer, text: string) => Promise<void>;
  /** Somebody else registers their hook. */
  takeHook?: () => void;
  /** The vendor no longer has our hook. */
  loseHook?: () => void;
  /** The vendor no longer accepts the token. */
  revoke: () => void;
}

/** What a vendor finds behind a link to a file; no bytes where there is nothing. */
export async function download(link: string, name: string): Promise<NonNullable<Sent['file']>> {
  try {
    const response = await fetch(link);
    const type = response.headers.get('content-type') ?? '';
    return { name, type, bytes: response.ok ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0) };
  } catch {
    return { name, type: '', bytes: Buffer.alloc(0) };
  }
}

function respond(response: ServerResponse, { status = 200, json, text, body, headers = {} }: VendorReply) {
  const content = body ?? Buffer.from(text ?? JSON.stringify(json ?? {}));
  const type = body ? 'application/octet-stream' : text === undefined ? 'application/json' : 'text/plain';
  const length = String(content.length);
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers }).end(content);
}

function readBody(body: Buffer, type: string): Pick<VendorCall, 'json' | 'files'> {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary) return readMultipart(body, boundary);
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { json: Object.fromEntries(new URLSearchParams(body.toString())), files: {} };
  try {
    return { json: JSON.parse(body.toString()), files: {} };
  } catch {
    return { json: undefined, files: {} };
  }
}

function readMultipart(body: Buffer, boundary: string): Pick<VendorCall, 'json' | 'files'> {
  const json: Record<string, string> = {};
  const files: VendorCall['files'] = {};
  const mark = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(mark); at >= 0; ) {
    const next = body.indexOf(mark, at + mark.length);
    if (next < 0) break;
    const part = body.subarray(at + mark.length + 2, next - 2);
    const end = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, end).toString();
    const bytes = part.subarray(end + 4);
    const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    if (filename === undefined) json[name] = bytes.toString();
    else files[name] = { name: filename, type: /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? '', bytes };
    at = next;
  }
  return { json, files };
}
