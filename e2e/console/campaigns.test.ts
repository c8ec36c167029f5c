import { api, dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../apps/server/test/callers.ts';
import { addSubscribers, draftCampaign, sendCampaign } from '../../apps/server/test/campaigns.ts';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { type OpenApp, openApp } from '../../apps/server/test/harness.ts';
import { sharedMailboxUrl, startMailbox } from '../../apps/server/test/mailbox.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { aRule, openPage } from '../../apps/server/test/smart-invitations.ts';
import { expectFaultless, LOOKS, PHONE, WIDE, walkOnce } from './accessibility/axe.ts';

const { auditLog, campaigns, contacts } = api;

// Campaigns are sent in the background, so the tests share a server of this file. Each starts a mailbox of its own.
let app: OpenApp;
beforeAll(async () => {
  const SMTP_URL = await sharedMailboxUrl();
  const env = { SMTP_URL, MAIL_FROM: 'Shop <news@chat.example.test>' };
  app = await openApp(env, { background: true, live: true, isPublic: true });
});
afterAll(() => app.end());

const PATH = '/app/outreach/campaigns';
const rule = { trigger: aRule.trigger, text: aRule.text };

const partsOf = (page: Page) => ({
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
  field: (name: string | RegExp) => page.getByLabel(name, { exact: true }),
  html: page.getByRole('textbox', { name: 'HTML', exact: true }),
  reach: page.getByRole('region', { name: 'Audience' }),
  preview: page.getByRole('region', { name: 'Preview' }),
  /** The mail in its frame. */
  mail: page.frameLocator('iframe[title="The e-mail"]').frameLocator('iframe'),
  dialog: page.getByRole('dialog'),
  recipients: page.getByRole('list', { name: 'Recipients' }).getByRole('listitem'),
  rows: page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem'),
  /** A number on the page of a campaign. */
  figure: (name: string, value: number) =>
    page
      .getByLabel('What came of it')
      .locator('div')
      .filter({ hasText: new RegExp(`^${name}${value}`) }),
  heading: (name: string) => page.getByRole('heading', { level: 1, name }),
});

const nameContact = (ann: Owner, id: string, name: string) =>
  ann.call(contacts.update, { params: { id }, body: { name } });

test('an e-mail is written, seen, tested, confirmed, sent and unsubscribed from', async () => {
  const { letters } = await startMailbox();
  const ann = await app.owner();
  const [ira, leo] = await addSubscribers(ann, ['ira@example.test', 'leo@example.test']);
  await nameContact(ann, ira?.id ?? '', 'Ira Kim');
  await nameContact(ann, leo?.id ?? '', 'Leo Fox');
  await ann.call(contacts.create, { body: { email: 'eve@example.test', name: 'Eve Lee' } });
  const { page, complaints } = await openConsole(app, ann, PATH, WIDE);
  const { button, field, html, reach, preview, mail, dialog, recipients, figure, heading } = partsOf(page);

  await page.getByText('No campaigns yet').waitFor();
  await page.getByRole('link', { name: 'New e-mail' }).click();
  await heading('New e-mail').waitFor();
  await reach.getByText('3 people in the audience').waitFor();
  await reach.getByText('No agreement to marketing').waitFor();
  await button('Save draft').click();
  await page.getByText('Enter a name.').waitFor();
  await field('Name').first().fill('Spring sale');
  await button('Continue to start…').click();
  await page.getByText('Enter a subject.').waitFor();
  await page.getByText('Write the e-mail.').waitFor();
  await field('Subject').fill('News for ');
  await button('Insert variable: Subject').click();
  await page.getByRole('menuitem', { name: /^First name/ }).click();
  expect(await field('Subject').inputValue()).toBe('News for {{contact.first_name|there}}');
  await button(/^Announcement with a button/).click();
  await field('Preview text (optional)').fill('Up to half off');
  await preview.getByText('Up to half off').waitFor();

  // Seen by one of the recipients, and by somebody who is searched for.
  await preview.getByText('News for Ira').waitFor();
  await mail.getByText('Hi Ira,').waitFor();
  await page.getByRole('combobox', { name: 'As seen by' }).fill('eve');
  await page.getByRole('option', { name: 'Eve Lee' }).click();
  await mail.getByText('Hi Eve,').waitFor();
  await button('Show as on a phone').click();
  await button('Show in a dark mail app').click();
  await preview.getByText('Plain text', { exact: true }).click();
  await preview.getByRole('region', { name: 'Plain text' }).getByText('Hi Eve,').waitFor();

  await button('Send a test to yourself').click();
  await page.getByText(`Test sent to ${ann.email}.`).waitFor();
  expect(letters).toMatchObject([{ to: ann.email, subject: 'News for Eve' }]);

  await html.fill('<p>Hi {{contact.first_name|there}}, <a href="https://shop.example.test/sale">look</a></p>');
  await page.getByText('There’s no link to unsubscribe, so one is added at the end of the e-mail.').waitFor();
  await button('Continue to start…').click();
  await dialog.getByText('It’s sent to 2 people right away.').waitFor();
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await dialog.getByText('Confirm this first.').waitFor();
  await dialog.getByRole('checkbox', { name: 'I confirm that these 2 people agreed' }).check();
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await page.getByText('Finished', { exact: true }).first().waitFor();
  await page.getByText('3 of 3 done').waitFor();
  await recipients.filter({ hasText: 'Ira Kim' }).filter({ hasText: 'Sent' }).waitFor();
  const got = letters.slice(1);
  expect(got.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ['ira@example.test', 'News for Ira'],
    ['leo@example.test', 'News for Leo'],
  ]);

  const [link = ''] = /https?:\/\/\S+\/u\/[\w-]+/.exec(got[0]?.text ?? '') ?? [];
  const inbox = await page.context().newPage();
  await inbox.goto(link);
  await inbox.getByRole('button').first().click();
  await inbox.getByRole('status').waitFor();
  await inbox.close();
  await figure('Unsubscribed', 1).waitFor();
  await button('Show the e-mail').click();
  await mail.getByText(/^Hi /).waitFor();
  expect(complaints).toEqual([]);
});

