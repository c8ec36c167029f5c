import { Secret, TOTP } from 'otpauth';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openPage } from '../../apps/server/test/browser.ts';
import { goTo, openConsole, openScreen, openSignedOut, signInAt } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { PNG } from '../../apps/server/test/pictures.ts';
import { connectAgent } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

async function startTeam() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  /** A separate browser, signed in, on the profile page. */
  const open = async (person: { email: string } = ann, options: Parameters<typeof openConsole>[3] = {}) => {
    const opened = await openConsole(app, person, '/app/settings/profile', options);
    await opened.page
      .getByRole('heading', { level: 1 })
      .and(opened.page.getByText(/Profile and security|Профиль/))
      .waitFor();
    return opened;
  };
  return { app, ann, open };
}

test('a new name, picture and e-mail show at once and persist', async () => {
  const { app, ann, open } = await startTeam();
  const { page, complaints } = await open();
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('First name').fill('Anna');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Your menu, Anna Lee/ }).waitFor();
  await page.getByLabel('First name').fill(' ');
  await page.keyboard.press('Enter');
  await page.getByText('Enter your name.').waitFor();
  await page.keyboard.press('Escape');

  const picture = { name: 'me.png', mimeType: 'image/png', buffer: PNG };
  await page.locator('input[type="file"]').setInputFiles(picture);
  await page.getByRole('navigation').locator('img[src*="/files/"]').waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Your menu, Anna Lee/ }).waitFor();
  const shown = page.getByRole('group', { name: 'Your picture' }).locator('img');
  await until(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth > 0), 'the picture is drawn');
  const [file] = await app.sql<{ type: string }>(`SELECT type FROM files WHERE widget_id = ${ann.widgetId}`);
  expect(file?.type).toBe('image/webp');

  await page.getByRole('button', { name: 'Remove' }).click();
  await shown.waitFor({ state: 'detached' });
  await page.locator('input[type="file"]').setInputFiles({ ...picture, buffer: Buffer.from('no picture') });
  await page.getByText('isn’t a readable image').waitFor();

  const email = ann.email.replace('@', '.new@');
  const request = async () => {
    await page.getByRole('button', { name: 'Change e-mail' }).click();
    await page.getByLabel('New e-mail').fill(email);
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(`${email} isn’t confirmed yet`).waitFor();
  };
  await request();
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await page.getByText(`${email} isn’t confirmed yet`).waitFor({ state: 'detached' });
  await request();
  const code = page.getByRole('main').locator('code');
  const first = await code.textContent();
  await page.getByRole('button', { name: 'Send again' }).click();
  await until(async () => (await code.textContent()) !== first, 'there is a new link');
  const last = await code.textContent();
  for (const [link, outcome] of [
    [first, 'This link doesn’t work'],
    [last, 'Your e-mail is changed'],
  ]) {
    await goTo(page, `${link}`.trim());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: outcome ?? '' }).waitFor();
  }
  await page.getByRole('link', { name: 'Open profile' }).click();
  await page.getByRole('main').getByText(email, { exact: true }).waitFor();
  expect(complaints.filter((text) => !/status of 4(01|22)/.test(text))).toEqual([]);
});

test('other agents see a break, and another tab of the same user shows it', async () => {
  const { app, ann, open } = await startTeam();
  const bob = await addAgent(app, ann, 'operator');
  const colleague = await connectAgent(app, ann);
  const { page } = await open(bob);
  const other = await page.context().newPage();
  await other.goto(`${app.address}/app/`);
  await other.getByRole('button', { name: 'Your menu, Bob, Available' }).waitFor();
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'On a break' }).click();
  await page.getByRole('button', { name: 'Your menu, Bob, On a break' }).waitFor();
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && agent.status === 'relaxation');
  await other.getByRole('button', { name: 'Your menu, Bob, On a break' }).waitFor();
});

test('signing out another device ends its session, and changes nothing here', async () => {
  const { app, ann, open } = await startTeam();
  const there = await openSignedOut(app, {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  });
  // The server derives the device's name from the user agent.
  await signInAt(there.page, `${app.address}/app/settings/profile`, ann);
  const here = await open();
  const devices = here.page.getByRole('region', { name: 'Devices' });
  await devices.getByText('This device').waitFor();
  await devices.getByRole('button', { name: 'Sign out: Firefox on Linux' }).click();
  await there.page.getByText('Your session has ended.').waitFor();
  await devices.getByText('Firefox on Linux').waitFor({ state: 'detached' });
  await here.page.reload();
  await devices.getByText('This device').waitFor();
});

