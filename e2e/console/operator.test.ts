import { api, site } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat } from '../../apps/server/test/callers.ts';
import { goTo, inboxOf, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent } from '../../apps/server/test/people.ts';

/** An operator whose team has a rated chat. */
async function startDesk() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const rated = await addAnsweredVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  await rated.call(site.visitor.rate, { params, body: { score: 4, comment: 'quick' } });
  return { app, ann, bob, rated };
}

/** Requests that the server refused for the role. */
function collectRefusals(page: Page) {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  return refused;
}

const VIEWS = ['mine', 'unassigned', 'open', 'snoozed', 'done', 'spam'];

test('no screen of an operator requests what the role may not read, or speaks of AI where there is none', async () => {
  const { app, bob, rated } = await startDesk();
  const { page } = await openConsole(app, bob, '/app/inbox');
  const refused = collectRefusals(page);
  const open = (path: string) => goTo(page, `${app.address}/app${path}`);
  const { button, said } = inboxOf(page);
  const speaksOfAi = async () => /\bAI\b/.test(await page.locator('body').innerText());

  await open(`/inbox/${rated.chatId}`);
  await said('hello').waitFor();
  const panel = page.getByLabel('About the visitor').last();
  await panel.getByText('No other chats.').waitFor();
  expect(await panel.getByRole('button', { name: 'Ratings' }).count()).toBe(0);
  await button('More actions').first().click();
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  expect(await speaksOfAi()).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^All open/ }).click();
  await page.getByRole('menuitem', { name: 'Spam' }).waitFor();
  expect(await speaksOfAi()).toBe(false);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Go to Contacts' }).waitFor();
  expect(await speaksOfAi()).toBe(false);
  await page.keyboard.press('Escape');
  for (const view of VIEWS) {
    await open(`/inbox?view=${view}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  await open(`/contacts/${rated.contactId}`);
  const pane = page.getByLabel('Contact', { exact: true });
  await pane.getByRole('link', { name: 'hi' }).waitFor();
  expect(await pane.getByText('Ratings').count()).toBe(0);
  await open('/visitors');
  await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor();
  await open('/settings');
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
});

test('a preview in Arabic keeps its beginning, and visitors without a name are told apart', async () => {
  const { app, ann, bob } = await startDesk();
  const text = 'مرحبا، أود أن أعرف متى ستصل الطلبية التي طلبتها الأسبوع الماضي من متجركم على الإنترنت';
  await addChat(app, ann, text);
  const { params } = await addChat(app, ann, 'mine');
  await ann.call(api.messages.send, { params, body: { type: 'text', body: text, agent_id: bob.agentId } });
  const { page } = await openConsole(app, bob, '/app/inbox');
  const { row } = inboxOf(page);
  await row('You: ').waitFor();
  const previews = page.locator('a[data-chat]').getByText('مرحبا');
  for (const preview of [previews.first(), previews.last()]) {
    const isBeginningVisible = await preview.evaluate((element) => {
      const range = document.createRange();
      const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      range.setStart(letters, 0);
      range.setEnd(letters, 5);
      const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return element.scrollWidth > element.clientWidth && first.left >= box.left && first.right <= box.right + 1;
    });
    expect(isBeginningVisible).toBe(true);
  }
  const names = await page.locator('a[data-chat] strong').allTextContents();
  expect(new Set(names).size).toBe(3);
  const avatars = await page.locator('a[data-chat] [data-tint]').allTextContents();
  expect(names.toSorted()).toEqual(avatars.map((code) => `Visitor ${code}`).toSorted());
});

test('a request that the server answers with 401 leads to the sign-in page', async () => {
  const { app, bob } = await startDesk();
  const { page } = await openConsole(app, bob, '/app/inbox');
  await page.context().clearCookies();
  await goTo(page, `${app.address}/app/contacts`);
  await page.getByText('Your session has ended.').waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/contacts');
});
