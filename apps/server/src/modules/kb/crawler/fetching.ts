import { text } from 'node:stream/consumers';
import type { FileStore } from '../../../infra/files/file-store.ts';
import type { Staged } from '../../../infra/files/staging.ts';
import type { Outbound, OutboundResponse } from '../../../infra/outbound/outbound.ts';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import { isMoveOf, normalise, onSite } from './addresses.ts';

export interface FetchLimits {
  /** Of a page. */
  maxBytes: number;
  timeoutMs: number;
}

export const FETCH_LIMITS: FetchLimits = { maxBytes: 2 * 1024 ** 2, timeoutMs: 15_000 };
const MAX_REDIRECTS = 5;
/** More of a robots.txt is not read: every rule takes time for every page. */
const MAX_ROBOTS_BYTES = 100_000;
const MAX_SITEMAP_BYTES = 10 * 1024 ** 2;

/** Requests of a site: one at a time, with a pause between two. */
export interface SiteClient {
  outbound: Pick<Outbound, 'fetch' | 'check'>;
  storage: Pick<FileStore, 'receive'>;
  limits: FetchLimits;
  /** Scheme, host and port. */
  site: string;
  /** Waits until the next request may be sent. */
  pause: (signal: AbortSignal) => Promise<void>;
  isAllowed: (url: string) => boolean;
}

/** Why a page was not fetched, as a run names it, and in plain words. */
export interface Refusal {
  kind: 'refused';
  /** Where redirects led. */
  url: string;
  reason: string;
  detail: string;
}

export interface FetchedPage {
  kind: 'fetched';
  url: string;
  headers: OutboundResponse['headers'];
  file: Staged;
}

export type PageResponse =
  | FetchedPage
  | Refusal
  | { kind: 'not_modified'; url: string }
  /** The first page redirects to another spelling of the site. */
  | { kind: 'moved'; url: string };

interface PageRequest {
  url: string;
  headers: Record<string, string>;
  /** Its redirect may move the site. */
  isFirst: boolean;
}

const refused = (url: string, reason: string, detail: string): Refusal => ({ kind: 'refused', url, reason, detail });

/** Fetches a page; each redirect is checked like the page itself. Throws only when aborted. */
export async function fetchPage(client: SiteClient, request: PageRequest, signal: AbortSignal): Promise<PageResponse> {
  const seen = new Set<string>();
  for (let target = request.url; ; ) {
    const url = onSite(target, client.site) ?? target;
    if (!client.isAllowed(url)) return refused(url, 'robots', `robots.txt of ${hostOf(url)} does not allow ${url}`);
    if (seen.has(target) || seen.size > MAX_REDIRECTS)
      return refused(request.url, 'redirects', `${hostOf(url)} redirects too often`);
    seen.add(target);
    const response = await send(client, { url: target, headers: request.headers }, signal);
    if ('kind' in response) return { ...response, url };
    const location = redirectOf(response);
    if (location === undefined) return await receive(client, { url, response }, signal);
    response.body.destroy();
    const next = await checkRedirect(client, { from: target, location, isFirst: request.isFirst });
    if (typeof next !== 'string') return next;
    target = next;
  }
}

export const hostOf = (url: string) => new URL(url).host;

const ACCEPT = 'text/html,application/xhtml+xml,text/plain;q=0.9,text/markdown;q=0.9,*/*;q=0.1';

