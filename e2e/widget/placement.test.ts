import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { startWidget, updateSettings, visit } from '../../apps/server/test/widget.ts';

const WIDTH = 1_280;
const HEIGHT = 720;

const enter = sharePage();
/** For tests that change the placement. */
const enterMoved = sharePage();

/** A visitor with another window size. */
async function enterWindow(width: number, height: number) {
  const visitor = await enter();
  await visitor.page.setViewportSize({ width, height });
  onTestFinished(() => visitor.page.setViewportSize({ width: WIDTH, height: HEIGHT }));
  return visitor;
}

/** Distances of an element from the window's sides, and its size. */
async function placeOf(place: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
  return { left: x, right: WIDTH - x - width, top: y, bottom: HEIGHT - y - height, width, height };
}

test.each(['bottom-left', 'bottom-right', 'top-left', 'top-right'])(
  "in the %s corner the launcher keeps the owner's distances, with the chat beside it",
  async (corner) => {
    const [vertical = '', horizontal = ''] = corner.split('-') as ['top' | 'bottom', 'left' | 'right'];
    const { owner, page, widget } = await enterMoved();
    await updateSettings(owner, {
      widget_position: `service-position-widget-in-page-${corner}`,
      widget_offset_x: 40,
      widget_offset_y: 60,
      widget_chat_offset_x: 5,
      widget_chat_offset_y: 7,
    });
    await widget.launcher.click();
    await widget.panel.waitFor({ state: 'detached' });
    await page.reload();
    const launcher = await placeOf(widget.launcher);
    expect(launcher).toMatchObject({ [horizontal]: 40, [vertical]: 60, width: 60, height: 60 });
    await widget.launcher.click();
    await widget.panel.waitFor();
    const panel = await placeOf(widget.panel);
    expect(panel).toMatchObject({ [horizontal]: 45, [vertical]: 60 + 60 + 12 + 7, width: 380 });
    for (const side of ['left', 'right', 'top', 'bottom'] as const) expect(panel[side]).toBeGreaterThanOrEqual(0);
  },
);

test("the launcher has the owner's size, and never less than a touch target", async () => {
  const { owner, page, widget } = await enterMoved();
  onTestFinished(() => updateSettings(owner, { widget_button_size: 100 }));
  const sizes: number[] = [];
  for (const widget_button_size of [100, 75, 50]) {
    await updateSettings(owner, { widget_button_size });
    await page.reload();
    await widget.launcher.waitFor();
    sizes.push((await placeOf(widget.launcher)).width);
  }
  expect(sizes).toEqual([60, 45, 44]);
});

