import { type Exchange, exchange, type OutboundRequest } from './exchange.ts';
import { type Guard, parseUrl, type UrlOptions } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

export interface RedirectOptions {
  /** Followed with the same method and body; with 0, the default, a redirect is a response like any other. */
  redirects?: 0 | 1;
  /** Whether a redirect may lead from https to http. */
  downgrade?: boolean;
}

interface RedirectableCall {
  guard: Guard;
  url: URL;
  request: OutboundRequest & UrlOptions & RedirectOptions;
  signal: AbortSignal;
}

const CREDENTIALS = /auth|cookie|api-?key|token|secret/i;

/** Sends a request and follows one redirect if it may. */
export async function exchangeWithRedirect({ guard, url, request, signal }: RedirectableCall) {
  const { httpsOnly = false, redirects = 0, downgrade = false } = request;
  const response = await exchange({ guard, url, request, signal, httpsOnly });
  if (!redirects || !isRedirect(response)) return response;
  response.drop();
  try {
    const next = parseUrl(String(response.headers.location), url);
    const repeated = next.origin === url.origin ? request : withoutCredentials(request);
    const staysSecure = !downgrade && (httpsOnly || url.protocol === 'https:');
    const second = await exchange({ guard, url: next, request: repeated, signal, httpsOnly: staysSecure });
    if (!isRedirect(second)) return second;
    second.drop();
  } catch (error) {
    // The configured URL is valid; its redirect target is not.
    const isWrong = error instanceof OutboundError && error.reason === 'invalid_url';
    throw isWrong ? new OutboundError('redirects', `${url.host} redirects, but the target ${error.message}`) : error;
  }
  throw new OutboundError('redirects', `${url.host} redirects more than once`);
}

function isRedirect({ status, headers }: Exchange) {
  return [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
}

function withoutCredentials(request: OutboundRequest): OutboundRequest {
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => !CREDENTIALS.test(name));
  return { ...request, headers: Object.fromEntries(headers) };
}