async function send(
  { outbound, limits, pause }: SiteClient,
  { url, headers, maxBytes = limits.maxBytes }: { url: string; headers: Record<string, string>; maxBytes?: number },
  signal: AbortSignal,
): Promise<OutboundResponse | Refusal> {
  await pause(signal);
  try {
    return await outbound.fetch(url, {
      headers: { 'user-agent': 'Parley', accept: ACCEPT, ...headers },
      maxBytes,
      timeoutMs: limits.timeoutMs,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    return refusalOf(url, error);
  }
}

const REASONS: Record<OutboundError['reason'], string> = {
  invalid_url: 'other_site',
  forbidden: 'forbidden_address',
  // A run has no name for it: nothing came in time.
  unreachable: 'timeout',
  redirects: 'redirects',
  too_large: 'too_large',
  encoding: 'not_text',
  timeout: 'timeout',
};

function refusalOf(url: string, error: unknown): Refusal {
  if (error instanceof OutboundError) return refused(url, REASONS[error.reason], error.message);
  throw error;
}

function redirectOf({ status, headers }: OutboundResponse) {
  return [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined
    ? String(headers.location)
    : undefined;
}

/** Where a redirect leads, if it may be followed. */
async function checkRedirect(
  { site, outbound }: SiteClient,
  { from, location, isFirst }: { from: string; location: string; isFirst: boolean },
): Promise<string | Exclude<PageResponse, FetchedPage>> {
  const target = normalise(location, from);
  if (target === undefined)
    return refused(from, 'other_site', `${hostOf(from)} redirects to something that is no page`);
  const isMove = isFirst && new URL(target).origin !== site && isMoveOf(site, target);
  if (!isMove && onSite(target, site) !== undefined) return target;
  const detail = `${hostOf(from)} redirects to ${hostOf(target)}`;
  try {
    await outbound.check(target);
  } catch (error) {
    if (error instanceof OutboundError && error.reason === 'forbidden')
      return refused(from, 'forbidden_address', `${detail}, which is not on the public internet`);
  }
  return isMove ? { kind: 'moved', url: target } : refused(from, 'other_site', detail);
}

const TEXT_TYPES = /^(?:text\/(?:html|plain|markdown|x-markdown|csv)|application\/xhtml\+xml)$/;

export const contentTypeOf = ({ headers }: Pick<OutboundResponse, 'headers'>) =>
  headers['content-type'] === undefined ? null : String(headers['content-type']);

async function receive(
  { storage, limits }: SiteClient,
  { url, response }: { url: string; response: OutboundResponse },
  signal: AbortSignal,
): Promise<PageResponse> {
  const { status, headers, body } = response;
  const type = contentTypeOf(response)?.split(';')[0]?.trim().toLowerCase();
  if (status === 200 && (type === undefined || TEXT_TYPES.test(type))) {
    try {
      return { kind: 'fetched', url, headers, file: await storage.receive(body, limits.maxBytes) };
    } catch (error) {
      signal.throwIfAborted();
      return refusalOf(url, error);
    }
  }
  body.destroy();
  if (status === 304) return { kind: 'not_modified', url };
  if (status === 200) return refused(url, 'not_text', `${hostOf(url)} responded with ${type}`);
  return refused(url, `http_${status}`, `${hostOf(url)} responded with ${status}`);
}

/** The site's robots.txt, or why there is none to go by: without an answer nothing may be fetched. */
export async function fetchRobots(client: SiteClient, signal: AbortSignal): Promise<{ text: string } | Refusal> {
  let target = new URL('/robots.txt', client.site).href;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await send(client, { url: target, headers: {}, maxBytes: client.limits.maxBytes }, signal);
    if ('kind' in response) return response;
    const location = redirectOf(response);
    if (location === undefined) return readRobots(target, response, signal);
    response.body.destroy();
    const next = normalise(location, target);
    // As if there were none: it is for others to say what may be fetched from there.
    if (next === undefined || !isMoveOf(client.site, next)) return { text: '' };
    target = next;
  }
  return { text: '' };
}

async function readRobots(url: string, { status, body }: OutboundResponse, signal: AbortSignal) {
  if (status < 200 || status > 299) body.destroy();
  if (status >= 500 || status < 200) return refused(url, `http_${status}`, `${hostOf(url)} responded with ${status}`);
  if (status > 299) return { text: '' };
  try {
    return { text: (await text(body)).slice(0, MAX_ROBOTS_BYTES).replaceAll('\0', '') };
  } catch (error) {
    signal.throwIfAborted();
    return refusalOf(url, error);
  }
}

/** A sitemap of the site, or undefined if there is none. */
export async function fetchSitemap(client: SiteClient, address: string, signal: AbortSignal) {
  let target = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const url = onSite(target, client.site);
    if (url === undefined) return undefined;
    const response = await send(client, { url, headers: {}, maxBytes: MAX_SITEMAP_BYTES }, signal);
    if ('kind' in response) return undefined;
    const location = redirectOf(response);
    if (location === undefined && response.status === 200) {
      return client.storage.receive(response.body, MAX_SITEMAP_BYTES).catch(() => undefined);
    }
    response.body.destroy();
    const next = location === undefined ? undefined : normalise(location, target);
    if (next === undefined) return undefined;
    target = next;
  }
  return undefined;
}