test('what is wrong with an e-mail is shown at its field', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, `${PATH}/new?type=email`);
  const { button, field, html, reach, dialog } = partsOf(page);
  await field('Name').first().fill('News');
  await field('Subject').fill('Hi {{contact.nme}}');
  await page.getByText('There is no variable {{contact.nme}}. Insert one from the menu.').waitFor();
  await reach.getByText('Correct the marked fields to see whom it reaches.').waitFor();
  await button('Save draft').click();
  await expect.poll(() => field('Subject').evaluate((input) => input.matches(':focus'))).toBe(true);
  await field('Subject').fill('Hi');
  await field('Replies go to').fill('ann');
  await button('Save draft').click();
  await page.getByText('Enter a full e-mail address, like name@example.com.').waitFor();
  await field('Replies go to').fill('ann@example.test');
  await html.fill('<p>{{site.nme}}</p>');
  await page.getByText('There is no variable {{site.nme}}. Insert one from the menu.').waitFor();
  await page.getByText('Plain text', { exact: true }).first().click();
  await field('Text').fill('Hello');
  await button('Continue to start…').click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await reach.getByText('Nobody would get this e-mail. Widen the audience, or check the consent.').waitFor();
  const { data } = (await ann.call(campaigns.list)).data;
  expect(data[0]).toMatchObject({
    type: 'email',
    settings: { subject: 'Hi', text: 'Hello', reply_to: 'ann@example.test' },
  });
  expect(data[0]?.settings).not.toHaveProperty('html');
});

