import { randomUUID } from 'node:crypto';
import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../apps/server/test/callers.ts';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addSeats } from '../../apps/server/test/invitations.ts';
import { addAgent, addConnectedAgent } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';

const { agents } = api;

async function startTeam() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addConnectedAgent(app, ann);
  await app.sql(`UPDATE users SET name = 'Bob', surname = 'Reed' WHERE email = '${bob.email}'`);
  await addChat(app, ann);
  return { app, ann, bob, read: async () => (await ann.call(agents.read, { params: { id: bob.agentId } })).data };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('the owner invites several people at once and gets a result for each, with a link to copy once', async () => {
  const { app, ann, bob } = await startTeam();
  const lee = await addAgent(app, ann, 'operator');
  await ann.call(agents.suspend, { params: { id: lee.agentId } });
  await addSeats(app, ann, 4);
  const [zoe, kim, max] = [randomUUID(), randomUUID(), randomUUID()].map((name) => `${name}@example.test`);
  const { page } = await openConsole(app, ann, '/app/settings/team');
  await page.getByText('2 of 4 seats used').waitFor();
  await button(page, 'Invite').click();
  const dialog = page.getByRole('dialog', { name: 'Invite teammates' });
  const field = dialog.getByRole('textbox', { name: 'E-mail addresses' });
  await field.fill(`${zoe}, ${bob.email}; ${lee.email}\nnonsense ${kim} ${zoe?.toUpperCase()} ${max}`);
  await dialog.getByRole('button', { name: 'Send 6 invitations' }).click();
  await dialog.getByRole('button', { name: 'Done' }).waitFor();
  const result = (email: string | undefined) => dialog.getByRole('listitem').filter({ hasText: email ?? '' });
  await result(zoe).getByText('Invitation created').waitFor();
  await result(bob.email).getByText('Already on the team').waitFor();
  await result(lee.email).getByText('Restore them instead').waitFor();
  await result('nonsense').getByText('Not an e-mail address').waitFor();
  await result(kim).getByText('Invitation created').waitFor();
  await result(max).getByText('No free seat').waitFor();
  const link = await result(zoe).getByRole('code').innerText();
  expect(link).toMatch(/\/app\/invitation#[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByText('2 held by invitations · None free').waitFor();
  expect(await page.getByText(link).count()).toBe(0);
  await button(page, `Resend the invitation to ${zoe}`).click();
  await page.getByText(`New link for ${zoe}`).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: zoe ?? '' });
  expect(await row.getByRole('code').innerText()).not.toBe(link);
  await button(page, `Withdraw the invitation of ${zoe}`).click();
  await page.getByRole('dialog').getByText('The link stops working').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('1 held by an invitation · 1 free').waitFor();
  expect((await ann.call(agents.listInvitations)).data.data.map(({ email }) => email)).toEqual([kim]);
});

test('without a mail server the first steps show the link of an invitation', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const { page } = await openConsole(app, await app.owner(), '/app/inbox');
  await page.getByRole('textbox', { name: 'Teammate’s e-mail' }).fill(`${randomUUID()}@example.test`);
  await button(page, 'Invite').click();
  await page.getByText('No mail server is set up').waitFor();
  expect(await page.locator('code', { hasText: '/app/invitation#' }).count()).toBe(1);
});

test('the owner finds a person, changes how they appear and their role, suspends, restores and removes them', async () => {
  const { app, ann, read } = await startTeam();
  const { page } = await openConsole(app, ann, '/app/settings/team');
  const people = page.getByRole('table', { name: 'Team' });
  const row = people.getByRole('row', { name: /Bob Reed/ });
  await row.getByText('1 waiting').waitFor();
  await page.getByRole('searchbox').fill('nobody');
  await page.getByText('No matches').waitFor();
  await page.getByRole('searchbox').fill('reed');
  await row.click();
  await page.getByRole('heading', { level: 1, name: 'Bob Reed' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Signed in' }).waitFor();
  await page.getByText('Average reply time').waitFor();

  await page.getByRole('switch', { name: 'Show in the widget’s header' }).click();
  await until(async () => !(await read()).show_in_header, 'hidden from the header');
  await page.getByRole('radio', { name: 'Administrator' }).click();
  await page.getByRole('dialog').getByText('They’re signed out').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByText('Role changed').waitFor();
  expect((await read()).role).toBe('admin');

  const dialog = page.getByRole('dialog');
  await button(page, 'Suspend').click();
  await dialog.getByText('They have 1 open chat, 1 waiting for a reply. It stays in the inbox').waitFor();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await button(page, 'Restore').waitFor();
  expect((await read()).status).toBe('banned');
  await addSeats(app, ann, 1);
  await button(page, 'Restore').click();
  await page.getByText('No free seat.').waitFor();
  await addSeats(app, ann, 5);
  await button(page, 'Restore').click();
  await page.getByText('Bob Reed is back on the team').waitFor();
  await button(page, 'Remove from the team').click();
  await dialog.getByText('They have 1 open chat').waitFor();
  await dialog.getByRole('button', { name: 'Remove from the team' }).click();
  await dialog.waitFor({ state: 'detached' });
  await goTo(page, `${app.address}/app/settings/team`);
  await page.getByText('Removed · 1').waitFor();
  expect(await row.count()).toBe(0);
  expect((await read()).removed_at).not.toBeNull();
});

test('an administrator does not change roles, the owner or themselves', async () => {
  const { app, ann, bob } = await startTeam();
  const eve = await addAgent(app, ann, 'admin');
  const { page } = await openConsole(app, eve, `/app/settings/team/${bob.agentId}`);
  await button(page, 'Suspend').waitFor();
  await page.getByText('Only the owner changes roles.').waitFor();
  expect(await page.getByRole('radio', { name: 'Administrator' }).count()).toBe(0);
  for (const [id, words] of [
    [ann.agentId, 'The owner can’t be suspended or removed.'],
    [eve.agentId, 'You can’t suspend or remove yourself.'],
  ] as const) {
    await goTo(page, `${app.address}/app/settings/team/${id}`);
    await page.getByText(words).waitFor();
    expect(await button(page, 'Suspend').count()).toBe(0);
  }
  expect(await page.getByRole('switch', { name: 'Show in the widget’s header' }).count()).toBe(1);
  await goTo(page, `${app.address}/app/settings/team/${ann.agentId}`);
  await page.getByText('The owner can’t be suspended or removed.').waitFor();
  expect(await page.getByRole('switch').count()).toBe(0);
  const call = await signedIn(app, eve);
  expect((await call(agents.setRole, { params: { id: bob.agentId }, body: { role: 'admin' } })).status).toBe(403);
});
