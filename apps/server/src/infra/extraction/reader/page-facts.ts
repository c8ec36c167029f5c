import type { WebPage } from '../content.ts';
import { MAX_LINKS, MAX_URL_LENGTH } from '../limits.ts';
import { cleanLine, cut } from '../plain-text.ts';
import { type DomElement, isElement, nameOf, textOf, walk } from './dom.ts';

type PageFacts = Omit<WebPage, 'blocks'> & {
  depth: number;
};

/** What a page says about itself, and where it links to. */
export function readPageFacts(root: DomElement, url: string): PageFacts {
  const found = new FactCollector();
  const depth = walk(root, {
    enter(node) {
      if (isElement(node)) found.add(node);
      return true;
    },
  });
  return { ...found.facts(url), depth };
}

class FactCollector {
  #base: string | null = null;
  #canonical: string | null = null;
  #title: string | null = null;
  #otherTitle: string | null = null;
  #languages: (string | null)[] = [];
  #robots: string[] = [];
  readonly #targets = new Set<string>();

  add(element: DomElement) {
    const read = READERS[nameOf(element)];
    read?.(this, element);
  }

  html(element: DomElement) {
    this.#languages.unshift(element.getAttribute('lang') ?? element.getAttribute('xml:lang'));
  }

  base(element: DomElement) {
    this.#base ??= element.getAttribute('href');
  }

  title(element: DomElement) {
    // An `svg` has titles too, and stands behind the page's.
    this.#title ??= element.parentNode && nameOf(element.parentNode) === 'svg' ? null : textOf(element);
  }

  link(element: DomElement) {
    if (hasToken(element.getAttribute('rel'), 'canonical')) this.#canonical ??= element.getAttribute('href');
  }

  meta(element: DomElement) {
    const content = cut(element.getAttribute('content') ?? '', MAX_URL_LENGTH);
    const name = (element.getAttribute('name') ?? element.getAttribute('http-equiv') ?? '').trim().toLowerCase();
    if (name === 'robots' || name === 'parley') this.#robots.push(...content.toLowerCase().split(/[\s,]+/));
    if (name === 'content-language') this.#languages.push(content);
    if (name === 'refresh') this.#addTarget(/^\s*[\d.]*\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content)?.[1]);
    if (element.getAttribute('property')?.toLowerCase() === 'og:title') this.#otherTitle ??= content;
  }

  anchor(element: DomElement) {
    if (!hasToken(element.getAttribute('rel'), 'nofollow')) this.#addTarget(element.getAttribute('href'));
  }

  frame(element: DomElement) {
    this.#addTarget(element.getAttribute('src'));
  }

  facts(url: string): Omit<PageFacts, 'depth'> {
    const base = (this.#base !== null && resolve(this.#base, url)) || url;
    const links = [...this.#targets].flatMap((target) => resolve(target, base) ?? []);
    const hasRobots = (...tokens: string[]) => this.#robots.some((token) => tokens.includes(token));
    return {
      title: cleanLine(this.#title || this.#otherTitle || '') || null,
      canonical: (this.#canonical !== null && resolve(this.#canonical, base)) || null,
      language: this.#languages.map(languageOf).find((language) => language !== null) ?? null,
      links: [...new Set(links)],
      isNoindex: hasRobots('noindex', 'none'),
      isNofollow: hasRobots('nofollow', 'none'),
    };
  }

  #addTarget(target: string | null | undefined) {
    if (target && target.length <= MAX_URL_LENGTH && this.#targets.size < MAX_LINKS) this.#targets.add(target.trim());
  }
}

const READERS: Record<string, (facts: FactCollector, element: DomElement) => void> = {
  html: (facts, element) => facts.html(element),
  base: (facts, element) => facts.base(element),
  title: (facts, element) => facts.title(element),
  link: (facts, element) => facts.link(element),
  meta: (facts, element) => facts.meta(element),
  a: (facts, element) => facts.anchor(element),
  area: (facts, element) => facts.anchor(element),
  frame: (facts, element) => facts.frame(element),
};

const hasToken = (list: string | null, token: string) => (list ?? '').toLowerCase().split(/\s+/).includes(token);

function resolve(target: string, base: string) {
  const url = URL.parse(target, base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
}

function languageOf(tag: string | null) {
  const first = tag?.split(',')[0]?.trim().replaceAll('_', '-');
  if (!first || first.length > 35) return null;
  try {
    return Intl.getCanonicalLocales(first)[0] ?? null;
  } catch {
    return null;
  }
}
