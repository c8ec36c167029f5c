import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CHAPTERS, sourceOf } from './catalogue.ts';
import { readGuides } from './guide.ts';
import { renderMarkdown } from './markdown.ts';
import { renderGuides } from './render-guides.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const { dead, ...rendered } = renderGuides();

test('every guide has a title, a first paragraph and headings with anchors of their own', () => {
  for (const { name, title, lead, sections } of rendered.guides) {
    expect([name, title, lead]).toEqual([name, expect.stringMatching(/\S/), expect.stringMatching(/[.:]$/)]);
    const ids = sections.map(({ id }) => id);
    expect([name, ids]).toEqual([name, [...new Set(ids)]]);
  }
});

test('a guide links only to what the server serves', () => {
  expect(dead).toEqual([]);
});

test('every file in docs/guides is in the catalogue, once', () => {
  const sources = CHAPTERS.flatMap(({ guides }) => guides.map(sourceOf));
  expect(sources).toEqual([...new Set(sources)]);
  expect(globSync('docs/guides/**/*.md', { cwd: ROOT }).filter((file) => !sources.includes(file))).toEqual([]);
});

test('guides explain tags of the API', () => {
  const { tags } = JSON.parse(readFileSync(`${ROOT}docs/openapi.json`, 'utf8')) as { tags: { name: string }[] };
  const names = tags.map(({ name }) => name);
  expect(rendered.guides.flatMap(({ explains }) => explains.filter((tag) => !names.includes(tag)))).toEqual([]);
});

test('the build has the guides as they are: else run "npm run build -w packages/reference"', () => {
  expect(readGuides()).toEqual(rendered);
});

const render = (text: string) =>
  renderMarkdown({
    text,
    resolve: (target) => (target.startsWith('known') ? '/there' : undefined),
    findCall: (call) => (call === 'GET /v1/parcels' ? '/docs#parcels-list' : undefined),
    findPicture: () => undefined,
  });

test('HTML in a guide is shown as text, and a comment is left out', () => {
  const { html } = render('# A\n\n<script>alert(1)</script>\n\nx <b onclick="y()">z</b>\n\n<!-- Generated. -->\n');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('&lt;b onclick=&quot;y()&quot;&gt;');
  expect(html).not.toContain('Generated');
});

test('headings get the anchors that they have on code hosts', () => {
  const { sections } = render("# A\n\n## One person's `data`: a, b\n\n## E-mail & more\n\n## E-mail & more\n");
  expect(sections.map(({ id }) => id)).toEqual(['', 'one-persons-data-a-b', 'e-mail--more', 'e-mail--more-1']);
});

test('a link to what is not published becomes its words', () => {
  const { html, dead } = render('# A\n\n[one](known.md) and [two](unknown.md)\n');
  expect(html).toContain('<a href="/there">one</a> and two');
  expect(dead).toEqual(['unknown.md']);
});

test('a call is linked to the reference, but not within a link', () => {
  const { html } = render('# A\n\n`GET /v1/parcels`, `GET /v1/others` and [`GET /v1/parcels`](known.md)\n');
  expect(html).toContain('<a href="/docs#parcels-list"><code>GET /v1/parcels</code></a>, <code>GET /v1/others</code>');
  expect(html).toContain('<a href="/there"><code>GET /v1/parcels</code></a>');
});

test('every call of the API that a guide names is in the reference', () => {
  const named = rendered.guides.flatMap(({ name, html }) =>
    [...html.matchAll(/(<a [^>]*>)?<code>((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^<]*)<\/code>/g)].map(
      ([, link, call]) => ({
        name,
        call,
        isLinked: link !== undefined,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ isLinked }) => !isLinked)).toEqual([]);
});

test('the text of a part has its words without marks, for the search', () => {
  const { sections } = render(
    '# A\n\nSee **this** `code`.\n\n| a | b |\n|---|---|\n| c | [d](known.md) |\n\n- e\n- f\n',
  );
  expect(sections).toEqual([{ id: '', title: 'A', depth: 1, text: 'See this code. a b c d e f' }]);
});

test('code is highlighted and escaped', () => {
  const { html } = render('# A\n\n```sh\ncurl "http://x" # <why>\n```\n\n```js On the page\nf(\'<\'); // c\n```\n');
  expect(html).toContain(
    'curl <span class="text">&quot;http://x&quot;</span> <span class="comment"># &lt;why&gt;</span>',
  );
  expect(html).toContain('<figcaption>On the page</figcaption>');
  expect(html).toContain('f(<span class="text">&#39;&lt;&#39;</span>); <span class="comment">// c</span>');
});
