import { readGuides } from '@parley/reference';
import { expect, test } from 'vitest';
import { openPage } from '../../test/browser.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { idsOf, textOf } from '../../test/markup.ts';

const { guides, images } = readGuides();
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const read = async ({ http }: TestApp, url: string) => (await http.inject(url)).body;

/** Ids on each page of the server that a guide links to; undefined where there is no page. */
const known = new Map<string, string[] | undefined>();

async function idsAt({ http }: TestApp, url: string) {
  if (!known.has(url)) {
    const { statusCode, body } = await http.inject(url);
    known.set(url, statusCode === 200 ? idsOf(body) : undefined);
  }
  return known.get(url);
}

test('every guide is served with its title, and no link of it is dead', async () => {
  const app = await startApp();
  expect(guides.length).toBeGreaterThan(30);
  for (const { name, title } of guides) {
    const url = `/docs/guides/${name}`;
    const body = await read(app, url);
    expect(textOf(/<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? '')).toBe(title);
    expect([url, idsOf(body).filter((id, index, all) => all.indexOf(id) !== index)]).toEqual([url, []]);
    const links = [...body.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    for (const link of new Set(links.filter((each) => !/^(?:https?|mailto):/.test(each)))) {
      const [address, anchor] = link.split('#');
      const ids = await idsAt(app, address || url);
      expect({ url, link, isThere: ids && (!anchor || ids.includes(anchor)) }).toEqual({ url, link, isThere: true });
    }
  }
});

test('the index lists every guide', async () => {
  const app = await startApp();
  const body = await read(app, '/docs/guides');
  for (const { name } of guides) expect(body).toContain(`<dt><a href="/docs/guides/${name}">`);
});

test('a guide is public, loads nothing from elsewhere, and is 304 when cached', async () => {
  const app = await startApp();
  const url = '/docs/guides/webhooks';
  const { statusCode, headers, body } = await app.http.inject(url);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers).toMatchObject({ 'cache-control': 'public, no-cache', 'x-content-type-options': 'nosniff' });
  expect(String(headers['content-security-policy'])).toMatch(
    /^default-src 'none'; img-src 'self'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; connect-src 'self'; base-uri 'none'/,
  );
  expect(body).not.toMatch(/\ssrc="(?:https?:)?\/\/|url\(|@import/);
  const again = await app.http.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await app.http.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, headers.etag, '']);
});

test('an unknown guide is the page of unknown addresses in a browser, and a problem elsewhere', async () => {
  const app = await startApp();
  for (const url of ['/docs/guides/nowhere', '/docs/guides/..%2Fopenapi.json', '/docs/images/nowhere.png']) {
    const page = await app.http.inject({ url, headers: { accept: BROWSER } });
    expect([page.statusCode, page.body.includes('<h1>Page not found</h1>')]).toEqual([404, true]);
    const { statusCode, body } = await app.http.inject(url);
    expect([statusCode, JSON.parse(body).reason]).toEqual([404, 'route_not_found']);
  }
});

test('pictures that guides show are served, and no others', async () => {
  const app = await startApp();
  expect(images).toContain('widget-conversation.png');
  for (const name of images) {
    const { statusCode, headers, rawPayload } = await app.http.inject(`/docs/images/${name}`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
  }
  expect((await app.http.inject('/docs/images/console-inbox-dark.png')).statusCode).toBe(404);
});

test('the reference links to the guides of each group, and a problem to those of its calls', async () => {
  const app = await startApp();
  const reference = await read(app, '/docs');
  const group = /<section id="webhooks".*?<article/s.exec(reference)?.[0] ?? '';
  expect(textOf(group)).toContain('Guides: Webhooks, Verify signatures');
  expect(group).toContain('href="/docs/guides/webhooks"');
  expect(await read(app, '/api/problems/suppressed-by-recipient')).toContain('href="/docs/guides/contacts"');
});

test('everything that the search finds is there', async () => {
  const app = await startApp();
  const entries: [string, string, string, string][] = JSON.parse(await read(app, '/docs/search.json'));
  for (const [url, , title] of entries) {
    const [address = '', anchor] = url.split('#');
    const ids = await idsAt(app, address);
    expect({ url, title, isThere: ids && (!anchor || ids.includes(anchor)) }).toEqual({ url, title, isThere: true });
  }
  const kinds = Map.groupBy(entries, ([, kind]) => kind.split(' ')[0]);
  for (const kind of ['GET', 'POST', 'Guide', 'Event', 'Problem', 'Object']) expect([...kinds.keys()]).toContain(kind);
});

test('the calls of the first guide work', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const guide = guides.find(({ name }) => name === 'start')?.html ?? '';
  const commands = [...guide.matchAll(/<pre class="command"><code>(.*?)<\/code>/gs)].map(([, code]) =>
    textOf(code ?? ''),
  );
  const calls = commands
    .join('\n')
    .split(/\n(?=curl)/)
    .filter((command) => command.startsWith('curl'));
  expect(calls).toHaveLength(2);
  for (const call of calls) {
    const [, path = ''] = /"\$PARLEY(\/\S+)"/.exec(call) ?? [];
    const [, payload] = /-d '(.*)'/.exec(call) ?? [];
    const { statusCode } = await app.http.inject({
      method: payload ? 'POST' : 'GET',
      url: path,
      headers: {
        authorization: `Bearer ${ann.token}`,
        ...(payload && { 'content-type': 'application/json', 'x-service-idempotency-key': crypto.randomUUID() }),
      },
      ...(payload && { payload }),
    });
    expect([path, statusCode]).toEqual([path, payload ? 201 : 200]);
  }
});

test('the search finds an operation and a phrase of a guide by keyboard alone, and asks nobody else', async () => {
  const { address } = await startApp({}, { live: true });
  const { page, complaints } = await openPage({ viewport: { width: 1440, height: 900 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${address}/docs/guides`);
  await page.keyboard.press('/');
  await page.keyboard.type('close a chat');
  const first = page.getByRole('option').first();
  await first.getByText('POST /v1/chats/{id}/close').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs#chats-close');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('anybody can sign with an empty');
  await page.getByRole('option').getByText('Verify signatures').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/guides/signatures');

  await page.keyboard.press('/');
  await page.keyboard.type('xyzzy');
  await page.getByText('Nothing found.').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('listbox').isVisible()).toBe(false);
  expect(asked.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a guide fits a phone, where the contents lead to its parts', async () => {
  const { address } = await startApp({}, { live: true });
  const { page, complaints } = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  for (const name of ['webhooks', 'ai', 'widget', 'realtime', 'configuration']) {
    await page.goto(`${address}/docs/guides/${name}`);
    expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 390]);
  }
  await page.goto(`${address}/docs/guides/chats`);
  await page.getByText('Contents', { exact: true }).click();
  await page.locator('nav a', { hasText: 'The life of a chat' }).click();
  await page.waitForURL('**#the-life-of-a-chat');
  expect(await page.locator('nav').isVisible()).toBe(false);
  await page.locator('a[rel="next"]').click();
  await page.waitForURL('**/docs/guides/when-is-a-chat-finished');
  expect(complaints).toEqual([]);
});
