import { createHash } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';
import { addWidget } from '../../test/people.ts';

const open = ({ http }: TestApp, search = '', language = 'en') =>
  http.inject({ url: `/demo${search}`, headers: { 'accept-language': language } });

async function startShop() {
  const app = await startApp();
  const ann = await app.owner();
  return { app, ann };
}

test('the page includes the widget by the tag that customers paste', async () => {
  const { app, ann } = await startShop();
  const answer = await open(app, `?widget=${ann.buttonGuid}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(answer.body).toContain((await ann.call(api.widget.readEmbed)).data.html);
});

test('the page shows the first widget of the installation, or the requested one', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const second = await addWidget(app, ann);
  expect((await open(app)).body).toContain(`/w/${ann.buttonGuid}.js`);
  expect((await open(app, `?widget=${second.buttonGuid}`)).body).toContain(`/w/${second.buttonGuid}.js`);
});

test('without a widget the page says how to create one, and an unknown widget is 404', async () => {
  const app = await startApp({}, { isolated: true });
  const empty = await open(app);
  expect([empty.statusCode, empty.body]).toEqual([404, expect.stringContaining('cli -- account create')]);
  await app.owner();
  const unknown = await open(app, `?widget=${'f'.repeat(32)}`);
  expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('Widget not found')]);
});

test('with DEMO off the page does not exist', async () => {
  const app = await startApp({ DEMO: '0' });
  await app.owner();
  expect((await open(app)).json()).toMatchObject({ status: 404, reason: 'route_not_found' });
});

test('the page is in Russian for Russian readers, and declares the requested language', async () => {
  const { app } = await startShop();
  const languages = async (search: string, accepted: string) => {
    const { body } = await open(app, search, accepted);
    return [/<html lang="(\w+)"/, /dir="(\w+)"/, /<body lang="(\w+)"/].map((part) => part.exec(body)?.[1]);
  };
  expect(await languages('', 'ru-RU,ru;q=0.9,en;q=0.8')).toEqual(['ru', 'ltr', 'ru']);
  expect(await languages('', 'fr-FR')).toEqual(['en', 'ltr', 'en']);
  expect(await languages('?lang=ru', 'en')).toEqual(['ru', 'ltr', 'ru']);
  expect(await languages('?lang=ar', 'ru')).toEqual(['ar', 'rtl', 'ru']);
  expect(await languages('?lang=%22%3E%3Cscript%3E', 'en')).toEqual(['en', 'ltr', 'en']);
});

test('values from the URL are escaped', async () => {
  const { app } = await startShop();
  const { body } = await open(app, '?theme=%22%3E%3Cb%3E&csp=%3Cb%3E&lang=%3Cb%3E');
  expect(body).not.toContain('"><b>');
  expect((await open(app, '?widget=%22%3E%3Cb%3E')).body).not.toContain('<b>');
  expect((await open(app, '?lang=ru&lang=en&theme[]=dark')).statusCode).toBe(200);
});

test('the content security policy allows its own style and script by hash, and what the widget needs', async () => {
  const { app } = await startShop();
  const policyAt = async (search: string) => String((await open(app, search)).headers['content-security-policy']);
  const { body } = await open(app);
  const hashes = [/<style>([\s\S]*?)<\/style>/, /<script>([\s\S]*?)<\/script>/].map((part) =>
    createHash('sha256')
      .update(part.exec(body)?.[1] ?? '')
      .digest('base64'),
  );
  const usual = await policyAt('');
  expect(usual.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${app.publicUrl} 'sha256-${hashes[1]}'`,
    `style-src 'sha256-${hashes[0]}'`,
    `connect-src ${app.publicUrl} ws://localhost:3000`,
    `img-src ${app.publicUrl} blob: data:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  const strict = await policyAt('?csp=1');
  expect(strict).toContain("require-trusted-types-for 'script'; trusted-types parley");
  expect(strict).not.toMatch(/unsafe|data:|\*/);
});

test('the page says when the API is off, and works whatever the allowed domains', async () => {
  const app = await startApp();
  const ann = await app.owner({ apiEnabled: false });
  const search = `?widget=${ann.buttonGuid}`;
  expect((await open(app, search)).body).toContain('This widget’s API is off');
  await app.sql(`UPDATE widgets SET api_enabled = true, domains = '{shop.example}' WHERE id = ${ann.widgetId}`);
  expect((await open(app, search)).body).not.toContain('class="note"');
});
