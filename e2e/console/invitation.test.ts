import { randomUUID } from 'node:crypto';
import { api, dashboard } from '@parley/contract';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Letter } from '../../apps/server/src/infra/mail/read-mail.ts';
import { goTo, openConsole, openSignedOut } from '../../apps/server/test/console.ts';
import { signIn, startApp } from '../../apps/server/test/harness.ts';
import { addInvitation, addSeats, invitationLink } from '../../apps/server/test/invitations.ts';
import { startMailbox } from '../../apps/server/test/mailbox.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';

async function startTeam() {
  const IRA = `${randomUUID()}@example.test`;
  const { url, letters } = await startMailbox();
  const app = await startApp({ SMTP_URL: url }, { live: true, isPublic: true });
  const ann = await app.owner();
  await app.sql(`UPDATE widgets SET domains = '{shop.example}' WHERE id = ${ann.widgetId}`);
  return {
    app,
    ann,
    IRA,
    letters,
    /** The link in the invitation mail. */
    invite: async (email = IRA) => {
      await ann.call(api.agents.invite, { body: { email } });
      return invitationLink(letters.at(-1) as Letter).link;
    },
  };
}

const join = (page: Page) => page.getByRole('button', { name: 'Join' }).click();
const untilIn = (page: Page) => page.getByRole('button', { name: /^Your menu/ }).waitFor();

test('a new user gets from the mail to the inbox', async () => {
  const { app, ann, IRA, invite } = await startTeam();
  const { page, complaints } = await openSignedOut(app);
  await page.goto(await invite());
  await page.getByRole('heading', { name: 'Join the shop.example team' }).waitFor();
  await page.getByText(`Ann invited ${IRA} to chat with visitors.`).waitFor();
  await join(page);
  await page.getByText('Enter your name.').waitFor();
  await page.getByText('Use at least 10 characters.').waitFor();
  await page.getByLabel('First name').fill('Ira');
  await page.getByLabel('Last name').fill('Petrova');
  await page.getByLabel('Choose a password').fill('a long password');
  await join(page);
  await page.getByRole('button', { name: 'Your menu, Ira Petrova' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/inbox');
  expect(complaints).toEqual([]);
  const people = (await ann.call(api.agents.list)).data.data;
  expect(people.at(-1)).toMatchObject({ email: IRA, role: 'operator', name: 'Ira Petrova' });
  expect((await signIn(app, { email: IRA }, 'a long password')).answer.status).toBe(201);
});

test('a used, withdrawn or incomplete link says so and leads to the sign-in', async () => {
  const { app, ann, invite } = await startTeam();
  const link = await invite();
  const { page } = await openSignedOut(app);
  await goTo(page, link);
  await page.getByLabel('First name').fill('Ira');
  await page.getByLabel('Choose a password').fill('a long password');
  const [{ id } = { id: 0 }] = (await ann.call(api.agents.listInvitations)).data.data;
  await ann.call(api.agents.revokeInvitation, { params: { id } });
  await join(page);
  const gone = page.getByRole('heading', { name: 'This invitation is no longer valid' });
  await gone.waitFor();
  for (const url of [link, `${app.address}/app/invitation`]) {
    await page.goto('about:blank');
    await page.goto(url);
    await gone.waitFor();
  }
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
});

test('a known user joins with their password and second factor, and sees what is wrong', async () => {
  const { app, invite } = await startTeam();
  const eve = await app.owner();
  const { call } = await signIn(app, eve);
  const { secret } = (await call(dashboard.session.beginTotp, { body: { password: PASSWORD } })).data;
  const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.now.epochMilliseconds });
  await call(dashboard.session.confirmTotp, { body: { code: code() } });
  const { page } = await openSignedOut(app);
  await goTo(page, await invite(eve.email));
  await page.getByText('You already use Parley.').waitFor();
  expect(await page.getByLabel('First name').count()).toBe(0);
  await page.getByLabel('Password').fill('not this one');
  await join(page);
  await page.getByText('Incorrect password.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await join(page);
  const field = page.getByLabel('Six-digit code');
  await field.waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill(code());
  await join(page);
  await page.getByText('Incorrect or already used code.').waitFor();
  const later = new TOTP({ secret }).generate({ timestamp: app.clock.now.epochMilliseconds + 30_000 });
  await field.fill(later);
  await join(page);
  await untilIn(page);
});

test('without a free seat the invitee is told to ask for one, and joins once there is one', async () => {
  const { app, ann } = await startTeam();
  const { token } = await addInvitation(app, ann);
  await addSeats(app, ann, 1);
  const { page } = await openSignedOut(app);
  await goTo(page, `${app.address}/app/invitation#${token}`);
  await page.getByLabel('First name').fill('Ira');
  await page.getByLabel('Choose a password').fill('a long password');
  await join(page);
  await page.getByText('All seats are taken.').waitFor();
  await addSeats(app, ann, 2);
  await join(page);
  await untilIn(page);
});

test('a Russian browser gets Russian pages', async () => {
  const { app, invite } = await startTeam();
  const { page } = await openSignedOut(app, { locale: 'ru-RU' });
  await goTo(page, await invite());
  await page.getByRole('heading', { name: 'Присоединяйтесь к команде shop.example' }).waitFor();
  await page.getByLabel('Имя').fill('Ира');
  await page.getByLabel('Придумайте пароль').fill('длинный пароль');
  await page.getByRole('button', { name: 'Присоединиться' }).click();
  await page.getByRole('button', { name: 'Ваше меню, Ира' }).waitFor();
});

test('the owner invites from the first steps, and is told if someone is already invited', async () => {
  const { app, ann, IRA, letters } = await startTeam();
  const { page } = await openConsole(app, ann, '/app/inbox');
  const invite = async (email: string) => {
    await page.getByLabel('Teammate’s e-mail').fill(email);
    await page.getByRole('button', { name: 'Invite' }).click();
  };
  await invite('ira');
  await page.getByText('Enter a full e-mail address').waitFor();
  await invite(IRA);
  await page.getByText(`Invitation sent to ${IRA}; the link expires in 7 days.`).waitFor();
  expect(letters.map(({ text }) => invitationLink({ text }).link)).toEqual([
    expect.stringContaining('/app/invitation#'),
  ]);
  await invite(IRA);
  await page.getByText('Already invited.').waitFor();
  await invite(ann.email);
  await page.getByText('Already on the team.').waitFor();
});