test('all other devices are signed out at once', async () => {
  const { open } = await startTeam();
  const [one, two, here] = [await open(), await open(), await open()];
  await here.page.getByRole('button', { name: 'Sign out all other devices' }).click();
  for (const { page } of [one, two]) await page.getByText('Your session has ended.').waitFor();
  await here.page.getByText('Other devices were signed out.').waitFor();
  expect(await here.page.getByRole('region', { name: 'Devices' }).getByRole('listitem').count()).toBe(1);
});

test('two-factor authentication is turned on with the key in the QR code, and the console stays connected', async () => {
  const { app, ann } = await startTeam();
  const { page } = await openPage({ reducedMotion: 'reduce' });
  await openScreen(app, page, ann, '/app/settings/profile');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Continue' }).click();
  const code = section.getByRole('img', { name: 'QR code for the authenticator app' });
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const uri = decodeQr({ data, width: info.width, height: info.height });
  expect(await section.getByRole('link').getAttribute('href')).toBe(uri);

  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  const timestamp = app.clock.now.epochMilliseconds;
  await section.getByLabel('Then enter the code it shows').fill(new TOTP({ secret }).generate({ timestamp }));
  const listOpen = () =>
    app.sql<{ id: string }>(`SELECT id FROM connections WHERE agent_id = ${ann.agentId} AND left_at IS NULL`);
  const [before] = await listOpen();
  await section.getByRole('button', { name: 'Confirm and turn on' }).click();
  await page.getByText('Two-factor authentication is on.').waitFor();
  await until(
    async () => (await listOpen()).some(({ id }) => id !== before?.id),
    'the console connects with the renewed session',
  );
});

test('a chosen language applies on the next device too', async () => {
  const { app, ann, open } = await startTeam();
  const { page } = await open();
  await page.getByText('Русский').first().click();
  await page.getByRole('heading', { name: 'Профиль и безопасность' }).waitFor();
  await until(
    async () => (await app.sql(`SELECT FROM users WHERE email = '${ann.email}' AND locale = 'ru'`)).length > 0,
    'the language is stored',
  );
  const next = await open();
  await next.page.getByRole('heading', { name: 'Профиль и безопасность' }).waitFor();
});

test.each([
  [
    'blocks notifications',
    () => Object.defineProperty(Notification, 'permission', { value: 'denied' }),
    'blocks notifications',
  ],
  [
    'doesn’t support notifications',
    () => Reflect.deleteProperty(window, 'Notification'),
    'doesn’t support notifications',
  ],
  [
    'doesn’t support push',
    () => {
      Object.defineProperty(Notification, 'permission', { value: 'default' });
      Reflect.deleteProperty(window, 'PushManager');
    },
    'doesn’t support push',
  ],
])('a browser that %s gets an explanation', async (_what, change, said) => {
  const { app, ann } = await startTeam();
  const { page } = await openPage({ reducedMotion: 'reduce' });
  await page.addInitScript(change);
  await openScreen(app, page, ann, '/app/settings/profile');
  const alert = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await alert.getByText(said).waitFor();
});

test('on an iPhone without the installed console it says how to install', async () => {
  const { ann, open } = await startTeam();
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
  const { page } = await open(ann, { userAgent });
  await page.getByRole('alert').getByText('Add to Home Screen').waitFor();
});

test('a switch that fails to save reverts, and says why', async () => {
  const { app, ann, open } = await startTeam();
  // Requests through a service worker bypass the test's routes.
  const { page } = await open(ann, { serviceWorkers: 'block' });
  const sound = page.getByRole('switch', { name: 'Sound' });
  expect(await sound.isChecked()).toBe(true);
  await page.route('**/console-api/profile', (route) => route.abort());
  await sound.click({ force: true });
  await page.getByRole('status').getByText('The server isn’t responding.').waitFor();
  await until(() => sound.isChecked(), 'the switch is on again');
  await page.unroute('**/console-api/profile');
  // Clicks the switch itself: the notice covers the end of its row.
  await sound.click({ force: true, position: { x: 8, y: 8 } });
  const stored = `SELECT FROM agents WHERE id = ${ann.agentId} AND notifications = '{"sound": false}'`;
  await until(async () => (await app.sql(stored)).length > 0, 'it is stored');
});
