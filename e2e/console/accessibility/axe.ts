import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { site } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addAnsweredVisitor, addChat } from '../../../apps/server/test/callers.ts';
import { goTo } from '../../../apps/server/test/console.ts';
import { startApp } from '../../../apps/server/test/harness.ts';
import { addAgent } from '../../../apps/server/test/people.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const WIDE = { viewport: { width: 1_440, height: 900 } };
const OVERLAY = '[data-portal] :is([role="dialog"], [role="menu"])';
export const PHONE = { viewport: { width: 390, height: 800 } };

/**
 * Violations that axe finds, by all rules in the page or by those on colour in its main part. An open dialog or menu is
 * checked alone: the page behind it is a stop of its own. Menus and tooltips are in no landmark. The widget in a frame has
 * tests of its own.
 */
const faultsBy = (rules: 'all' | 'color') => `axe.run(
  document.querySelector('${OVERLAY}') ?? ${rules === 'color' ? "document.querySelector('main') ?? document" : 'document'}, {
  resultTypes: ['violations'],
  iframes: false,
  ${rules === 'color' ? "runOnly: ['color-contrast', 'link-in-text-block']," : ''}
}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'region' || !document.querySelector(target[0])?.closest('[data-portal]'))
      .map(({ html }) => id + ': ' + html)))`;

/** The settled page, once animations have ended. */
async function faultsOf(page: Page, rules: 'all' | 'color' = 'all') {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  return page.evaluate<string[]>(faultsBy(rules));
}

export async function expectFaultless(page: Page, where: string) {
  expect([where, ...(await faultsOf(page))]).toEqual([where]);
}

export const LOOKS = ['light', 'dark'] as const;
type Look = (typeof LOOKS)[number];
/** Marks a stop at which the page is checked. */
type Stop = (page: Page, where: string) => Promise<void>;

/** One walk checks the page in both colour schemes at every stop; each scheme has its test. */
export function walkOnce(walk: (stop: Stop) => Promise<void>) {
  let walked: Promise<Record<Look, string[]>> | undefined;
  const take = async () => {
    const found: Record<Look, string[]> = { light: [], dark: [] };
    // Switching the colour scheme redraws the page, so each stop starts in the scheme of the last one.
    const order: Look[] = [...LOOKS];
    await walk(async (page, where) => {
      for (const look of order) {
        await page.emulateMedia({ colorScheme: look });
        await page.locator(`html[data-mantine-color-scheme="${look}"]`).waitFor();
        // The schemes differ only in colours.
        const faults = await faultsOf(page, look === order[0] ? 'all' : 'color');
        found[look].push(...faults.map((fault) => `${where}: ${fault}`));
      }
      order.reverse();
    });
    return found;
  };
  return async (look: Look) => {
    walked ??= take().catch((error) => {
      walked = undefined;
      throw error;
    });
    expect((await walked)[look]).toEqual([]);
  };
}

/** A team with chats, a rated contact and a visitor on the site. */
export async function startTeam() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner({ apiEnabled: true });
  await addAgent(app, ann, 'operator');
  const rated = await addAnsweredVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  await rated.call(site.visitor.rate, { params, body: { score: 4, comment: 'quick' } });
  const fields = [{ title: 'Plan', content: 'Free', link: 'https://shop.example/' }, { content: 'Regular' }];
  await rated.call(site.visitor.setCustomData, { params, body: { fields } });
  await rated.call(site.visitor.visit, { params, body: { page: 'https://shop.example/tea', title: 'Tea' } });
  const { params: chat } = await addChat(app, ann, 'Is it https://shop.example/blue?');
  return { app, ann, rated, chatId: chat.id };
}

/** Opens a screen and waits for its heading. */
export async function openHeading(page: Page, url: string, heading: string) {
  await goTo(page, url);
  await page.getByRole('heading', { name: heading }).first().waitFor();
}
