import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../../apps/server/test/browser.ts';
import { goTo, openScreen } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';

const OUTSIDE = [
  ['/app/sign-in', 'Sign in to Parley'],
  ['/app/forgot-password', 'Reset your password'],
  ['/app/reset-password', 'This link doesn’t work'],
] as const;
const INSIDE = [
  ['/app/visitors', 'Visitors'],
  ['/app/contacts', 'Contacts'],
  ['/app/reports', 'Overview'],
  ['/app/reports/hours', 'Busiest hours'],
  ['/app/settings/profile', 'Profile and security'],
  ['/app/no/such/page', 'Page not found'],
  ['/app/inbox', 'All open'],
  ['/app/', 'All open'],
] as const;

/** Policy violations reported on every page. */
async function watchPolicy(page: Page) {
  const refused: string[] = [];
  await page.exposeFunction('reportRefused', (text: string) => refused.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      Object(globalThis).reportRefused([location.pathname, effectiveDirective, blockedURI, sourceFile].join(' '));
    });
  });
  return refused;
}

async function openConsole() {
  const app = await startApp({}, { live: true, isPublic: true });
  const owner = await app.owner();
  const url = app.address;
  const { page, complaints } = await openPage({ reducedMotion: 'reduce' });
  const refused = await watchPolicy(page);
  const signIn = () => openScreen(app, page, owner, '/app/');
  return { app, url, page, complaints, refused, signIn };
}

test('no screen of the console violates its policy', async () => {
  const { url, page, complaints, refused, signIn } = await openConsole();
  const show = async (screens: typeof OUTSIDE | typeof INSIDE) => {
    for (const [path, name] of screens) {
      await goTo(page, url + path);
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  };
  await show(OUTSIDE);
  await signIn();
  await show(INSIDE);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe('rgb(18, 23, 23)');
  expect(refused).toEqual([]);
  expect(complaints.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
});

test('same-origin sockets are allowed, and injected script does not run', async () => {
  const { url, page, refused, signIn } = await openConsole();
  await signIn();
  const answer = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address);
        socket.onmessage = ({ data }) => resolve(String(data));
        socket.onerror = () => resolve('refused');
      }),
    `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  );
  expect(answer).toMatch(/^0\{"sid"/);
  expect(refused).toEqual([]);

  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="document.title = 1"><style>p {}</style>');
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 2' }));
    document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>0</script>' }));
  });
  await expect
    .poll(() => refused.map((each) => each.split(' ')[1]).sort())
    .toEqual(expect.arrayContaining(['img-src', 'script-src-attr', 'script-src-elem', 'style-src-elem']));
});

test('the page has a fresh nonce each time, is not cached, and cannot be framed', async () => {
  const { http } = await startApp();
  const pages = await Promise.all(['/app', '/app/', '/app/inbox/7'].map((url) => http.inject(url)));
  const nonces = pages.map(({ headers, body }) => {
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'content-type': 'text/html; charset=utf-8' });
    expect(headers).not.toHaveProperty('etag');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
    expect(body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(body).not.toMatch(/__nonce__|__build__/);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(3);
});
