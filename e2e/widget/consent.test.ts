import { expect, test } from 'vitest';
import { contactsOf } from '../../apps/server/test/site-page.ts';
import { startWidget, visit } from '../../apps/server/test/widget.ts';

test("leaving a message asks for the owner's consent text, also without an intro form", async () => {
  const settings = { intro_form_enabled: false, consent_text: 'You may store what I send.' };
  const { owner, tag } = await startWidget({ settings, isOnline: false });
  const { page, complaints, widget } = await visit(tag);
  await widget.launcher.click();
  await page.getByLabel('E-mail').fill('ira@example.test');
  await widget.input.fill('Where is my order?');
  await widget.send.click();
  await page.getByText('Please agree to continue').waitFor();
  expect(await contactsOf(owner)).toEqual([]);
  await page.getByRole('checkbox', { name: 'You may store what I send.' }).check();
  await widget.send.click();
  await widget.mark('Where is my order?', 'Sent').waitFor();
  expect(complaints).toEqual([]);
});

test('forms that ask for an e-mail have a separate box for marketing, unticked and optional', async () => {
  const settings = { consent_text: 'You may store what I send.', marketing_consent_text: 'Send me offers.' };
  const { owner, tag } = await startWidget({ settings, isOnline: false });
  const { page, complaints, widget } = await visit(tag);
  await widget.launcher.click();
  const box = page.getByRole('checkbox', { name: 'Send me offers.' });
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  await page.getByLabel('E-mail').fill('ira@example.test');
  await widget.input.fill('Where is my order?');
  await page.getByRole('checkbox', { name: 'You may store what I send.' }).check();
  await box.check();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await widget.send.click();
  expect((await sent).postDataJSON()).toMatchObject({ email: 'ira@example.test', marketing_consent: true });
  await widget.mark('Where is my order?', 'Sent').waitFor();
  expect(await contactsOf(owner)).toMatchObject([{ email: 'ira@example.test', email_consent: null }]);
  expect(complaints).toEqual([]);
});

test('a form without an e-mail field, and a widget without a text for it, have no box for marketing', async () => {
  const hidden = { intro_form_enabled: true, intro_form_email: 'hidden', intro_form_name: 'required' };
  for (const settings of [{ ...hidden, marketing_consent_text: 'Send me offers.' }, { intro_form_enabled: true }]) {
    const { tag } = await startWidget({ settings, isOnline: true });
    const { page, widget } = await visit(tag);
    await widget.launcher.click();
    await page.getByLabel('Name').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
  }
});