test('an attested e-mail goes to contacts without a record, and says so in the audit log', async () => {
  const { letters } = await startMailbox();
  const ann = await app.owner();
  await ann.call(contacts.create, { body: { email: 'eve@example.test' } });
  const draft = await draftCampaign(ann);
  const { page } = await openConsole(app, ann, `${PATH}/${draft.id}`);
  const { button, reach, dialog } = partsOf(page);
  await reach.getByText('0', { exact: true }).waitFor();
  await page.getByText('Also without a record').click();
  await page.getByText('This is noted in the audit log with your name.').waitFor();
  await reach.getByText('person will get it').waitFor();
  await button('Start…').click();
  await dialog.getByText('Your confirmation is kept with the campaign and in the audit log.').waitFor();
  await dialog.getByRole('checkbox', { name: 'also if we have no record of it' }).check();
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await page.getByText('Finished', { exact: true }).first().waitFor();
  await page.getByText('Also contacts without a record, as confirmed').waitFor();
  expect(letters.map(({ to }) => to)).toEqual(['eve@example.test']);
  const { data } = (await ann.call(auditLog.list, { query: { limit: 10 } })).data;
  expect(data).toContainEqual(
    expect.objectContaining({ action: 'campaign.started', after: { consent_basis: 'attested', recipients: 1 } }),
  );
});

test('a running e-mail is paused, resumed and finished early, and copied', async () => {
  await startMailbox();
  const ann = await app.owner();
  await addSubscribers(ann, ['ira@example.test', 'leo@example.test', 'eve@example.test']);
  const campaign = await draftCampaign(ann, { rate_per_minute: 1 });
  await campaign.send();
  const { page } = await openConsole(app, ann, `${PATH}/${campaign.id}`);
  const { button, dialog, rows } = partsOf(page);
  await page.getByText('Sending', { exact: true }).waitFor();
  await button('Pause').click();
  await button('Resume').waitFor();
  expect((await campaign.read()).status).toBe('paused');
  await button('Resume').click();
  await button('Pause').waitFor();
  await campaign.untilCounts({ sent: 1 });
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Finish now…' }).click();
  await dialog.getByText('2 people who are still waiting won’t get it. This can’t be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Finish campaign' }).click();
  await page.getByText('Finished', { exact: true }).first().waitFor();
  await page.getByText('Sending was finished before').first().waitFor();
  await button('Copy').click();
  await button('Save draft').waitFor();
  await page.getByRole('link', { name: 'Campaigns' }).first().click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Draft' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link').click();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete campaign' }).click();
  await expect.poll(() => rows.count()).toBe(1);
});

test('an e-mail that the mail server doesn’t take says so and what to do', async () => {
  const ann = await app.owner();
  const campaign = await draftCampaign(ann, { send_at: '2100-01-01T09:00:00Z' });
  await app.sql(`UPDATE sends SET status = 'paused', pause_reason = 'mail_not_ready', paused_from = 'running'
    WHERE id = ${campaign.id}`);
  const { page } = await openConsole(app, ann, `${PATH}/${campaign.id}`);
  await page.getByText('The mail server can’t be reached or doesn’t accept e-mails from this address.').waitFor();
  await page.getByRole('link', { name: 'E-mail settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'E-mail' }).waitFor();
});

test('an on-site campaign is written, started, seen by a visitor, shown in figures and finished', async () => {
  const ann = await app.owner();
  const { page, complaints } = await openConsole(app, ann, PATH, WIDE);
  const { button, field, dialog, rows } = partsOf(page);
  await page.getByRole('link', { name: 'New on-site campaign' }).click();
  await field('Name').first().fill('Free delivery');
  await button('Continue to start…').click();
  await page.getByText('Write the text.').waitFor();
  await field('Text').fill('Free delivery until Sunday!');
  await field('Ends').fill('2020-01-01T10:00');
  await button('Continue to start…').click();
  await page.getByText('This time is over. Choose a later one.').waitFor();
  await field('Ends').fill('2099-01-01T10:00');
  await button('Continue to start…').click();
  await dialog.getByText(/^Visitors see it from now on, until .* 2099/).waitFor();
  await dialog.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  await page.getByText('No visitor has seen it yet.').waitFor();

  const { data } = (await ann.call(campaigns.list)).data;
  const id = data[0]?.id ?? 0;
  const visitor = openPage(app, ann);
  await visitor.see(`c${id}`, ['shown', 'opened']);
  await page.reload();
  await page.getByText('Shown', { exact: true }).waitFor();
  await page.getByText('1 · 100%').waitFor();
  await button('Pause').click();
  await button('Resume').click();
  await button('Pause').waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Finish now…' }).click();
  await dialog.getByText('It ends now. This can’t be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Finish campaign' }).click();
  await page.getByText('Finished', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Campaigns' }).first().click();
  await rows.getByText('Shown once · 0 wrote').waitFor();
  expect(complaints).toEqual([]);
});

test('operators do not see campaigns', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, await addAgent(app, ann, 'operator'), PATH);
  await page.getByText('Page not found').waitFor();
});

