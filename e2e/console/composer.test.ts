import { api } from '@parley/contract';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { addChat } from '../../apps/server/test/callers.ts';
import { inboxOf, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { until } from '../../apps/server/test/until.ts';

async function startDesk() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const open = (path: string, viewport = { width: 1_280, height: 720 }) => openConsole(app, ann, path, { viewport });
  return { app, ann, open };
}

const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);

test('shortcuts never type into the draft, and what is typed after one gets there exactly', async () => {
  const { app, ann, open } = await startDesk();
  for (const text of ['first', 'second']) await addChat(app, ann, text);
  const { page } = await open('/app/inbox');
  const { row, said, reply, note } = inboxOf(page);
  await row('second').focus();
  // The chat is not open yet when the keys are pressed.
  await page.keyboard.press('Enter');
  await page.keyboard.type('rHere tea, e.g. Nest');
  await said('second').waitFor();
  await until(async () => (await reply.inputValue()) === 'Here tea, e.g. Nest', 'all of it is in the draft');
  await page.keyboard.press('Escape');
  expect(await hasFocus(reply)).toBe(false);

  // A key that is held down repeats.
  await page.keyboard.down('n');
  await page.keyboard.down('n');
  await page.keyboard.up('n');
  await until(() => hasFocus(note), 'the note has the focus');
  await page.keyboard.type('nn');
  expect(await note.inputValue()).toBe('nn');
  await page.keyboard.press('Escape');
  // The same key in a Russian layout.
  const event = { key: 'к', code: 'KeyR', bubbles: true, cancelable: true };
  await page.evaluate((init) => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init)), event);
  await until(() => hasFocus(reply), 'the reply has the focus');
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Until they reply' }).click();
  await row('second').waitFor({ state: 'detached' });
});

test('quick phrases leave no sign behind, and a variable without a value is marked and asked about', async () => {
  const { app, ann, open } = await startDesk();
  const { params } = await addChat(app, ann, 'Hello?');
  const phrase = 'Hello, {{contact.first_name}}! This is {{agent.name}}.';
  await ann.call(api.quickPhrases.create, { body: { name: 'greeting', phrase, agent_id: ann.agentId } });
  const { page } = await open(`/app/inbox/${params.id}`);
  const { said, reply, button } = inboxOf(page);
  const list = page.getByRole('listbox', { name: 'Quick phrases' });
  await said('Hello?').waitFor();
  await button('Quick phrases').click();
  await list.getByText('greeting').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await reply.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await list.waitFor();
  await page.keyboard.type('greet');
  await page.keyboard.press('Enter');
  expect(await reply.inputValue()).toBe('Hello, {{contact.first_name}}! This is Ann.');
  await page.locator('mark', { hasText: '{{contact.first_name}}' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Fill in the highlighted part').waitFor();
  expect(await said('Hello, {{contact.first_name}}! This is Ann.').count()).toBe(0);
  // It is selected: typing replaces it.
  await page.keyboard.type('Ira');
  await page.keyboard.press('Enter');
  await said('Hello, Ira! This is Ann.').waitFor();

  await button('Note').click();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('tea: 5') });
  await page.getByRole('list', { name: 'Attached files' }).getByText('prices.txt').waitFor();
  await button('Add note').click();
  await page.getByRole('article').getByText('prices.txt').first().waitFor();
  const [made] = (await ann.call(api.messages.list, { params })).data.data;
  expect(made).toMatchObject({ private: true, type: 'file', name: 'prices.txt' });
  await button('Reply').click();
  expect(await page.getByRole('list', { name: 'Attached files' }).count()).toBe(0);

  await button('Emoji').click();
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('доставка');
  await page.getByRole('group', { name: 'Found' }).getByText('📦').waitFor();
  await page.keyboard.press('Enter');
  await until(async () => (await reply.inputValue()) === '🚚', 'the first match is inserted');
});

/** Whether two elements overlap on the screen. */
async function overlap(one: Locator, other: Locator) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('not visible');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('a reply is sent and its chat closed at once, and notices cover neither the button nor the field', async () => {
  const { app, ann, open } = await startDesk();
  const [one, two] = [await addChat(app, ann, 'one'), await addChat(app, ann, 'two')];
  const { page } = await open(`/app/inbox/${one.params.id}`);
  const { said, reply, notice, button, row } = inboxOf(page);
  await said('one').waitFor();
  await reply.fill('Done with it');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await notice.getByText('Chat closed').waitFor();
  expect(await one.read()).toMatchObject({ done_at: expect.any(String), last_message: { text: 'Done with it' } });

  await row('two').click();
  await said('two').waitFor();
  await reply.fill('And this');
  await button('More ways to send').click();
  await page.getByRole('menuitem', { name: 'Send and done' }).click();
  await until(async () => (await two.read()).done_at !== null, 'it is closed');
  const { params } = await addChat(app, ann, 'three');
  for (const viewport of [
    { width: 1_280, height: 720 },
    { width: 390, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${app.address}/app/inbox/${params.id}`);
    await said('three').waitFor();
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Request a rating' }).click();
    await notice.getByText('Rating requested').waitFor();
    const toast = notice.locator('> *').filter({ hasText: 'Rating requested' });
    for (const covered of [button('Send'), reply, button('More actions').first()]) {
      expect(await overlap(toast, covered)).toBe(false);
    }
  }
});
