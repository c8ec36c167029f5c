import { api } from '@parley/contract';
import { test } from 'vitest';
import { openConsole } from '../../../apps/server/test/console.ts';
import { addDepartment } from '../../../apps/server/test/departments.ts';
import { LOOKS, openHeading, startTeam, WIDE, walkOnce } from './axe.ts';

const walkSettings = walkOnce(async (stop) => {
  const { app, ann } = await startTeam();
  const { params } = await addDepartment(ann, [ann], { schedule: { Monday: { from: '09:00', to: '18:00' } } });
  const { page } = await openConsole(app, ann, '/app/settings/team', WIDE);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await page.getByText('2 of 5 seats used').waitFor();
  await stop(page, 'the team');
  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor();
  await stop(page, 'an invitation to the team');
  await leave();
  await openHeading(page, `${app.address}/app/settings/team/${ann.agentId}`, 'Ann');
  await page.getByText('Average reply time').waitFor();
  await stop(page, 'a person of the team');
  await openHeading(page, `${app.address}/app/settings/departments`, 'Departments');
  await page.getByText(/^(Open now|Closed, opens Monday 09:00) · /).waitFor();
  await stop(page, 'departments');
  await openHeading(page, `${app.address}/app/settings/departments/${params.id}`, 'Sales');
  await page.getByText('At another time').click();
  await page.getByText('Every department of this channel is closed.').waitFor();
  await stop(page, 'a department');
  await ann.call(api.quickPhrases.create, {
    body: { agent_id: ann.agentId, name: 'hi', phrase: 'Hello, {{contact.name}}!' },
  });
  await openHeading(page, `${app.address}/app/settings/quick-phrases`, 'Quick phrases');
  await page.getByRole('button', { name: 'Edit hi' }).waitFor();
  await stop(page, 'quick phrases');
  await openHeading(page, `${app.address}/app/settings/profile`, 'Profile');
  await page
    .getByText(/this device/i)
    .first()
    .waitFor();
  await stop(page, 'the profile');
  await openHeading(page, `${app.address}/app/settings/account`, 'Account details');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin');
  await page.getByRole('option').first().waitFor();
  await stop(page, 'the account');
  await app.mail.send({ widgetId: ann.widgetId, to: ann.email, subject: 'Hello', text: 'Hello' });
  await openHeading(page, `${app.address}/app/settings/mail`, 'E-mail');
  await page.getByText(`To ${ann.email}`).click();
  await stop(page, 'the outbox');
  await openHeading(page, `${app.address}/app/settings/security`, 'Security');
  await page.getByRole('list', { name: 'Sign-in log' }).waitFor();
  await page.getByRole('list', { name: 'Signed-in devices' }).waitFor();
  await stop(page, 'security');
  await openHeading(page, `${app.address}/app/settings/personal-data`, 'Personal data');
  await page.getByText('For a limited time').click();
  await page.getByLabel('Days without activity').waitFor();
  await stop(page, 'personal data');
  await openHeading(page, `${app.address}/app/settings/audit-log`, 'Audit log');
  await page.getByRole('button', { name: 'Details' }).first().click();
  await stop(page, 'the audit log');
  await openHeading(page, `${app.address}/app/settings/widget`, 'Widget');
  await page.getByLabel('Accent colour').fill('#b42318');
  await page.frameLocator('iframe[title="Preview"]').getByRole('dialog').waitFor();
  await stop(page, 'the widget');
  const tabs: [string, string][] = [
    ['Texts', 'Quick phrases'],
    ['Forms', 'Consent text'],
    ['Availability', 'Show when you’re back'],
    ['Visitors', 'Create key'],
    ['Installation', 'Tag Manager'],
    ['Widgets', 'New widget'],
  ];
  for (const [tab, content] of tabs) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(content).first().waitFor();
    if (tab === 'Availability') await page.getByRole('switch', { name: content }).click();
    await stop(page, `${tab} of the widget`);
  }
  await page.getByRole('button', { name: 'Discard' }).click();
});

test.each(LOOKS)('axe finds nothing in the settings and their overlays, %s', walkSettings);
