import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { openSite } from '../../apps/server/test/site.ts';
import { contactThat, eventsOf, startSite } from '../../apps/server/test/site-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, partsOf, reply, shopPage, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

/** Sends a message and gets a reply. */
async function converse({ app, owner }: { app: TestApp; owner: Owner }, page: Page, words = 'good morning') {
  await writeAndStore(page, words);
  await reply(owner, await chatOf(app, owner), `${words} to you`);
  await partsOf(page).said(`${words} to you`).waitFor();
}

test('a script in the head of a page without a body yet works', async () => {
  const started = await startWidget();
  const { page, complaints } = await visit(started.tag, { page: shopPage(started.tag.replace(' async', '')) });
  await converse(started, page);
  expect(await page.evaluate('[...document.documentElement.children].map(({ localName }) => localName)')).toEqual([
    'head',
    'service-widget',
    'body',
    'iframe',
  ]);
  expect(complaints).toEqual([]);
});

test('a script inserted by another script works like a tag, and so does a module', async () => {
  const started = await startWidget();
  const src = /src="(.*)"/.exec(started.tag)?.[1];
  const made = `<script>const made = document.createElement('script'); made.src = '${src}'; document.head.append(made);</script>`;
  const bundled = `<script type="module">import '${src}';</script>`;
  for (const tag of [made, bundled, `<script type="module" src="${src}"></script>`]) {
    const { page, complaints } = await visit(tag);
    await writeAndStore(page, 'good morning');
    expect([tag, complaints]).toEqual([tag, []]);
  }
});

test("a page's base URL does not affect the widget", async () => {
  const started = await startWidget();
  const hosts = new Set<string>();
  const { page, complaints } = await visit(started.tag, {
    page: shopPage(started.tag, { head: '<base href="https://elsewhere.example/deep/" target="_top">' }),
    prepare: (opened) => opened.on('request', (request) => hosts.add(new URL(request.url()).hostname)),
  });
  await converse(started, page);
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('group', { name: 'Emoji' }).waitFor();
  expect([...hosts]).toEqual(['127.0.0.1']);
  expect(complaints).toEqual([]);
});

test('in a framed page the chat works within the frame', async () => {
  const started = await startWidget();
  const site = await openSite({ '/shop': shopPage(started.tag) });
  const { page, complaints } = await visit('', {
    page: `<!doctype html><iframe src="${site}/shop" width="700" height="700"></iframe>`,
  });
  const inner = await until(
    () => page.frames().find((frame) => frame.url() === `${site}/shop`) ?? false,
    'it is there',
  );
  // Locators of a frame are those of a page.
  await converse(started, inner as unknown as Page);
  expect(await page.locator('service-widget').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a page that replaces its body keeps the widget with its content', async () => {
  const started = await startWidget();
  const { page, complaints, widget } = await visit(started.tag);
  await converse(started, page, 'good morning');
  await widget.input.fill('not yet sent');
  await page.evaluate(`
    const body = document.createElement('body');
    body.innerHTML = '<h1>Another page of the shop</h1>';
    document.body.replaceWith(body);
    history.pushState(null, '', '/another');
  `);
  expect(await widget.input.inputValue()).toBe('not yet sent');
  await converse(started, page, 'good evening');
  expect(complaints).toEqual([]);
});

test('a page that removes all its elements keeps the widget and the chat', async () => {
  const started = await startWidget();
  const { page, complaints, widget } = await visit(started.tag);
  await widget.launcher.waitFor();
  await page.evaluate('document.documentElement.replaceChildren()');
  await widget.launcher.waitFor();
  await converse(started, page, 'good morning');
  await page.evaluate(`document.documentElement.innerHTML = '<head><title>Shop</title></head><body>All new</body>'`);
  // It was open, and reopens by itself.
  await widget.input.waitFor();
  await converse(started, page, 'good evening');
  expect(await widget.said('good morning to you').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('the count in the title and a page that changes its title do not interfere', async () => {
  const started = await startWidget();
  const { page, complaints, widget } = await visit(started.tag);
  await converse(started, page);
  const chat = await chatOf(started.app, started.owner);
  const titled = (title: string) => until(async () => (await page.title()) === title, `the title is ${title}`);
  await page.keyboard.press('Escape');
  await reply(started.owner, chat, 'are you there?');
  await titled('(1) Shop');
  await page.evaluate(`document.title = 'Cart'`);
  expect(await page.title()).toBe('Cart');
  await reply(started.owner, chat, 'hello?');
  await titled('(2) Cart');
  // A page that appends to its current title.
  await page.evaluate(`document.title += ' (3 things)'`);
  await reply(started.owner, chat, 'hello!');
  await titled('(3) Cart (3 things)');
  await widget.launcher.click();
  await titled('Cart (3 things)');
  await page.evaluate(`document.title = '(5) Cart'`);
  await page.keyboard.press('Escape');
  await reply(started.owner, chat, 'good bye');
  await titled('(1) (5) Cart');
  await widget.launcher.click();
  await titled('(5) Cart');
  expect(complaints).toEqual([]);
});

test('calls made while the chat could not load run in order once it has', async () => {
  const { owner, enter } = await startSite();
  const { page, widget } = await enter();
  await page.route(/\/widget\/chat-/, (route) => route.abort(), { times: 1 });
  await page.evaluate(`
    service_widget_api.setContactInfo({ name: 'Ira', phone: '123 456' });
    service_widget_api.open();
    service_widget_api.setContactInfo({ name: 'Oleg' });
  `);
  await until(async () => (await eventsOf(page, 'error')).length === 1, 'the error is reported');
  await widget.launcher.hover();
  const contact = await contactThat(owner, ({ name }) => name === 'Oleg');
  expect(contact.phone).toBe('123 456');
  // Only the panel is hidden.
  expect([await widget.panel.count(), await eventsOf(page, 'close')]).toEqual([0, [null]]);
});
