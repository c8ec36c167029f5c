import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  countsOf,
  enter,
  invitationOn,
  load,
  pass,
  startInviting,
  untilCounts,
} from '../../apps/server/test/inviting-pages.ts';
import { storedBy } from '../../apps/server/test/site-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { partsOf, shopPage, visit, writeAndStore } from '../../apps/server/test/widget.ts';

/** The pointer moves out of the window, at its top. */
const LEAVING = "document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, bubbles: true }))";

test('an invitation shows when its trigger says so, takes no focus and is counted', async () => {
  const { owner, tag } = await startInviting({ trigger: { type: 'time', seconds: 20 } });
  const { page, card, complaints } = await enter(tag);
  await pass(page, 15);
  expect(await card.count()).toBe(0);
  await pass(page, 6);
  await card.getByText('Hello! May I help?').waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await untilCounts(owner, { shown: 1 });
  expect(complaints).toEqual([]);
});

test.each([
  ['the visitor has scrolled half of the page', { type: 'scroll', percent: 50 }, 'window.scrollTo(0, 3000)'],
  ['the visitor does nothing', { type: 'idle', seconds: 30 }, ''],
  ['the pointer leaves the page', { type: 'exit' }, LEAVING],
  ['a script of the site fires the event', { type: 'event', name: 'cart' }, "service_widget_api.trigger('cart')"],
])('an invitation shows when %s', async (_, trigger, action) => {
  const { tag } = await startInviting({ trigger });
  const long = shopPage(`<style>body { height: 5000px }</style>${tag}`);
  const { page, card, complaints } = await enter(tag, { page: long });
  await pass(page, 20);
  expect(await card.count()).toBe(0);
  await page.evaluate(action);
  await pass(page, action ? 2 : 20);
  await card.waitFor();
  expect(complaints).toEqual([]);
});

test('an event that no rule waits for shows nothing, and needs a name', async () => {
  const { tag } = await startInviting({ trigger: { type: 'event', name: 'cart' } });
  const { page, card } = await enter(tag);
  const call = (argument: string) => page.evaluate(`service_widget_api.trigger(${argument})`);
  expect(await call("'basket'")).toEqual({ result: 'ok' });
  expect([await call("' '"), await call('')]).toEqual(Array(2).fill({ result: 'fail', reason: 'invalid' }));
  await pass(page, 5);
  expect(await card.count()).toBe(0);
});

test('an event fired before the invitations are loaded counts', async () => {
  const { tag } = await startInviting({ trigger: { type: 'event', name: 'cart' } });
  const early = tag.replace('<script', '<script onload="service_widget_api.trigger(\'cart\')"');
  const { page, card } = await visit(tag, { page: shopPage(early) }).then(({ page }) => ({
    page,
    ...invitationOn(page),
  }));
  await page.getByRole('button', { name: 'Open chat' }).waitFor();
  await card.waitFor();
});

test('a page opened by pushState is a page of its own', async () => {
  const conditions = { items: [{ field: 'path', op: 'is', value: '/cart' }] };
  const { tag } = await startInviting({ trigger: { type: 'time', seconds: 10 }, conditions });
  const { page, card } = await enter(tag);
  await pass(page, 30);
  expect(await card.count()).toBe(0);
  await page.evaluate("history.pushState(null, '', '/cart#items')");
  await pass(page, 8);
  expect(await card.count()).toBe(0);
  await pass(page, 4);
  await card.waitFor();
});

test('what was dismissed stays away, also after a reload, and only the dismissal is kept for good', async () => {
  const { owner, tag } = await startInviting({ frequency: { per: 'page', max: 100 } });
  const { page, card, dismiss, site, complaints } = await enter(tag);
  await pass(page, 2);
  await dismiss.click();
  expect(await card.count()).toBe(0);
  await untilCounts(owner, { shown: 1, dismissed: 1 });
  const stored = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)].flat());
  expect(stored).toEqual([`parley.${owner.buttonGuid}.dismissed`, `parley.${owner.buttonGuid}.shown`]);
  expect(await storedBy(page)).not.toContain('draw');
  for (const path of ['', '/next']) {
    await page.goto(site + path);
    await load(page);
    await pass(page, 90);
    expect(await card.count()).toBe(0);
  }
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  await load(page);
  await pass(page, 90);
  expect(await card.count()).toBe(0);
  expect(await countsOf(owner)).toEqual({ shown: 1, dismissed: 1 });
  expect(complaints).toEqual([]);
});

test.each([true, false])('an invitation shows once a visit, with tracking %j', async (visitor_tracking) => {
  const { owner, tag } = await startInviting({}, { settings: { visitor_tracking } });
  const { page, card, site } = await enter(tag);
  await pass(page, 2);
  await card.waitFor();
  await untilCounts(owner, { shown: 1 });
  await page.goto(`${site}/next`);
  await load(page);
  await pass(page, 90);
  expect(await card.count()).toBe(0);
  expect(await countsOf(owner)).toEqual({ shown: 1 });
  const kept = await page.evaluate(() =>
    [Object.keys(localStorage), Object.keys(sessionStorage)].map((keys) => keys.map((key) => key.split('.')[2]).sort()),
  );
  expect(kept).toEqual(visitor_tracking ? [['history', 'impression'], ['visit']] : [[], ['shown']]);
});

