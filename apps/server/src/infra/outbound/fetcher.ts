import { type Connection, createConnections } from './connections.ts';
import { failureOf } from './exchange.ts';
import { type Guard, parseUrl } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

export interface FetchLimits {
  /** Of a response body. */
  maxBytes: number;
  /** Until the headers arrive, and between two chunks of the body. */
  gapMs: number;
  /** For the whole call. */
  totalMs: number;
}

/** Providers keep connections for minutes, and a TLS handshake with them takes longer than everything of ours. */
const KEPT = { idleMs: 60_000, lifeMs: 300_000 };
const NO_BODY = [204, 205, 304];

interface Call {
  connection: Connection;
  url: URL;
  request: ReturnType<typeof requestOf>;
  signal: AbortSignal | null | undefined;
  limits: FetchLimits;
}

/** `fetch` over kept-alive connections to addresses the guard allows. A redirect is a response like any other. */
export function createFetcher(guard: Guard) {
  const connections = createConnections(guard, KEPT);
  /** Functions that abort the calls under way. */
  const running = new Set<(reason: Error) => void>();

  function dispatch({ connection, url, request, signal, limits }: Call) {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const body = limitedBody(url, limits.maxBytes, (reason) => abort(reason));
    const end = () => {
      clearTimeout(gap);
      clearTimeout(total);
      running.delete(abort);
      signal?.removeEventListener('abort', onAbort);
    };
    /** The connection is ours only until the response has ended. */
    const abort = (reason: Error) => {
      if (!running.has(abort)) return;
      end();
      reject(reason);
      body.fail(reason);
      void connection.client.destroy(reason);
    };
    const onAbort = () => abort(signal?.reason);
    const timeOut = (ms: number) => abort(new OutboundError('timeout', `${url.host} took longer than ${ms} ms`));
    const gap = setTimeout(() => timeOut(limits.gapMs), limits.gapMs);
    const total = setTimeout(() => timeOut(limits.totalMs), limits.totalMs);
    running.add(abort);
    signal?.addEventListener('abort', onAbort, { once: true });
    connection.client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, status, headers) {
        // 1xx is informational.
        if (status < 200) return;
        gap.refresh();
        const refusal = body.refusalOf(headers);
        if (refusal) abort(refusal);
        else resolve(responseOf(status, headers, body.stream));
      },
      onResponseData(_controller, chunk) {
        gap.refresh();
        body.push(chunk);
      },
      onResponseEnd() {
        end();
        body.end();
        connections.keep(connection);
      },
      onResponseError: (_controller, error) => abort(failureOf(url, error)),
    });
    return promise;
  }

  return {
    async fetch(input: Parameters<typeof fetch>[0], init: RequestInit, limits: FetchLimits) {
      if (input instanceof Request) throw new TypeError('A Request is not supported: pass its URL');
      const url = parseUrl(String(input));
      const { signal } = init;
      const request = requestOf(url, init);
      signal?.throwIfAborted();
      const connection = await connections.take(url.origin);
      if (signal?.aborted) connections.keep(connection);
      signal?.throwIfAborted();
      return dispatch({ connection, url, request, signal, limits });
    },
    close() {
      for (const abort of running) abort(new OutboundError('unreachable', 'The server is stopping'));
      connections.close();
    },
  };
}

type ResponseHeaders = Record<string, string | string[] | undefined>;

/** A web stream of what arrives. It is never paused: its size is limited. */
function limitedBody(url: URL, maxBytes: number, abort: (reason: Error) => void) {
  const tooLarge = () => new OutboundError('too_large', `The response of ${url.host} is larger than ${maxBytes} bytes`);
  let size = 0;
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(started) {
      controller = started;
    },
    cancel: () => abort(new OutboundError('unreachable', 'The rest of the body is not read')),
  });
  return {
    stream,
    /** Returns why the body is not read, if its headers say so. */
    refusalOf(headers: ResponseHeaders) {
      if (Number(headers['content-length']) > maxBytes) return tooLarge();
      // A compressed body could not be measured while it arrives.
      const isEncoded = !/^(identity)?$/i.test(String(headers['content-encoding'] ?? ''));
      return isEncoded ? new OutboundError('encoding', `${url.host} responded in an unsupported encoding`) : undefined;
    },
    push(chunk: Buffer) {
      size += chunk.length;
      if (size > maxBytes) abort(tooLarge());
      else controller?.enqueue(new Uint8Array(chunk));
    },
    end: () => controller?.close(),
    fail: (reason: Error) => controller?.error(reason),
  };
}

function requestOf(url: URL, { method = 'GET', headers, body }: RequestInit) {
  if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('The body must be a string');
  const kept = [...new Headers(headers)].filter(([name]) => !/^(host|connection|accept-encoding)$/.test(name));
  return {
    path: `${url.pathname}${url.search}`,
    method: method as 'GET' | 'POST',
    headers: { ...Object.fromEntries(kept), 'accept-encoding': 'identity' },
    body: body ?? null,
  };
}

function responseOf(status: number, headers: ResponseHeaders, stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Response(NO_BODY.includes(status) ? null : stream, { status, headers: pairs });
}
