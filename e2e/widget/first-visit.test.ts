import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { TestApp } from '../../apps/server/test/harness.ts';
import { until } from '../../apps/server/test/until.ts';
import { partsOf, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

/** Requests the server gets from now on. */
function watch({ http }: TestApp) {
  const asked: string[] = [];
  const note = ({ method, url }: { method?: string; url?: string }) => void asked.push(`${method} ${url}`);
  http.server.on('request', note);
  onTestFinished(() => void http.server.off('request', note));
  return { asked, count: (line: string) => asked.filter((each) => each.startsWith(line)).length };
}

/** The launcher has loaded, the server has responded, and nothing is pending. */
async function untilQuiet(page: Page) {
  await partsOf(page).launcher.waitFor();
  await page.waitForLoadState('networkidle');
}

/** Everything stored for the site, in any kind of storage. */
async function kept(page: Page) {
  const inPage = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookie: document.cookie,
  }));
  return { ...inPage, cookies: await page.context().cookies() };
}

const NOTHING = { local: [], session: [], databases: [], caches: [], cookie: '', cookies: [] };

/** The page's globals, and whether each built-in is still native. */
function describeWorld() {
  const isNative = (value: unknown) =>
    typeof value !== 'function' || /\[native code\]\s*\}$/.test(Function.prototype.toString.call(value));

  function partsOf(owner: object, path: string) {
    return Reflect.ownKeys(owner).map((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      return `${path}.${String(key)} ${[value, get, set].map(isNative)}`;
    });
  }

  const names = Object.getOwnPropertyNames(window);
  const parts = names.flatMap((name) => {
    const { value } = Object.getOwnPropertyDescriptor(window, name) ?? {};
    if (typeof value !== 'function' && Object.prototype.toString.call(value) !== `[object ${name}]`) return [];
    const { prototype } = value;
    return [...partsOf(value, name), ...(prototype ? partsOf(prototype, `${name}.prototype`) : [])];
  });
  const handlers = names.filter((name) => name.startsWith('on') && (window as never)[name] !== null);
  const things = [document, history, navigator].flatMap((thing) => partsOf(thing, String(thing)));
  return { names: names.sort(), parts: [...parts, ...things], handlers };
}