test('a second invitation comes 30 seconds after the first, and a visit has three', async () => {
  const { owner, tag } = await startInviting({ frequency: { per: 'visit', max: 100 }, action: 'badge', priority: 1 });
  const { page } = await enter(tag);
  const { launcher } = partsOf(page);
  for (const shown of [1, 2, 3]) {
    await pass(page, 28);
    await untilCounts(owner, shown === 1 ? { shown } : { shown, opened: shown - 1 });
    await page.getByRole('button', { name: 'Open chat (1)', exact: true }).click();
    await untilCounts(owner, { shown, opened: shown });
    await launcher.click();
    await pass(page, 1);
    expect(await countsOf(owner)).toEqual({ shown, opened: shown });
  }
  await pass(page, 120);
  expect(await countsOf(owner)).toEqual({ shown: 3, opened: 3 });
});

test('a visitor who is held out sees nothing, once and for all, and is counted', async () => {
  const { owner, tag, rule } = await startInviting(
    { holdout_percent: 50, frequency: { per: 'page', max: 1 } },
    { settings: { visitor_tracking: true } },
  );
  const draw = (held: number) => (10 + held - ((rule.id * 0.618) % 1)) % 1;
  const remember = (value: number) => (page: Page) =>
    page.addInitScript(
      ([key, text]) => localStorage.getItem(key as string) ?? localStorage.setItem(key as string, text as string),
      [`parley.${owner.buttonGuid}.history`, JSON.stringify({ draw: value })],
    );
  const held = await enter(tag, { prepare: remember(draw(0.4)), isFirst: true });
  await pass(held.page, 5);
  await untilCounts(owner, { held_out: 1 });
  await held.page.goto(`${held.site}/next`);
  await load(held.page);
  await pass(held.page, 60);
  expect(await held.card.count()).toBe(0);
  await untilCounts(owner, { held_out: 2 });

  const other = await enter(tag, { prepare: remember(draw(0.6)), isFirst: true });
  await pass(other.page, 5);
  await other.card.waitFor();
  await untilCounts(owner, { held_out: 2, shown: 1 });
});

const AUTO_OPEN = { enabled: true, desktop: { auto_open_delay_sec: 30 } };

test('the chat that opens by itself comes before invitations', async () => {
  const { owner, tag } = await startInviting({}, { settings: { device_profiles: AUTO_OPEN } });
  const { page, card, widget } = await enter(tag);
  await pass(page, 20);
  expect(await card.count()).toBe(0);
  await pass(page, 15);
  await widget.panel.waitFor();
  await pass(page, 40);
  expect(await countsOf(owner)).toEqual({});
  await widget.launcher.click();
  await pass(page, 2);
  await card.waitFor();
});

test('an invitation gives way to an agent who writes first', async () => {
  const { owner, tag } = await startInviting();
  const { page, card } = await enter(tag);
  await pass(page, 2);
  await card.waitFor();
  const [visitor] = await until(async () => {
    const { data } = (await owner.call(api.visitors.list)).data;
    return data.length > 0 && data;
  }, 'somebody is on the site');
  const given = { params: { id: visitor?.id }, body: { body: 'May I help?', agent_id: owner.agentId } };
  await owner.call(api.visitors.startChat, given);
  await pass(page, 31);
  await page.getByRole('button', { name: 'Open chat (1)' }).waitFor();
  await pass(page, 2);
  expect(await card.count()).toBe(0);
  expect(await countsOf(owner)).toEqual({ shown: 1 });
});

test('nobody is invited while chatting', async () => {
  const { owner, tag } = await startInviting();
  const { page, site, card, widget } = await visit(tag).then((entered) => ({
    ...entered,
    ...invitationOn(entered.page),
  }));
  await widget.launcher.click();
  await writeAndStore(page, 'good morning');
  await widget.launcher.click();
  await page.clock.install();
  await page.goto(`${site}/next`);
  await load(page);
  await pass(page, 90);
  expect([await card.count(), await countsOf(owner)]).toEqual([0, {}]);
});

const POLICY = (origin: string) =>
  `default-src 'none'; script-src 'nonce-r4nd0m' 'strict-dynamic'; connect-src ${origin} ${origin.replace(/^http/, 'ws')};
  img-src ${origin} blob:; require-trusted-types-for 'script'; trusted-types parley`.replace(/\s+/g, ' ');

test('a strict page shows invitations, and so does one that has changed what its scripts share', async () => {
  const { app, owner, tag } = await startInviting({ quick_replies: ['Yes'], from: { type: 'ai' } });
  const breaking = `<script nonce="r4nd0m">
    Array.prototype.toJSON = function () { return 'broken'; };
    Array.prototype.map = Array.prototype.filter = Array.prototype.find = function () { return []; };
    Object.prototype.extend = function () { return this; };
    JSON.parse = Date.now = Math.random = function () { throw new Error('no'); };
    history.pushState = function () {};
  </script>`;
  const nonced = tag.replace('<script', '<script nonce="r4nd0m"');
  const { page, widget, complaints } = await visit(tag, {
    page: shopPage(nonced, { head: breaking }),
    headers: { 'content-security-policy': POLICY(app.publicUrl) },
    isFirst: true,
  });
  const { card } = invitationOn(page);
  await card.getByRole('button', { name: 'Yes' }).click();
  await widget.mark('Yes', 'Sent').waitFor();
  await untilCounts(owner, { shown: 1, opened: 1, clicked: 1, wrote: 1 });
  expect(complaints).toEqual([]);
});
