import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMail } from '../../apps/server/src/infra/mail/read-mail.ts';
import { openPage } from '../../apps/server/test/browser.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';
import { dataDirectory } from '../../apps/server/test/server-process.ts';
import { until } from '../../apps/server/test/until.ts';

test('a user signs in, returns to the page they wanted, and signs out', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page, complaints } = await openPage();
  await page.goto(`${app.address}/`);
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  await page.goto(`${app.address}/app/settings/profile`);
  await page.getByLabel('E-mail').fill(ann.email);
  await page.getByLabel('Password').fill('wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Change password' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/settings/profile');

  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  // The browser logs every refused request itself; nothing else is expected.
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('a forgotten password is reset with a mailed link', async () => {
  const DATA_DIR = dataDirectory();
  const app = await startApp({ DATA_DIR }, { background: true, live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openPage();
  await page.goto(`${app.address}/app/forgot-password`);
  await page.getByLabel('E-mail').fill(ann.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const outbox = path.join(DATA_DIR, 'outbox');
  const mail = await until(() => {
    const [file] = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
    return file ? readMail(readFileSync(path.join(outbox, file), 'utf8')) : false;
  }, 'the mail is there');
  await page.goto(/http\S+#token=\S+/.exec(mail.text)?.[0] ?? '');
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByLabel('E-mail').fill(ann.email);
  await page.getByLabel('Password').fill('another long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'All open' }).waitFor();
});

test('signing in never redirects to another site', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openPage();
  for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await page.context().clearCookies();
    await page.goto(`${app.address}/app/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel('E-mail').fill(ann.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'All open' }).waitFor();
    expect(new URL(page.url()).origin).toBe(app.address);
  }
});

test('console files are compressed, cached as immutable, and never fall back to the page', async () => {
  const { http } = await startApp();
  const page = await http.inject('/app/some/deep/link');
  expect(page.statusCode).toBe(200);
  const [script = ''] = /\/app\/assets\/[\w.-]+\.js/.exec(page.body) ?? [];
  const gzip = { 'accept-encoding': 'gzip' };
  const asset = await http.inject({ url: script, headers: gzip });
  expect(asset.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': expect.stringContaining('immutable'),
    'x-content-type-options': 'nosniff',
  });
  const known = await http.inject({ url: script, headers: { ...gzip, 'if-none-match': String(asset.headers.etag) } });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  for (const url of ['/app/assets/nothing.js', '/app/..%2fpackage.json', '/app/%2e%2e/package.json']) {
    expect((await http.inject(url)).json()).toMatchObject({ status: 404, reason: 'route_not_found' });
  }
});
