// The knowledge base of the shop: a site that was read, documents and rules, for pictures of its pages.

import { openSite } from '../apps/server/test/site.ts';
import { until } from '../apps/server/test/until.ts';
import { connect } from '../bench/databases.ts';
import type { Shop } from './widget-shop.ts';

const RULES = [
  'Do you wrap gifts?\n\nYes, for free: in brown paper with a ribbon. Write what the card should say into the note of your order.',
  'Can I have a cup with a name on it?\n\nWe stamp up to twelve letters into the clay. It takes two more weeks, and such cups can’t be returned.',
];

const TERMS = `# Returns

Send back what you don’t like within 30 days, unused and in its box. We refund the price, not the delivery.

# Broken on arrival

Send us a photo within three days. We send a new piece at once, and you keep the broken one.
`;

const page = (title: string, text: string, links = '') =>
  `<!doctype html><html lang="en"><title>${title} · Olive &amp; Clay</title><main><h1>${title}</h1><p>${text}</p>${links}</main></html>`;

const LINKS = ['delivery', 'abroad', 'care', 'mugs', 'plates', 'sold-out'].map(
  (path) => `<a href="/${path}">${path}</a>`,
);

const PAGES = {
  '/': page('Olive & Clay', 'Handmade tableware from a small workshop by the sea.', LINKS.join(' ')),
  '/delivery': page('Delivery', 'Parcels arrive within three days. On Saturdays the courier comes until noon.'),
  '/abroad': page(
    'Delivery abroad',
    'Delivery to other countries of the EU takes five to seven days and costs 12 euros.',
  ),
  '/care': page('Care', 'Wash walnut bowls by hand and oil them twice a year. Stoneware is safe in the dishwasher.'),
  '/mugs': page('Mugs', 'All our mugs hold 350 ml and keep tea warm for half an hour.'),
  '/plates': page('Plates', 'Dinner plates are 27 cm wide, and each of them differs a little in its glaze.'),
  '/robots.txt': 'User-agent: *\nDisallow: /sold-out',
};

/** Returns the id of a rule that the site wrote. */
export async function addKnowledge({ api, dataDir, widgetId }: Shop) {
  for (const content of RULES) await api.kb.createRule({ body: { content } });
  await api.kb.createUpload({ file: new Blob([TERMS]), name: 'Terms of sale.md' });
  await api.kb.createUpload({ file: new Blob(['%PDF-1.4 cut']), name: 'Price list.pdf' });
  const site = await openSite(PAGES);
  await api.kb.replaceCrawler({ body: { url: site, delay_ms: 0, schedule: 'weekly' } });
  await until(async () => (await api.kb.readCrawler()).run?.status === 'done', 'the site is read', 60_000);
  await until(
    async () => {
      const { uploads, pending } = await api.kb.readStatus();
      return uploads.queued + uploads.processing + pending === 0;
    },
    'all documents are read',
    60_000,
  );
  const client = await connect(dataDir);
  const rename = (column: string) => `${column} = replace(${column}, '${site}', 'https://olive-clay.example')`;
  await client.query(`UPDATE kb_rules SET ${rename('source_ref')}, source_label = 'olive-clay.example', used_30d = id % 5 * 7,
    last_used_at = CASE WHEN id % 5 > 0 THEN now() - interval '3 hours' END WHERE source = 'crawler'`);
  await client.query(`UPDATE kb_crawlers SET ${rename('url')}`);
  await client.query(`UPDATE kb_pages SET ${rename('url')}`);
  const { rows } = await client.query(
    `SELECT id FROM kb_rules WHERE widget_id = $1 AND source = 'crawler' AND content LIKE '%seven days%'`,
    [widgetId],
  );
  await client.end();
  return { ruleId: Number(rows[0]?.id) };
}
