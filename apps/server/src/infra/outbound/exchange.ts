import type { Readable } from 'node:stream';
import type { Guard, UrlOptions } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** Whole, so that a redirect can carry it again. */
  body?: string | Uint8Array;
}

export interface Exchange {
  url: URL;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body as it comes, of any size. */
  source: Readable;
  /** Ends the connection. */
  drop: () => void;
}

interface Call extends UrlOptions {
  guard: Guard;
  url: URL;
  request: OutboundRequest;
  /** Aborted with the error that the call shall end with. */
  signal: AbortSignal;
}

/** One request and its answer over a connection of their own: nothing is kept open to strangers. */
export async function exchange({ guard, url, request, signal, httpsOnly }: Call): Promise<Exchange> {
  // Most servers call nobody for hours, and this takes memory.
  const { Client } = await import('undici');
  signal.throwIfAborted();
  const client = new Client(url.origin, {
    // It asks neither a proxy of the environment nor a resolver of its own.
    connect: (_target, callback) =>
      void guard.connect(url, { httpsOnly }, signal).then(
        (socket) => callback(null, socket),
        (error) => callback(error, null),
      ),
    allowH2: false,
    // The signal is the only clock.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const drop = () => void client.destroy(signal.reason);
  // A signal given to the request would not be heard before it is connected.
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

/** The URL says which host is meant, and what comes compressed could not be measured as it arrives. */
function headersOf({ headers = {} }: OutboundRequest) {
  const given = Object.entries(headers).filter(([name]) => !/^(host|accept-encoding)$/i.test(name));
  return { ...Object.fromEntries(given), 'accept-encoding': 'identity' };
}

/** What a client's error is to whoever called; a client that was dropped has the reason for its error. */
export function failureOf(url: URL, error: unknown) {
  // A header or a method that can't be sent is a mistake of the caller and not of the network.
  const isMisuse = (error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG';
  if (error instanceof OutboundError || isMisuse) return error as Error;
  return new OutboundError('unreachable', `${url.host} closed the connection or did not respond with HTTP`);
}
