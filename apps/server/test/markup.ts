import type { TestApp } from './harness.ts';

// Minimal HTML parsing for tests of our own pages.

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The visible text of HTML. */
export function textOf(html: string) {
  return html.replace(/<[^>]*>/g, '').replace(/&([a-z]+|#39);/g, (_, name) => ENTITIES[name] ?? '');
}

export const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? '');

const linksOf = (html: string) => [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '');

/** Commands that the page offers to copy. */
export const commandsOf = (html: string) =>
  [...html.matchAll(/<pre class="command"><code>(.*?)<\/code>/gs)].map(([, code]) => textOf(code ?? ''));

/** Broken links: to a missing anchor, an address that does not respond, or another site. */
export async function deadLinks({ http }: TestApp, html: string) {
  const pages = new Map([['', html]]);
  const dead: string[] = [];
  for (const link of new Set(linksOf(html))) {
    const [address = '', place] = link.split('#');
    if (address && !pages.has(address)) {
      const { statusCode, body } = await http.inject(address);
      pages.set(address, statusCode === 200 ? body : '');
    }
    const target = pages.get(address);
    if (!target || (place && !idsOf(target).includes(place))) dead.push(link);
  }
  return dead;
}
