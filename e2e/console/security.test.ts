import { dashboard } from '@parley/contract';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';

test('once two factors are required, an open console leads to their set-up; sessions and sign-ins are listed and ended', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  await app.call(dashboard.session.create, { body: { email: bob.email, password: 'a wrong password' } });
  const there = await openConsole(app, bob, '/app/inbox');
  const { page } = await openConsole(app, ann, '/app/settings/security');
  const required = page.getByRole('switch', { name: 'Required for the whole team' });
  await page.getByText('Turn it on for yourself first.').waitFor();
  expect(await required.isDisabled()).toBe(true);
  // As if set up earlier: only whether there is a secret matters here.
  await app.sql(`UPDATE users SET totp_secret = '\\x00' WHERE email = '${ann.email}'`);
  await page.reload();
  await page.getByText('1 person doesn’t have it yet.').waitFor();
  await required.click({ force: true });
  const dialog = page.getByRole('dialog', { name: 'Require two-factor authentication?' });
  await dialog.getByText('1 person can’t work until they set it up').waitFor();
  await dialog.getByRole('button', { name: 'Require' }).click();
  await page.getByText('Two-factor authentication is required now.').waitFor();

  const setup = there.page;
  await setup.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
  await setup.goto(`${app.address}/app/contacts`);
  await setup.getByLabel('Your password').fill(PASSWORD);
  await setup.getByRole('button', { name: 'Continue' }).click();
  const uri = await setup.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href');
  const secret = Secret.fromBase32(new URL(uri ?? '').searchParams.get('secret') ?? '');
  const code = new TOTP({ secret }).generate({ timestamp: app.clock.now.epochMilliseconds });
  await setup.getByLabel('Then enter the code it shows').fill(code);
  await setup.getByRole('button', { name: 'Confirm and turn on' }).click();
  await setup.getByRole('button', { name: /^Your menu, Bob/ }).waitFor();

  const log = page.getByRole('list', { name: 'Sign-in log' });
  await log.getByText('Wrong password').waitFor();
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Wrong password' }).click();
  await log.getByText('Ann').waitFor({ state: 'detached' });
  expect(await log.getByRole('listitem').count()).toBe(1);

  const sessions = page.getByRole('list', { name: 'Signed-in devices' });
  await page.getByRole('searchbox', { name: 'Search by name or e-mail' }).first().fill(bob.email);
  await sessions.getByText('Ann').waitFor({ state: 'detached' });
  await sessions.getByRole('button', { name: /^More for Bob/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('No matches').waitFor();
  await setup.getByText('Your session has ended.').waitFor();
});
