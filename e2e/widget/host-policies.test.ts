import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareWidget } from '../../apps/server/test/shared-page.ts';
import { openTab } from '../../apps/server/test/tabs.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, openSitePage, reply, shopPage, writeAndStore } from '../../apps/server/test/widget.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGPgj4sCIgYIBQAUpgMdtvilngAAAABJRU5ErkJggg==',
  'base64',
);

/** A page that allows only what docs/guides/widget.md says the widget needs. */
function policyOf(origin: string, scripts: string, more = '') {
  const sockets = origin.replace(/^http/, 'ws');
  return [
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    `script-src ${scripts}`,
    `connect-src ${origin} ${sockets}`,
    `img-src ${origin} blob:`,
    more,
  ].join('; ');
}

const TRUSTED = "require-trusted-types-for 'script'; trusted-types parley";

const policies: [about: string, scripts: string, more?: string][] = [
  ['names the server', 'ORIGIN'],
  ['gives the script a nonce', "'nonce-r4nd0m'"],
  ['gives it a nonce with strict-dynamic', "'nonce-r4nd0m' 'strict-dynamic'"],
  ['names the server and requires trusted types', 'ORIGIN', TRUSTED],
  ['combines nonce, strict-dynamic and trusted types', "'nonce-r4nd0m' 'strict-dynamic'", TRUSTED],
];

const widgetOfAll = shareWidget({ settings: { intro_form_enabled: true } });

let tab: Awaited<ReturnType<typeof openTab>>;
beforeAll(async () => {
  tab = await openTab();
  await tab.page.addInitScript(`
    window.top.violations ??= [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.top.violations.push(violatedDirective + ' ' + blockedURI));
  `);
});
afterAll(() => tab.leave());

test.each(policies)('a whole chat does not violate a page whose policy %s', async (_, scripts, more) => {
  const { app, owner, tag } = widgetOfAll();
  const policy = policyOf(app.publicUrl, scripts.replace('ORIGIN', app.publicUrl), more);
  const nonced = scripts.includes('nonce') ? tag.replace('<script', '<script nonce="r4nd0m"') : tag;
  const { page, complaints, widget } = await openSitePage(tag, tab, {
    page: shopPage(nonced),
    headers: { 'content-security-policy': policy },
  });
  await widget.launcher.click();
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByRole('button', { name: 'Start chat' }).click();
  await writeAndStore(page, 'good morning');
  await page.locator('input[type=file]').setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: PICTURE });
  await reply(owner, await chatOf(app, owner), { type: 'text', body: 'and to you', markdown: 'and **to you**' });
  await widget.said('to you').waitFor();
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('group', { name: 'Emoji' }).waitFor();
  const picture = page.getByRole('log').getByRole('img', { name: 'cup.png' });
  const isSeen = (element: Element) => {
    const { src, naturalWidth } = element as HTMLImageElement;
    return src.startsWith('http') && naturalWidth === 2;
  };
  await until(() => picture.evaluate(isSeen), 'the picture is seen as the server has it');
  expect(await page.evaluate('violations')).toEqual([]);
  expect(complaints).toEqual([]);
});
