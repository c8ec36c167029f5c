import type { Method } from '@parley/contract';

type Shape = 'one' | 'page' | 'bare' | 'text' | 'plain' | 'redirect' | 'none';

/** What the client must know of a route to call it; `key` where an idempotency key is sent. */
export type RouteRow = readonly [method: Method, path: string, shape: Shape, key?: 'key'];

/** A call as its caller wrote it, the types of the contract aside. */
export interface CallInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent in place of a body. */
  file?: Blob;
  /** Of the file; its own unless told. */
  name?: string;
  key?: string;
  signal?: AbortSignal;
}

export interface PreparedRequest {
  url: string;
  init: RequestInit;
  shape: Shape;
  /** Sending it twice does no more than sending it once. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/** The same object is sent again in a repeat, and so is the key in it. */
export function prepareRequest(
  [method, path, shape, keyed]: RouteRow,
  { params = {}, query = {}, key, signal, ...content }: CallInput,
  { origin, token }: { origin: string; token: string | undefined },
): PreparedRequest {
  const headers = new Headers({
    accept: shape === 'text' ? 'text/plain, text/csv, application/json' : 'application/json',
  });
  const body = writeBody(content);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  // A form has a boundary, which only the runtime knows.
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (keyed) headers.set('x-service-idempotency-key', key ?? newKey());
  const init: RequestInit = {
    method,
    headers,
    // "error" would look like a broken connection, and some runtimes lack it.
    redirect: 'manual',
    ...(body !== undefined && { body }),
    // Some runtimes without cookies refuse the member, and a token needs no cookie.
    ...(token === undefined && { credentials: 'same-origin' }),
    ...(signal && { signal }),
  };
  const root = /^\/(console|widget)-api\//.test(path) ? '' : '/api';
  const url = `${origin}${root}${fillIn(path, params)}${writeQuery(query)}`;
  return { url, init, shape, isRepeatable: method === 'GET' || keyed === 'key', signal };
}

/** Text or a form, and no stream: it is sent again in a repeat. */
function writeBody({ body, file, name }: CallInput) {
  if (file === undefined) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  if (name === undefined) form.set('file', file);
  else form.set('file', file, name);
  return form;
}

/** A browser has randomUUID under https and on localhost alone, and a server in a local network may have neither. */
function newKey() {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join('');
}

const toHex = (byte: number) => byte.toString(16).padStart(2, '0');

function fillIn(path: string, params: Record<string, string | number>) {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    // Every URL parser resolves dots, escaped or not: taking the tag ".." off a contact would delete the contact.
    if (value === '' || value === '.' || value === '..') {
      throw new TypeError(`"${value}" can't be sent as the parameter ${name} of ${path}`);
    }
    return encodeURIComponent(value);
  });
}

function writeQuery(query: Record<string, unknown>) {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}
