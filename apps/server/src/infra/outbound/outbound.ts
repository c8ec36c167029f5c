import type { Readable } from 'node:stream';
import { within } from '../within.ts';
import type { AllowRule } from './addresses.ts';
import { readBody } from './body.ts';
import { type Exchange, exchange, type OutboundRequest } from './exchange.ts';
import { createGuard, type Lookup, parseUrl, type UrlOptions } from './guard.ts';
import { OutboundError } from './outbound-error.ts';
import { createPostman, type Letter, type Receipt } from './postman.ts';

export interface FetchOptions extends OutboundRequest, UrlOptions {
  /** How large the body of the answer may be. */
  maxBytes: number;
  /** For all of it: name, connection, headers, body, and the redirect. */
  timeoutMs: number;
  /** Followed with the same method and body; with 0, the default, a redirect is an answer like any other. */
  redirects?: 0 | 1;
  /** Whether a redirect may lead from https to http. */
  downgrade?: boolean;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Where the answer came from in the end. */
  url: string;
  /** Fails with an `OutboundError`. Read it or destroy it: the connection lasts until then, or until the time is up. */
  body: Readable;
}

/** The way to every address that somebody else has given: none of them leads into our own network. */
export interface Outbound {
  fetch: (url: string, options: FetchOptions) => Promise<OutboundResponse>;
  /** Sends a body to an https address, over a connection that may be used again. A redirect is an answer like any other. */
  post: (url: string, letter: Letter) => Promise<Receipt>;
  /** For an address that is about to be saved. A name without an address now may have one when it is called. */
  check: (url: string, options?: UrlOptions) => Promise<void>;
  /** Breaks off what is under way. */
  close: () => void;
}

interface Options {
  allow: AllowRule[];
  lookup?: Lookup;
}

/** A resolver that is slower says nothing about the address. */
const CHECK_MS = 5_000;
const CREDENTIALS = /auth|cookie|api-?key|token|secret/i;

export function createOutbound({ allow, lookup }: Options): Outbound {
  const guard = createGuard(allow, lookup);
  const postman = createPostman(guard);
  const running = new Set<AbortController>();

  /** A call that ends when its time is up, or with the server. */
  function begin(url: URL, timeoutMs: number) {
    const call = new AbortController();
    const late = () => new OutboundError('timeout', `${url.host} took longer than ${timeoutMs} ms`);
    const timer = setTimeout(() => call.abort(late()), timeoutMs);
    running.add(call);
    const end = () => {
      clearTimeout(timer);
      running.delete(call);
    };
    return { signal: call.signal, end };
  }

  async function post(address: string, letter: Letter) {
    const url = parseUrl(address);
    const { signal, end } = begin(url, letter.timeoutMs);
    try {
      return await postman.post(url, letter, signal);
    } finally {
      end();
    }
  }

  async function fetch(address: string, options: FetchOptions) {
    const url = parseUrl(address);
    const { signal, end } = begin(url, options.timeoutMs);
    try {
      const answer = await follow(url, options, signal);
      const isHead = options.method === 'HEAD';
      const body = readBody(answer, { maxBytes: options.maxBytes, isHead, signal });
      body.once('close', end);
      return { status: answer.status, headers: answer.headers, url: answer.url.href, body };
    } catch (error) {
      end();
      throw error;
    }
  }

  async function follow(url: URL, options: FetchOptions, signal: AbortSignal) {
    const { httpsOnly = false, redirects = 0, downgrade = false } = options;
    const answer = await exchange({ guard, url, request: options, signal, httpsOnly });
    if (!redirects || !isRedirect(answer)) return answer;
    answer.drop();
    try {
      const next = parseUrl(String(answer.headers.location), url);
      const request = next.origin === url.origin ? options : withoutCredentials(options);
      const staysSecure = !downgrade && (httpsOnly || url.protocol === 'https:');
      const second = await exchange({ guard, url: next, request, signal, httpsOnly: staysSecure });
      if (!isRedirect(second)) return second;
      second.drop();
    } catch (error) {
      // The address that was given is a fine one; it is the one behind it that can't be called.
      const isWrong = error instanceof OutboundError && error.reason === 'invalid_url';
      throw isWrong ? new OutboundError('redirects', `${url.host} redirects, but the target ${error.message}`) : error;
    }
    throw new OutboundError('redirects', `${url.host} redirects more than once`);
  }

  async function check(address: string, options: UrlOptions = {}) {
    try {
      await within(guard.resolve(parseUrl(address), options), CHECK_MS);
    } catch (error) {
      if (!(error instanceof OutboundError && error.reason === 'unreachable')) throw error;
    }
  }

  return {
    fetch,
    post,
    check,
    close() {
      void postman.close();
      for (const call of running) call.abort(new OutboundError('unreachable', 'The server is stopping'));
    },
  };
}

function isRedirect({ status, headers }: Exchange) {
  return [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
}

function withoutCredentials(request: OutboundRequest): OutboundRequest {
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => !CREDENTIALS.test(name));
  return { ...request, headers: Object.fromEntries(headers) };
}
