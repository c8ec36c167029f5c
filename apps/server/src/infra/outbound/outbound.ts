import type { Readable } from 'node:stream';
import { withTimeout } from '../timeout.ts';
import { type AllowRule, parseAllowRules } from './addresses.ts';
import { readBody } from './body.ts';
import type { OutboundRequest } from './exchange.ts';
import { createFetcher, type FetchLimits } from './fetcher.ts';
import { createGuard, type Lookup, parseUrl, type UrlOptions } from './guard.ts';
import { createKeepAliveClient, type PostRequest, type PostResponse } from './keep-alive.ts';
import { OutboundError } from './outbound-error.ts';
import { exchangeWithRedirect, type RedirectOptions } from './redirects.ts';
import { createRunningCalls } from './running-calls.ts';

export interface FetchOptions extends OutboundRequest, UrlOptions, RedirectOptions {
  /** Limit of the response body. */
  maxBytes: number;
  /** For the whole call: DNS, connection, headers, body and redirect. */
  timeoutMs: number;
  /** Ends the call early. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The URL that responded, after redirects. */
  url: string;
  /** Fails with an `OutboundError`. Read or destroy it: the connection stays open until then or until the timeout. */
  body: Readable;
}

/** Calls URLs that customers configure. None of them can lead into our own network. */
export interface Outbound {
  fetch: (url: string, options: FetchOptions) => Promise<OutboundResponse>;
  /** Posts to an https URL over a kept-alive connection. A redirect is a response like any other. */
  post: (url: string, request: PostRequest) => Promise<PostResponse>;
  /**
   * Something with the shape of `fetch`, for libraries that take one: https, kept-alive connections, a streamed response, a
   * body that is a string. It fails with an `OutboundError` or the reason of the caller's signal.
   */
  fetcher: (options: FetcherOptions) => typeof globalThis.fetch;
  /** Checks a URL before it is saved. A name that does not resolve now passes: it may when it is called. */
  check: (url: string, options?: UrlOptions) => Promise<void>;
  /** Aborts every call under way. */
  close: () => void;
}

export interface FetcherOptions extends FetchLimits {
  /** Its host may be private and speak plain http: it is part of the server's own configuration. */
  trustedUrl?: string;
}

interface OutboundOptions {
  allow: AllowRule[];
  lookup?: Lookup;
}

/** A slow resolver says nothing about the URL. */
const CHECK_MS = 5_000;

export function createOutbound({ allow, lookup }: OutboundOptions): Outbound {
  const guard = createGuard(allow, lookup);
  const keepAlive = createKeepAliveClient(guard);
  const calls = createRunningCalls();
  /** By trusted host: nobody else may get the connections to one. */
  const fetchers = new Map<string, ReturnType<typeof createFetcher>>();

  async function fetch(address: string, options: FetchOptions) {
    const url = parseUrl(address);
    const { signal, end } = calls.start(url, options.timeoutMs, options.signal);
    try {
      const response = await exchangeWithRedirect({ guard, url, request: options, signal });
      const isHead = options.method === 'HEAD';
      const body = readBody(response, { maxBytes: options.maxBytes, isHead, signal });
      body.once('close', end);
      return { status: response.status, headers: response.headers, url: response.url.href, body };
    } catch (error) {
      end();
      throw error;
    }
  }

  function fetcher({ trustedUrl, ...limits }: FetcherOptions): typeof globalThis.fetch {
    const trusted = trustedUrl === undefined ? '' : hostAndPort(parseUrl(trustedUrl));
    const client = fetchers.getOrInsertComputed(trusted, () =>
      createFetcher(trusted ? createGuard([...allow, ...parseAllowRules(trusted)], lookup) : guard),
    );
    return (input, init = {}) => client.fetch(input, init, limits);
  }

  async function check(address: string, options: UrlOptions = {}) {
    try {
      await withTimeout(guard.resolve(parseUrl(address), options), CHECK_MS);
    } catch (error) {
      if (!(error instanceof OutboundError && error.reason === 'unreachable')) throw error;
    }
  }

  return {
    fetch,
    post: async (address, request) => keepAlive.post(parseUrl(address), request),
    fetcher,
    check,
    close() {
      for (const client of fetchers.values()) client.close();
      keepAlive.close();
      calls.abortAll();
    },
  };
}

function hostAndPort({ hostname, port, protocol }: URL) {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