test('before any interaction a page loads the script and reports the visit, and stores nothing', async () => {
  const { app, owner, tag } = await startWidget();
  const { asked } = watch(app);
  const { page, complaints } = await visit(tag);
  await untilQuiet(page);
  const { buttonGuid } = owner;
  expect(asked).toEqual([
    `GET /w/${buttonGuid}.js`,
    `OPTIONS /widget-api/${buttonGuid}/visit`,
    `POST /widget-api/${buttonGuid}/visit`,
  ]);
  expect(await kept(page)).toEqual(NOTHING);
  expect(page.frames()).toHaveLength(1);
  expect(await app.sql(`SELECT FROM visitors WHERE widget_id = ${owner.widgetId}`)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the widget adds one global to the page and changes nothing else', async () => {
  const { tag } = await startWidget();
  const { page: bare } = await visit('');
  const { page, widget } = await visit(tag);
  await untilQuiet(page);
  const before = await bare.evaluate(describeWorld);
  const expected = { ...before, names: [...before.names, 'service_widget_api'].sort() };
  expect(await page.evaluate(describeWorld)).toEqual(expected);
  expect(await page.evaluate(() => Object.keys(window).includes('service_widget_api'))).toBe(false);

  await widget.launcher.click();
  await widget.input.waitFor();
  // The chat's frame has no name, only an index.
  const opened = await page.evaluate(describeWorld);
  expect({ ...opened, names: opened.names.filter((name) => name !== '0') }).toEqual(expected);
});

test('the widget causes no layout shift', async () => {
  const { tag } = await startWidget();
  const { page } = await visit(tag);
  await untilQuiet(page);
  // Shifts so far are reported after the next frame.
  await page.evaluate(async () => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  const shifts = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(await shifts()).toEqual([]);
  // The browser does detect layout shifts.
  await page.evaluate(() => {
    document.querySelector('h1')?.before(Object.assign(document.createElement('div'), { style: 'height: 200px' }));
  });
  await until(async () => (await shifts()).length > 0, 'the browser reports a layout shift');
});

test.each([
  { visitor_tracking: true, rule: 'two pages are one visit if visitor tracking is on' },
  { visitor_tracking: false, rule: 'two pages are two visits if visitor tracking is off' },
])('$rule', async ({ visitor_tracking }) => {
  const { app, owner, tag } = await startWidget({ settings: { visitor_tracking } });
  const { count } = watch(app);
  const { page, site, complaints } = await visit(tag);
  const here = async () => (await owner.call(api.visitors.list)).data.data;
  const address = `POST /widget-api/${owner.buttonGuid}/visit`;
  await untilQuiet(page);
  await until(async () => (await here()).length === 1, 'the first page is known');
  expect(await kept(page)).toEqual({
    ...NOTHING,
    session: visitor_tracking ? [`parley.${owner.buttonGuid}.visit`] : [],
  });

  await page.goto(`${site}/next`);
  await untilQuiet(page);
  await until(() => count(address) === 2, 'the second page has reported the visit');
  const visits = await until(async () => {
    const found = await here();
    return found.some((each) => each.page === `${site}/next`) && found;
  }, 'the second page is known');
  expect(visits.map(({ pages }) => pages)).toEqual(visitor_tracking ? [2] : [1, 1]);
  expect(complaints).toEqual([]);
});

test('a visible page sends a heartbeat every 30 seconds, and a hidden one does not', async () => {
  const { app, owner, tag } = await startWidget();
  const { count } = watch(app);
  const visits = () => count(`POST /widget-api/${owner.buttonGuid}/visit`);
  const { page } = await visit(tag, { prepare: (opened) => opened.clock.install() });
  const heard = () => page.waitForResponse((response) => response.url().endsWith('/visit'));
  const show = (visibilityState: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibilityState);
  await until(() => visits() === 1, 'the page was opened');
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(29_000);
  expect(visits()).toBe(1);
  await Promise.all([heard(), page.clock.runFor(1_500)]);
  expect(visits()).toBe(2);

  await show('hidden');
  await page.clock.runFor(120_000);
  expect(visits()).toBe(2);
  await Promise.all([heard(), show('visible')]);
  expect(visits()).toBe(3);

  // Looking away and back within the half minute sends nothing.
  await show('hidden');
  await show('visible');
  await Promise.all([heard(), page.clock.runFor(30_500)]);
  expect(visits()).toBe(4);
});

test('hovering the launcher loads the chat and creates no visitor; opening it does', async () => {
  const { app, owner, tag } = await startWidget();
  const { asked, count } = watch(app);
  const { page, widget, complaints } = await visit(tag, { isFirst: true });
  await untilQuiet(page);
  const session = `POST /widget-api/${owner.buttonGuid}/session`;
  await widget.launcher.hover();
  await page.locator('.place-of-chat').waitFor({ state: 'attached' });
  expect([count('GET /widget/chat-'), count('GET /widget/en-')]).toEqual([1, 1]);
  expect(asked.filter((line) => /session|socket/.test(line))).toEqual([]);
  expect(await kept(page)).toEqual(NOTHING);

  await widget.launcher.click();
  await widget.input.waitFor();
  await until(
    async () => (await kept(page)).local.includes(`parley.${owner.buttonGuid}.token`),
    'the browser keeps the token',
  );
  expect(count(session)).toBe(1);
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'hidden' });
  await widget.launcher.click();
  await widget.input.waitFor();
  expect(count(session)).toBe(1);
  await page.reload();
  await widget.input.waitFor();
  await until(() => count(session) === 2, 'the visitor is known again');
  expect(await app.sql(`SELECT FROM visitors WHERE widget_id = ${owner.widgetId}`)).toHaveLength(1);
  expect((await kept(page)).cookies).toEqual([]);
  expect(complaints).toEqual([]);
});

test('after a reset no tab is recognised as the previous visitor', async () => {
  const { app, owner, tag } = await startWidget();
  const { page, site, widget } = await visit(tag, { prepare: (opened) => opened.clock.install() });
  await writeAndStore(page, 'my secret');
  const other = await page.context().newPage();
  await other.goto(site);
  await untilQuiet(other);
  /** Both tabs send a heartbeat; returns the visits. */
  const beat = async () => {
    const heard = [page, other].map((tab) => tab.waitForResponse((response) => response.url().endsWith('/visit')));
    await Promise.all([...heard, page.clock.runFor(30_500)]);
    return (await owner.call(api.visitors.list)).data.data;
  };
  const before = (await beat()).filter(({ chat_id }) => chat_id);
  expect(before).toHaveLength(2);
  await widget.launcher.click();
  await page.evaluate('service_widget_api.reset()');
  await until(async () => (await kept(page)).local.length === 0, 'the visitor is no longer stored');
  app.clock.now = app.clock.now.add({ seconds: 1 });
  const after = await beat();
  const seenSince = after.filter(({ seen_at }) => !before.some((each) => each.seen_at === seen_at));
  expect(seenSince.map(({ chat_id }) => chat_id)).toEqual([null, null]);
  const ids = before.map(({ id }) => id);
  expect(seenSince.filter(({ id }) => !ids.includes(id))).toHaveLength(1);
});
