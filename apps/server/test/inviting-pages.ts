import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Owner } from './owners.ts';
import { addRule } from './smart-invitations.ts';
import { until } from './until.ts';
import { startWidget, type VisitOptions, visit, type WidgetOptions } from './widget.ts';

// Pages whose visitors are invited by rules.

const EVER = { from: '2020-01-01', to: '2099-01-01' };
export const AT_ONCE = { type: 'time', seconds: 0 };

export async function startInviting(rule: object = {}, options: WidgetOptions = {}) {
  const started = await startWidget(options);
  return { ...started, rule: await addRule(started.owner, { trigger: AT_ONCE, ...rule }) };
}

/** A visitor on a page with a controlled clock, which has the invitations. */
export async function enter(tag: string, options: VisitOptions = {}) {
  const entered = await visit(tag, {
    ...options,
    prepare: async (page) => {
      await page.clock.install();
      await options.prepare?.(page);
    },
  });
  await load(entered.page);
  return { ...entered, ...invitationOn(entered.page) };
}

/** The browser is idle, so that the page loads the invitations. */
export async function load(page: Page) {
  let isListed = false;
  const onResponse = (response: { url(): string }) => {
    isListed ||= response.url().endsWith('/invitations');
  };
  page.on('response', onResponse);
  await until(async () => {
    await page.clock.runFor(60);
    return isListed;
  }, 'the page has the invitations');
  page.off('response', onResponse);
  await page.waitForLoadState('networkidle');
}

export function invitationOn(page: Page) {
  const card = page.getByRole('group', { name: /^Message/ });
  return { card, open: card.locator('.open'), dismiss: card.getByRole('button', { name: 'Dismiss' }) };
}

export async function pass(page: Page, seconds: number) {
  await page.clock.runFor(seconds * 1_000);
}

export async function countsOf(owner: Owner) {
  const { totals } = (await owner.call(api.smartInvitations.funnel, { query: EVER })).data;
  return Object.fromEntries(Object.entries(totals).filter(([, count]) => count));
}

export const untilCounts = (owner: Owner, expected: object) =>
  expect.poll(() => countsOf(owner), { timeout: 10_000 }).toEqual(expected);
