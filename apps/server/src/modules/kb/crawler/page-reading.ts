import {
  type Block,
  ExtractionError,
  type ExtractionReason,
  type Extractor,
} from '../../../infra/extraction/extractor.ts';
import { discard } from '../../../infra/files/staging.ts';
import { normalise, onSite } from './addresses.ts';
import { contentTypeOf, type FetchedPage, fetchPage, hostOf, type PageResponse, type SiteClient } from './fetching.ts';
import { withTitle } from './repeated-blocks.ts';
import { readRobotsTag } from './robots.ts';
import type { Page } from './store/pages.ts';

/** A page with what it says. */
export interface ReadPage {
  kind: 'read';
  url: string;
  blocks: Block[];
  /** Addresses that it links to and wants us to follow; on the site and on others. */
  links: string[];
  /** The address that it names for itself, on the site. */
  canonical: string | null;
  isNoindex: boolean;
  etag: string | null;
  lastModified: string | null;
}

export type PageOutcome = ReadPage | Exclude<PageResponse, FetchedPage>;

const MAX_ATTEMPTS = 3;

/** Fetches a page, unless it is as we know it, and reads it. Throws only when aborted. */
export async function readPage(
  client: SiteClient,
  { extractor, page, isFirst }: { extractor: Extractor; page: Page; isFirst: boolean },
  signal: AbortSignal,
): Promise<PageOutcome> {
  const { url } = page;
  if (page.attempts > MAX_ATTEMPTS) {
    return { kind: 'refused', url, reason: 'timeout', detail: `${url} could not be read` };
  }
  const response = await fetchPage(client, { url, headers: conditionsOf(page), isFirst }, signal);
  if (response.kind === 'not_modified' && page.blocks === null) {
    return { kind: 'refused', url, reason: 'http_304', detail: `${hostOf(url)} responded with 304` };
  }
  return response.kind === 'fetched' ? extract(client, { extractor, response }, signal) : response;
}

/** Only what is stored can be told to be unchanged. */
function conditionsOf({ blocks, etag, last_modified: lastModified }: Page): Record<string, string> {
  if (blocks === null) return {};
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

/** Of an upload; a page can't be protected by a password, and one without text is fine. */
const REASONS: Record<ExtractionReason, string> = {
  broken: 'not_text',
  encrypted: 'not_text',
  no_text: 'not_text',
  too_many_pages: 'too_large',
  too_large: 'too_large',
  timeout: 'timeout',
  memory: 'too_large',
};

async function extract(
  { site }: SiteClient,
  { extractor, response }: { extractor: Extractor; response: FetchedPage },
  signal: AbortSignal,
): Promise<PageOutcome> {
  const { url, headers, file } = response;
  try {
    const type = await extractor.detect({ path: file.path, name: 'page.html' });
    if (file.size > 0 && (type === undefined || type === 'pdf' || type === 'docx')) throw new ExtractionError('broken');
    const read = await extractor.readPage({ path: file.path, url, contentType: contentTypeOf(response) }, signal);
    const tag = readRobotsTag(headers['x-robots-tag']);
    return {
      kind: 'read',
      url,
      blocks: withTitle(read.blocks, read.title),
      links: read.isNofollow || tag.isNofollow ? [] : addressesOf(read.links),
      canonical: canonicalOf(read.canonical, site),
      isNoindex: read.isNoindex || tag.isNoindex,
      etag: validatorOf(headers.etag),
      lastModified: validatorOf(headers['last-modified']),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ExtractionError)) throw error;
    return { kind: 'refused', url, reason: REASONS[error.reason], detail: `${url} could not be read as text` };
  } finally {
    await discard(file);
  }
}

const addressesOf = (links: string[]) => [...new Set(links.flatMap((link) => normalise(link) ?? []))];

/** What a page says of itself counts for its site alone. */
function canonicalOf(canonical: string | null, site: string) {
  const address = canonical === null ? undefined : normalise(canonical);
  return (address !== undefined && onSite(address, site)) || null;
}

const MAX_VALIDATOR = 500;

/** It is sent back as it came. */
function validatorOf(header: string | string[] | undefined) {
  return typeof header === 'string' && /^[\x20-\x7e]+$/.test(header) && header.length <= MAX_VALIDATOR ? header : null;
}
