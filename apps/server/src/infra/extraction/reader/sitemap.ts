import { gunzipSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { ExtractionError, type Sitemap } from '../content.ts';
import { MAX_SITEMAP_URLS, MAX_UNPACKED_BYTES, MAX_URL_LENGTH } from '../limits.ts';
import { decode } from './charset.ts';

/** Characters of all addresses together. */
const MAX_CHARACTERS = 4_000_000;
const MAX_SITEMAPS = 1_000;

/** A sitemap, an index of sitemaps, or a list of addresses; compressed or not. */
export function readSitemap(bytes: Buffer): Sitemap {
  const text = decode(bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes) : bytes, { isMarkup: true });
  if (!/^\s*</.test(text)) return { urls: urlsOf(text.split(/\s+/)), sitemaps: [] };
  const { sitemapindex, urlset } = parse(text);
  if (sitemapindex === undefined && urlset === undefined) throw new ExtractionError('broken');
  return {
    urls: urlsOf(locationsOf(urlset, 'url')),
    sitemaps: urlsOf(locationsOf(sitemapindex, 'sitemap')).slice(0, MAX_SITEMAPS),
  };
}

function unpack(bytes: Buffer) {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ExtractionError(code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'broken', { cause: error });
  }
}

/** Entities of a document type are not expanded. */
function parse(text: string): Record<string, unknown> {
  const parser = new XMLParser({
    processEntities: false,
    removeNSPrefix: true,
    parseTagValue: false,
    isArray: (name) => name === 'url' || name === 'sitemap',
  });
  return parser.parse(text);
}

function locationsOf(list: unknown, name: string): string[] {
  const entries = isRecord(list) ? list[name] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => (isRecord(entry) && typeof entry.loc === 'string' ? [entry.loc] : []));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function urlsOf(locations: string[]) {
  const urls = new Set<string>();
  let characters = 0;
  for (const location of locations) {
    if (location.length > MAX_URL_LENGTH) continue;
    const url = URL.parse(decodeEntities(location.trim()));
    if (!url || !/^https?:$/.test(url.protocol)) continue;
    characters += url.href.length;
    if (urls.size >= MAX_SITEMAP_URLS || characters > MAX_CHARACTERS) break;
    urls.add(url.href);
  }
  return [...urls];
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The entities of XML itself. */
const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (entity, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    if (name) return NAMED[name] ?? entity;
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