/** A draft, one that is over and one on the site, so that every page has something on it. */
async function fill(ann: Owner) {
  await startMailbox();
  await addSubscribers(ann, ['ira@example.test', 'leo@example.test']);
  const draft = await draftCampaign(ann, { html: '<p>Hi {{contact.first_name|there}}</p>', preheader: 'Half off' });
  const sent = await sendCampaign(ann, { track_clicks: true });
  const onsite = await draftCampaign(ann, { rule }, 'onsite');
  await onsite.act('start');
  await openPage(app, ann).see(`c${onsite.id}`, ['shown', 'opened']);
  return { draft, sent, onsite };
}

const walkCampaigns = walkOnce(async (stop) => {
  const ann = await app.owner();
  const { draft, sent, onsite } = await fill(ann);
  const { page } = await openConsole(app, ann, PATH, WIDE);
  const { dialog, mail } = partsOf(page);
  await page.getByText('Finished').first().waitFor();
  await stop(page, 'the list');
  await goTo(page, `${app.address}${PATH}/${draft.id}`);
  await page.getByText('people will get it').waitFor();
  await mail.getByText('Hi there').waitFor();
  await stop(page, 'a draft');
  await page.getByRole('button', { name: 'Start…' }).click();
  await dialog.getByRole('checkbox').waitFor();
  await stop(page, 'the start');
  await page.keyboard.press('Escape');
  await goTo(page, `${app.address}${PATH}/${sent.id}`);
  await page.getByText('That’s everybody').waitFor();
  await stop(page, 'an e-mail');
  await goTo(page, `${app.address}${PATH}/${onsite.id}`);
  await page.getByText('From invitation to message').waitFor();
  await stop(page, 'an on-site campaign');
  await goTo(page, `${app.address}${PATH}/new?type=onsite`);
  await page.getByText('From when to when').waitFor();
  await stop(page, 'a new on-site campaign');
});

test.each(LOOKS)('axe finds nothing in campaigns, %s', walkCampaigns);

test('axe finds nothing in campaigns on a phone, in Russian', async () => {
  const ann = await app.owner();
  const { draft, sent, onsite } = await fill(ann);
  await (await signedIn(app, ann))(dashboard.profile.update, { body: { locale: 'ru' } });
  const { page } = await openConsole(app, ann, PATH, PHONE);
  for (const [path, words] of [
    [PATH, 'Завершена'],
    [`${PATH}/new?type=email`, 'Новое письмо'],
    [`${PATH}/new?type=onsite`, 'Новая кампания на сайте'],
    [`${PATH}/${draft.id}`, 'получат'],
    [`${PATH}/${sent.id}`, 'Это все'],
    [`${PATH}/${onsite.id}`, 'От показа до сообщения'],
  ] as const) {
    await goTo(page, `${app.address}${path}`);
    await page.getByText(words).first().waitFor();
    // What is counted and previewed has arrived.
    await page.waitForLoadState('networkidle');
    await expectFaultless(page, `${path} on a phone`);
    const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([path, isWider]).toEqual([path, false]);
  }
});
