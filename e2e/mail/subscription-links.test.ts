import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { asSystem } from '../../apps/server/src/kernel/data/context.ts';
import { createLinks, type Language } from '../../apps/server/src/modules/people/subscriptions/index.ts';
import { openPage } from '../../apps/server/test/browser.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { expectFaultless } from '../console/accessibility/axe.ts';

const { contacts, widget } = api;

async function startMailing() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  await ann.call(widget.updateSettings, { body: { widget_name: 'Tea & Co' } });
  const { data: ira } = await ann.call(contacts.create, { body: { email: 'ira@example.test', email_consent: true } });
  const [row] = await app.sql<{ id: number }>(`SELECT id::int FROM contacts WHERE guid = '${ira.id}'`);
  const linkIn = (language: Language, kind: 'unsubscribe' | 'confirm' = 'unsubscribe') =>
    app.unitOfWork.write({ tenant: ann }, async (work) =>
      (await createLinks(asSystem(work, ann), kind))({
        contact: row?.id ?? 0,
        email: 'ira@example.test',
        language,
      }),
    );
  const consent = async () => (await ann.call(contacts.read, { params: { id: ira.id } })).data.email_consent;
  return { linkIn, consent };
}

test('a recipient unsubscribes with one button, and subscribes again with another', async () => {
  const { linkIn, consent } = await startMailing();
  const { page, complaints } = await openPage();
  await page.goto(await linkIn('en'));
  await page.getByText('i…@e…e.test will get no more marketing e‑mails from Tea & Co.').waitFor();
  expect(await consent()).toBe(true);
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor();
  expect(await consent()).toBe(false);
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await page.getByRole('heading', { name: 'You’re subscribed again' }).waitFor();
  expect(await consent()).toBe(true);
  expect(complaints).toEqual([]);
});

test.each([
  ['en', 'a computer', { viewport: { width: 1_280, height: 800 } }],
  ['ru', 'a phone', { viewport: { width: 320, height: 640 } }],
  ['ru', 'a dark screen', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' }],
] as const)('the pages in %s on %s fit and have no accessibility faults', async (language, device, options) => {
  const { linkIn } = await startMailing();
  // Only so that axe can be loaded: the policy of the page allows no script.
  const { page } = await openPage({ ...options, bypassCSP: true });
  await page.goto(await linkIn(language));
  for (const name of ['asked', 'unsubscribed', 'subscribed']) {
    await expectFaultless(page, `${name} on ${device}`);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.getByRole('button').click();
    await page.waitForLoadState();
  }
  await page.goto(await linkIn(language, 'confirm'));
  await expectFaultless(page, `asked for consent on ${device}`);
  await page.getByRole('button').click();
  await page.getByRole('status').waitFor();
  await expectFaultless(page, `confirmed on ${device}`);
  await page.goto(`${(await linkIn(language)).slice(0, -4)}`);
  await expectFaultless(page, `an invalid link on ${device}`);
});
