import robotsParser from 'robots-parser';

// Its types describe an ES module, but it is CommonJS: the default import is the function itself.
const parse = robotsParser as unknown as typeof robotsParser.default;

const AGENT = 'Parley';
/** A longer wait would make a crawl of some pages take days. */
const MAX_CRAWL_DELAY_SECONDS = 10;

/** What a site's robots.txt asks of us. */
export interface Robots {
  isAllowed: (url: string) => boolean;
  delayMs: number;
  sitemaps: string[];
}

export function parseRobots(site: string, text: string): Robots {
  const robots = parse(new URL('/robots.txt', site).href, text);
  const seconds = robots.getCrawlDelay(AGENT);
  return {
    isAllowed: (url) => robots.isAllowed(url, AGENT) !== false,
    delayMs: Number.isFinite(seconds) ? Math.min(Math.max(seconds ?? 0, 0), MAX_CRAWL_DELAY_SECONDS) * 1_000 : 0,
    sitemaps: robots.getSitemaps(),
  };
}

/** Members of `X-Robots-Tag` headers that are for us: those without a name, and those that name us. */
export function readRobotsTag(header: string | string[] | undefined) {
  const tags = new Set<string>();
  for (const value of [header ?? []].flat()) {
    let isForUs = true;
    for (const part of value.toLowerCase().split(',')) {
      const [, agent, tag = ''] = /^\s*(?:([\w.-]+)\s*:)?\s*(.*?)\s*$/.exec(part) ?? [];
      const isName = agent !== undefined && !/^(?:unavailable_after|max-\w+(?:-\w+)*)$/.test(agent);
      if (isName) isForUs = agent === AGENT.toLowerCase();
      if (isForUs) tags.add(isName ? tag : part.trim());
    }
  }
  const has = (tag: string) => tags.has(tag) || tags.has('none');
  return { isNoindex: has('noindex'), isNofollow: has('nofollow') };
}
