import type { TestApp } from './harness.ts';

// Just enough reading of our own pages to hold them to their word.

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a reader sees of a piece of HTML. */
export function textOf(html: string) {
  return html.replace(/<[^>]*>/g, '').replace(/&([a-z]+|#39);/g, (_, name) => ENTITIES[name] ?? '');
}

export const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? '');

const linksOf = (html: string) => [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '');

/** Commands that the page offers to copy. */
export const commandsOf = (html: string) =>
  [...html.matchAll(/<pre class="command"><code>(.*?)<\/code>/gs)].map(([, code]) => textOf(code ?? ''));

/** Links that lead nowhere: to a place that the page has not, to an address that does not answer, or to elsewhere. */
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
