import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { goTo, openScreen, openSignedOut } from '../../../apps/server/test/console.ts';
import { startApp } from '../../../apps/server/test/harness.ts';
import { addInvitation } from '../../../apps/server/test/invitations.ts';
import { LOOKS, openHeading, WIDE, walkOnce } from './axe.ts';

const walkOutside = walkOnce(async (stop) => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openSignedOut(app, WIDE);
  await openHeading(page, `${app.address}/app/sign-in`, 'Sign in to Parley');
  await stop(page, 'sign-in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter your e-mail.').waitFor();
  await stop(page, 'sign-in with nothing in it');
  await openHeading(page, `${app.address}/app/forgot-password`, 'Reset your password');
  await stop(page, 'a forgotten password');
  await openHeading(page, `${app.address}/app/reset-password#token=1`, 'Choose a new password');
  await stop(page, 'a new password');
  await openHeading(page, `${app.address}/app/confirm-email#token=1`, 'Confirm your new e-mail');
  await stop(page, 'a new e-mail');
  for (const email of [`${randomUUID()}@example.test`, (await app.owner()).email]) {
    const { token } = await addInvitation(app, ann, email);
    await openHeading(page, `${app.address}/app/invitation#${token}`, 'Join the ');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText(/^(Enter your password|Use at least)/).waitFor();
    await stop(page, 'an invitation');
    await goTo(page, `${app.address}/app/sign-in`);
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  }
  await openHeading(page, `${app.address}/app/invitation`, 'This invitation is no longer valid');
  await stop(page, 'an invitation that is gone');
  await openScreen(app, page, ann, '/app/inbox');
  await page.getByRole('heading', { name: 'Four steps to your first chat' }).waitFor();
  await stop(page, 'first steps');
  for (const [path, words] of [
    ['no-such-page', 'Page not found'],
    ['contacts', 'People who write to you appear here'],
    ['visitors', 'No one is on the site right now'],
    ['inbox?view=mine', 'No chats assigned to you'],
  ]) {
    await goTo(page, `${app.address}/app/${path}`);
    await page
      .getByText(words ?? '')
      .first()
      .waitFor();
    await stop(page, `${path}, empty`);
  }
});

test.each(LOOKS)('axe finds nothing before signing in and before the first chat, %s', walkOutside);