test('in a low window the chat is as tall as fits', async () => {
  const { page, widget } = await enterWindow(900, 360);
  const { y = 0, height = 0 } = (await widget.panel.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(360);
  expect(await widget.input.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Stickers' }).click();
  await page.getByRole('button', { name: 'Hooray' }).scrollIntoViewIfNeeded();
  expect(await widget.input.isVisible()).toBe(true);
});

test('a window up to 480 pixels wide gets the phone layout, also after a resize', async () => {
  const device_profiles = {
    enabled: true,
    desktop: { launcher_size_px: 90, show_signature: false },
    mobile: { launcher_size_px: 50, position: 'service-position-widget-in-page-top-left', launcher_offset_x_px: 9 },
  };
  const { tag } = await startWidget({ settings: { device_profiles } });
  const { page, widget } = await visit(tag, { browser: { viewport: { width: 481, height: 700 } } });
  await widget.launcher.waitFor();
  expect(await widget.launcher.boundingBox()).toEqual({ x: 481 - 20 - 90, y: 700 - 20 - 90, width: 90, height: 90 });
  await page.setViewportSize({ width: 480, height: 700 });
  const onPhone = { x: 9, y: 20, width: 50, height: 50 };
  await until(
    async () => expect(await widget.launcher.boundingBox()).toEqual(onPhone),
    'the launcher has the phone layout',
  );
  await widget.launcher.click();
  await widget.panel.waitFor();
  expect(await widget.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 480, height: 700 });
  expect(await page.getByText('Powered by Parley').count()).toBe(1);
  await page.setViewportSize({ width: 481, height: 700 });
  await until(async () => ((await widget.panel.boundingBox())?.width ?? 0) < 400, 'it is a panel');
  expect(await page.getByText('Powered by Parley').count()).toBe(0);
  await widget.launcher.waitFor();
});

/** A visitor on a page whose clock the test moves. */
async function enterWithClock(settings: Record<string, unknown>, prepare: (page: Page) => void = () => {}) {
  const started = await startWidget({ settings });
  const visitor = await visit(started.tag, {
    async prepare(page) {
      prepare(page);
      await page.clock.install();
    },
  });
  await visitor.page.waitForFunction('"service_widget_api" in window');
  return { ...started, ...visitor };
}

test('a delayed launcher appears later', async () => {
  const { page, complaints, widget } = await enterWithClock({ widget_button_freeze: 30 });
  await page.clock.fastForward(25_000);
  expect(await widget.launcher.count()).toBe(0);
  await page.clock.fastForward(6_000);
  await widget.launcher.waitFor();
  expect(complaints).toEqual([]);
});

test('a chat that opens by itself takes no focus, creates no visitor, and stays closed once closed', async () => {
  const sessions: string[] = [];
  const { app, owner, page, complaints, site, widget } = await enterWithClock({ widget_button_open: 15 }, (opened) =>
    opened.on('request', (request) => {
      if (/\/session$|socket\.io/.test(request.url())) sessions.push(request.url());
    }),
  );
  await page.clock.fastForward(10_000);
  expect(await widget.panel.count()).toBe(0);
  await page.clock.fastForward(6_000);
  await widget.panel.waitFor();
  await page.getByText('Hello! How can we help?').waitFor();
  expect(await page.evaluate('document.activeElement.localName')).toBe('body');
  await page.waitForLoadState('networkidle');
  expect([sessions, await app.sql(`SELECT FROM visitors WHERE widget_id = ${owner.widgetId}`)]).toEqual([[], []]);
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'detached' });
  await page.goto(`${site}/next`);
  await widget.launcher.waitFor();
  await page.clock.fastForward(60_000);
  expect([await widget.panel.count(), sessions]).toEqual([0, []]);
  await widget.launcher.click();
  await widget.panel.waitFor();
  await until(() => sessions.length > 0, 'opening creates a visitor');
  expect(complaints).toEqual([]);
});

test('a chat opened and closed before its delay does not open by itself', async () => {
  const { page, widget } = await enterWithClock({ widget_button_open: 15 });
  await widget.launcher.click();
  await widget.panel.waitFor();
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'detached' });
  await page.clock.runFor(16_000);
  expect(await widget.launcher.getAttribute('aria-expanded')).toBe('false');
});

test('an open chat is open on the next page, and a closed one is not', async () => {
  const { page, complaints, site, widget } = await enter();
  await page.goto(`${site}/next`);
  await widget.panel.waitFor();
  expect(await page.evaluate('document.activeElement.localName')).toBe('body');
  await widget.launcher.click();
  await page.goto(site);
  await widget.launcher.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await widget.panel.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the link in a mail opens the chat', async () => {
  const { page, site, widget } = await enter();
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'detached' });
  await page.goto('about:blank');
  await page.goto(`${site}/next#service-chat`);
  await widget.panel.waitFor();
});

test('on a phone the launcher gets the focus back when the chat closes', async () => {
  const { page, widget } = await enterWindow(400, 700);
  await widget.panel.getByRole('button', { name: 'Close chat' }).click();
  await widget.panel.waitFor({ state: 'detached' });
  const focused = page.evaluate(`document.querySelector('service-widget').shadowRoot.activeElement?.className`);
  expect(await focused).toBe('launcher');
});
