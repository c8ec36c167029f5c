import type { DeliveryReason } from '@parley/contract';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';

/** The account of ours at the vendor: a bot, a page, a number. */
export interface Account {
  id: string;
  name: string | null;
  username: string | null;
}

/** What a driver keeps with the connection, such as the id of a callback server. No secrets. */
export type State = Record<string, string>;

/** What an answer of the vendor means. */
export type Verdict =
  | { kind: 'ok' }
  /** The credential is not accepted, or no longer. */
  | { kind: 'auth' }
  /** Called too often: wait, and try again without counting it. */
  | { kind: 'rate'; scope: 'chat' | 'connection'; seconds?: number }
  /** The vendor's own fault, or a moment's. */
  | { kind: 'retry' }
  /** `hookReason`: why updates don't arrive either. */
  | { kind: 'refused'; reason: DeliveryReason; hookReason?: 'permission_missing' | 'conflict' };

/** A verdict with what the vendor said, for people to read. */
export interface Classified {
  verdict: Verdict;
  code?: string | null;
  detail?: string | null;
}

export interface VendorRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  /** One of these is the body. */
  json?: unknown;
  form?: Record<string, string>;
  multipart?: FormPart[];
  body?: Buffer;
  /** Default: 10 seconds. A long poll needs more. */
  timeoutMs?: number;
}

type FormPart = { name: string } & ({ value: string } | { bytes: Buffer; filename: string; type: string });

export interface VendorAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** The body as JSON; undefined if it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: each driver knows the answers of its vendor
  json: any;
}

/** A credential, and the way to use it. */
export interface Access {
  /** Throws a `VendorRefusal` unless the driver's `classify` says ok. */
  call: (request: VendorRequest) => Promise<VendorAnswer>;
  /** The driver's `hosts`, or what replaces them. */
  hosts: Record<string, string>;
  token: string;
  sid: string | null;
  appSecret: string | null;
  /** Where customers find the account; for `apple` the gateway. */
  url: string | null;
  account: Account | null;
  state: State;
  /** Where the vendor reports what became of a message, if each message names it. */
  hookUrl: string | null;
  /** The time in milliseconds, for signatures that contain it. */
  now: number;
}

/** A call that the vendor refused or did not answer. */
export class VendorRefusal extends Error {
  readonly verdict: Exclude<Verdict, { kind: 'ok' }>;
  /** The vendor's own code and words. */
  readonly code: string | null;
  readonly detail: string | null;
  /** Without one, the vendor did not answer. */
  readonly status: number | null;

  constructor(
    { verdict, code = null, detail = null }: Classified & { verdict: Exclude<Verdict, { kind: 'ok' }> },
    status: number | null,
  ) {
    super(detail ?? verdict.kind);
    this.verdict = verdict;
    this.code = storable(code);
    this.detail = storable(detail);
    this.status = status;
  }
}

const LONGEST_WORDS = 500;

/** PostgreSQL stores neither NUL nor half a character; some vendors answer with a page. */
const storable = (words: string | null) =>
  words === null ? null : words.replaceAll('\0', '\ufffd').slice(0, LONGEST_WORDS).toWellFormed();

/** Why a call failed. An answer in a form that its driver can't read is as good as none. */
export function refusalIn(error: unknown): VendorRefusal {
  if (error instanceof VendorRefusal) return error;
  if (!(error instanceof TypeError)) throw error;
  return new VendorRefusal({ verdict: { kind: 'retry' }, detail: 'The answer has an unknown form' }, 200);
}

/** Sends one request. */
export type Exchange = (
  url: string,
  options: {
    method: NonNullable<VendorRequest['method']>;
    headers: Record<string, string>;
    body?: string | Uint8Array;
    timeoutMs: number;
  },
) => Promise<Pick<VendorAnswer, 'status' | 'headers' | 'body'>>;

const TIMEOUT_MS = 10_000;
const NO_ANSWER: Classified & { verdict: { kind: 'retry' } } = { verdict: { kind: 'retry' } };

/** Calls a vendor, and judges its answers. */
export function createCall(exchange: Exchange, classify: (answer: VendorAnswer) => Classified): Access['call'] {
  return async (request) => {
    const { method = hasBody(request) ? 'POST' : 'GET', timeoutMs = TIMEOUT_MS } = request;
    const { type, body } = encode(request);
    const headers = { ...(type && { 'content-type': type }), ...request.headers };
    const answer = await exchange(request.url, { method, headers, body, timeoutMs }).catch((error) => {
      if (error instanceof OutboundError) throw new VendorRefusal({ ...NO_ANSWER, detail: error.message }, null);
      throw error;
    });
    const read = { ...answer, json: parse(answer.body) };
    const { verdict, ...said } = classify(read);
    if (verdict.kind !== 'ok') throw new VendorRefusal({ verdict, ...said }, answer.status);
    return read;
  };
}

const hasBody = ({ json, form, multipart, body }: VendorRequest) =>
  [json, form, multipart, body].some((each) => each !== undefined);

function encode({ json, form, multipart, body }: VendorRequest): { type?: string; body?: string | Uint8Array } {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) };
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
  return multipart ? encodeMultipart(multipart) : { body };
}

function encodeMultipart(parts: FormPart[]) {
  const boundary = `parley-${crypto.randomUUID()}`;
  const chunks = parts.flatMap((part) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"`;
    if ('value' in part) return [Buffer.from(`${head}\r\n\r\n${part.value}\r\n`)];
    const name = part.filename.replaceAll(/["\r\n]/g, '_');
    return [Buffer.from(`${head}; filename="${name}"\r\ncontent-type: ${part.type}\r\n\r\n`), part.bytes, CRLF];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const CRLF = Buffer.from('\r\n');

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** What an HTTP status means, for vendors that have no codes of their own. */
export function verdictOfStatus({ status, headers }: Pick<VendorAnswer, 'status' | 'headers'>): Verdict {
  if (status >= 200 && status < 300) return { kind: 'ok' };
  if (status === 401 || status === 403) return { kind: 'auth' };
  if (status === 429)
    return { kind: 'rate', scope: 'connection', seconds: Number(headers['retry-after']) || undefined };
  if (status === 404) return { kind: 'refused', reason: 'recipient_unknown' };
  return verdictOfFailure(status);
}

/** What the status of a failure means that the vendor does not explain: 4xx is final. */
export function verdictOfFailure(status: number): Verdict {
  if (status === 413) return { kind: 'refused', reason: 'too_large' };
  const isFinal = status >= 400 && status < 500 && status !== 408;
  return isFinal ? { kind: 'refused', reason: 'content_rejected' } : { kind: 'retry' };
}
