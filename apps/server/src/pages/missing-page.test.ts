import { expect, test } from 'vitest';
import { startApp } from '../../test/harness.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser that opens an unknown address gets a page that leads home, in its language', async () => {
  const { http } = await startApp();
  const open = (url: string, language = 'en-US,en;q=0.9') =>
    http.inject({ url, headers: { accept: BROWSER, 'accept-language': language } });
  for (const url of ['/nowhere', '/settings/team', '/application', '/nowhere.html?secret=1']) {
    const answer = await open(url);
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    });
    expect(answer.body).toContain('<h1>Page not found</h1>');
    expect(answer.body).toContain('href="/app/"');
    expect(answer.body).not.toContain('secret');
  }
  const russian = await open('/nowhere', 'ru,en;q=0.8');
  expect(russian.body).toContain('<html lang="ru">');
  expect(russian.body).toContain('<h1>Страница не найдена</h1>');
});

test('an API client, another method and an address of the API get problem+json', async () => {
  const { http } = await startApp();
  for (const [method, url, accept] of [
    ['GET', '/nowhere', 'application/json'],
    ['GET', '/nowhere', '*/*'],
    ['GET', '/nowhere', undefined],
    ['POST', '/nowhere', BROWSER],
    ['GET', '/api', BROWSER],
    ['GET', '/api/v1/nowhere', BROWSER],
    ['GET', '/console-api/nowhere', BROWSER],
    ['GET', '/widget-api/nowhere', BROWSER],
    ['GET', '/compat/nowhere', BROWSER],
  ] as const) {
    const answer = await http.inject({ method, url, headers: accept === undefined ? {} : { accept } });
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
      url,
      404,
      'application/problem+json; charset=utf-8',
    ]);
  }
});
