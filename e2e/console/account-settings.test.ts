import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { startMailbox } from '../../apps/server/test/mailbox.ts';
import { until } from '../../apps/server/test/until.ts';

test('the owner changes the account: what fails to save stays in the form, and a choice reverts', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  // Requests through a service worker bypass the test's routes.
  const { page } = await openConsole(app, ann, '/app/settings/account', { serviceWorkers: 'block' });
  const notice = page.getByRole('status');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('Phone').fill('none');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter a phone number').waitFor();
  await page.getByLabel('Phone').fill('+1 212 555 0100');
  await page.route('**/api/v1/account', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('The server isn’t responding.').waitFor();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('tokyo');
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
  await notice.getByText('The server isn’t responding.').waitFor();
  await until(
    async () => (await zone.inputValue()).startsWith('Europe/Moscow'),
    'the time zone is the stored one again',
  );
  expect(await page.getByLabel('Phone').inputValue()).toBe('+1 212 555 0100');

  await page.unroute('**/api/v1/account');
  await page.getByRole('button', { name: 'Save' }).click();
  await notice.getByText('Account saved.').waitFor();
  await zone.fill('gmt+9');
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
  await page.getByText('Русский').click();
  await page.getByRole('heading', { name: 'Об аккаунте' }).waitFor();
  await until(async () => {
    const { timezone, locale, surname } = (await ann.call(api.account.read)).data;
    return timezone === 'Asia/Tokyo' && locale === 'ru' && surname === 'Lee';
  }, 'everything is stored');
});

test("a test e-mail shows the mail server's words, whether it accepts or refuses", async () => {
  let refuses = true;
  const { url, letters } = await startMailbox({
    beforeTaking: () => {
      if (refuses) throw Object.assign(new Error('Sender not allowed'), { responseCode: 550 });
    },
  });
  const app = await startApp({ SMTP_URL: url }, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, '/app/settings/mail');
  await page.getByText(new URL(url).host).waitFor();
  const send = page.getByRole('button', { name: 'Send test e-mail' });
  await send.click();
  await page.getByRole('status').getByText('550 Sender not allowed').waitFor();
  refuses = false;
  await send.click();
  await page.getByRole('status').getByText(/^250 /).waitFor();
  expect(letters).toMatchObject([{ to: ann.email }]);
});

test('without a mail server the page says how to connect one, and shows the outbox without usable links', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, '/app/settings/mail');
  await page.getByText('The outbox is empty').waitFor();
  await page.getByText('SMTP_URL=').waitFor();
  for (let count = 0; count < 21; count += 1) {
    await app.mail.send({ widgetId: ann.widgetId, to: 'leo@example.test', subject: `Mail ${count}`, text: 'Hello' });
  }
  await ann.call(api.agents.invite, { body: { email: 'ira@example.test' } });
  await goTo(page, `${app.address}/app/settings/profile`);
  await page.reload();
  await page.getByRole('link', { name: 'E-mail' }).click();
  await page.getByText('To ira@example.test').click();
  await page.getByText(`${app.publicUrl}/•••`).first().waitFor();
  expect(await page.locator('main').innerText()).not.toContain('/app/invitation');
  expect(await page.getByText('To leo@example.test').count()).toBe(19);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('No more e-mails').waitFor();
  expect(await page.getByText('To leo@example.test').count()).toBe(21);
});
