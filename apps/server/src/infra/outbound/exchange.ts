import type { Readable } from 'node:stream';
import type { Guard, UrlOptions } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** Not a stream, so that a redirect can send it again. */
  body?: string | Uint8Array;
}

export interface Exchange {
  url: URL;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body without a size limit. */
  source: Readable;
  /** Ends the connection. */
  drop: () => void;
}

interface Call extends UrlOptions {
  guard: Guard;
  url: URL;
  request: OutboundRequest;
  /** Its reason is the error that the call fails with. */
  signal: AbortSignal;
}

/** Sends one request over its own connection: none are kept open. */
export async function exchange({ guard, url, request, signal, httpsOnly }: Call): Promise<Exchange> {
  // Loaded on first use: most servers make no calls for hours, and it takes memory.
  const { Client } = await import('undici');
  signal.throwIfAborted();
  const client = new Client(url.origin, {
    // Bypasses proxies of the environment and the client's own resolver.
    connect: (_target, callback) =>
      void guard.connect(url, { httpsOnly }, signal).then(
        (socket) => callback(null, socket),
        (error) => callback(error, null),
      ),
    allowH2: false,
    // Timeouts come from the signal alone.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const drop = () => void client.destroy(signal.reason);
  // The client handles a signal of a request only once it is connected.
  signal.addEventListener('abort', drop, { once: true });
  try {
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      method: request.method ?? 'GET',
      headers: headersOf(request),
      body: request.body,
      reset: true,
    });
    return { url, status: statusCode, headers, source: body, drop };
  } catch (error) {
    drop();
    throw failureOf(url, error);
  }
}

/** The host comes from the URL; a compressed body could not be measured while it arrives. */
function headersOf({ headers = {} }: OutboundRequest) {
  const kept = Object.entries(headers).filter(([name]) => !/^(host|accept-encoding)$/i.test(name));
  return { ...Object.fromEntries(kept), 'accept-encoding': 'identity' };
}

/** Converts an error of the client; one that was dropped fails with the reason of the signal. */
export function failureOf(url: URL, error: unknown) {
  // An invalid header or method is a bug of the caller, not a network failure.
  const isMisuse = (error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG';
  if (error instanceof OutboundError || isMisuse) return error as Error;
  return new OutboundError('unreachable', `${url.host} closed the connection or did not respond with HTTP`);
}
