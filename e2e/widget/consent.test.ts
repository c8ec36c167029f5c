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
