import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { createDemoOwner } from '../../apps/server/src/demo/demo-owner.ts';
import { addChat } from '../../apps/server/test/callers.ts';
import { inboxOf, openConsole, openSignedOut } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { shopPage, visit, write } from '../../apps/server/test/widget.ts';
import { expectFaultless } from './accessibility/axe.ts';

test('with nothing but the output of the first start, an owner gets to a chat on a page of their own', async () => {
  const app = await startApp({}, { live: true, isPublic: true, isolated: true });
  const owner = await createDemoOwner(app.unitOfWork);
  const { page } = await openSignedOut(app);
  await page.goto(`${app.address}/app`);
  await page.getByLabel('E-mail').fill(owner?.email ?? '');
  await page.getByLabel('Password').fill(owner?.password ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const steps = page.getByRole('region', { name: 'Four steps to your first chat' });
  await steps.getByText('0 of 4 done').waitFor();

  await expectFaultless(page, 'the offer of sample data');
  await steps.getByRole('button', { name: 'Fill with sample data' }).click();
  const sample = page.getByRole('complementary', { name: 'Sample data' });
  await steps.getByText('0 of 4 done').waitFor();
  await expectFaultless(page, 'an account with sample data');
  await sample.getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByRole('dialog').getByText('Nothing else changes').waitFor();
  await expectFaultless(page, 'the removal of sample data');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click();
  await steps.getByText('0 of 4 done').waitFor();
  await page.getByText('No open chats').waitFor();
  expect(await sample.count()).toBe(0);

  const domains = steps.getByRole('link', { name: 'Choose the sites it may appear on' });
  expect(await domains.getAttribute('href')).toBe('/app/settings/widget?tab=install');
  const tag = await steps.getByText('<script async').innerText();

  await steps.getByRole('button', { name: 'Save' }).click();
  await steps.getByText('1 of 4 done').waitFor();
  const visitor = await visit(tag, { page: shopPage(tag) });
  await steps.getByText('2 of 4 done').waitFor();
  expect(await steps.getByText('<script async').innerText()).toBe(tag);
  await write(visitor.page, 'Is it blue?');
  const desk = inboxOf(page);
  await desk.row('Is it blue?').click();
  await desk.reply.fill('Very.');
  await desk.reply.press('Enter');
  await visitor.widget.said('Very.').waitFor();

  const bar = page.getByRole('complementary', { name: 'Getting started' });
  await bar.getByText('Getting started: 3 of 4 done').waitFor();
  await bar.getByRole('link', { name: 'Continue' }).click();
  await steps.getByLabel('Teammate’s e-mail').waitFor();
  expect(await steps.getByRole('img', { name: 'Done' }).count()).toBe(3);
  await steps.getByRole('button', { name: 'Hide steps' }).click();
  await page.waitForURL(/\/app\/inbox/);
  expect(await bar.count()).toBe(0);
});

test('a failed save keeps the hours, replies are mailed if chosen, and an operator sees no steps', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const phone = { viewport: { width: 390, height: 780 } };
  const owner = await openConsole(app, ann, '/app/inbox', phone);
  await owner.page.getByRole('link', { name: 'Continue' }).click();
  const end = owner.page.getByLabel('To', { exact: true });
  await end.fill('17:30');
  await owner.page.getByLabel('E-mail visitors the replies they haven’t seen').check();
  expect(await owner.page.getByRole('link', { name: 'Set it up' }).getAttribute('href')).toBe('/app/settings/mail');
  await owner.page.route('**/api/v1/widget/settings', (route) => route.abort());
  await owner.page.getByRole('button', { name: 'Save' }).click();
  await owner.page.getByText('The server isn’t responding').waitFor();
  expect(await end.inputValue()).toBe('17:30');
  await owner.page.unroute('**/api/v1/widget/settings');
  await owner.page.getByRole('button', { name: 'Save' }).click();
  await end.waitFor({ state: 'detached' });
  const { data: saved } = await ann.call(api.widget.readSettings);
  expect(saved).toMatchObject({ unseen_reply_mail: true, office_hours: { mon: ['09:00', '17:30'], sat: null } });

  const bob = await addAgent(app, ann, 'operator');
  await addChat(app, ann);
  const operator = await openConsole(app, bob, '/app/inbox');
  await operator.page.getByText('hello').first().waitFor();
  expect(await operator.page.getByText('Getting started').count()).toBe(0);
  expect(await operator.page.getByText('Four steps').count()).toBe(0);
});
