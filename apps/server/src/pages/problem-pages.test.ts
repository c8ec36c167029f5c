import { problemCodes, problems, slugOf } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { type OpenApp, openApp } from '../../test/harness.ts';
import { deadLinks, textOf } from '../../test/markup.ts';

let app: OpenApp;
beforeAll(async () => {
  app = await openApp();
  return () => app.end();
});

const read = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

test.each(problemCodes)('%s has a page that says what to do', async (code) => {
  const { status, title, help } = problems[code];
  const { statusCode, headers, body } = await read(`/api/problems/${slugOf(code)}`, { accept: 'text/html' });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, no-cache',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none';.*style-src 'sha256-[^']+';.*frame-ancestors 'none'$/,
  );
  const text = textOf(body);
  for (const said of [String(status), code, title, help, `"reason": "${code}"`]) expect(text).toContain(said);
  expect(await deadLinks(app, body)).toEqual([]);
});

test('the type URL of a problem leads to its page', async () => {
  const { type } = (await read('/api/v1/contacts')).json();
  const { statusCode, body } = await read(new URL(type).pathname);
  expect(statusCode).toBe(200);
  expect(body).toContain('<h1>Token required</h1>');
});

test('all problems are listed', async () => {
  const { body } = await read('/api/problems');
  for (const code of problemCodes) expect(body).toContain(`href="/api/problems/${slugOf(code)}"`);
  expect(await deadLinks(app, body)).toEqual([]);
});

test.each([
  ['application/json', true],
  ['text/html;q=0.5, application/json', true],
  ['application/json;q=0.2, text/html', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['*/*', false],
])('with "Accept: %s" the response is JSON: %s', async (accept, isJson) => {
  const type = isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
  for (const url of ['/api/problems', '/api/problems/missing-scope']) {
    const { headers } = await read(url, { accept });
    expect(headers).toMatchObject({ 'content-type': type, vary: 'accept, accept-encoding' });
  }
});

test('the JSON form has the same content', async () => {
  const accept = 'application/json';
  const { data } = (await read('/api/problems/missing-scope', { accept })).json();
  const { status, title, help } = problems.missing_scope;
  expect(data).toMatchObject({
    reason: 'missing_scope',
    status,
    title,
    help,
    example: { required_scopes: ['contacts:write'] },
  });
  const list = (await read('/api/problems', { accept })).json();
  expect(list.data.map(({ reason }: { reason: string }) => reason)).toEqual(problemCodes);
});

test.each(['nothing', 'missing_scope', 'MISSING-SCOPE', '%3Cscript%3E', '__proto__'])(
  'the unknown problem %s is 404',
  async (slug) => {
    for (const url of [`/api/problems/${slug}`, `/problems/${slug}`]) {
      const { statusCode, headers, body } = await read(url);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(JSON.parse(body).reason).toBe('not_found');
    }
  },
);

test('the path without /api redirects to the page', async () => {
  expect((await read('/problems/missing-scope')).headers).toMatchObject({ location: '/api/problems/missing-scope' });
  const { statusCode, headers } = await read('/problems');
  expect([statusCode, headers.location]).toEqual([308, '/api/problems']);
});

test('a cached page is 304, and HTML and JSON have different ETags', async () => {
  const [page, json] = await Promise.all(
    ['text/html', 'application/json'].map((accept) => read('/api/problems/not-found', { accept })),
  );
  expect(page?.headers.etag).not.toBe(json?.headers.etag);
  const again = await read('/api/problems/not-found', {
    accept: 'text/html',
    'if-none-match': String(page?.headers.etag),
  });
  expect(again.statusCode).toBe(304);
  const head = await app.http.inject({ method: 'HEAD', url: '/api/problems/not-found' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});
