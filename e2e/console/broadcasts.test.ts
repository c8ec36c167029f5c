import { api, dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVisitors, draftBroadcast } from '../../apps/server/test/broadcasts.ts';
import { signedIn } from '../../apps/server/test/callers.ts';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { type OpenApp, openApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { advanceClock } from '../../apps/server/test/webhooks.ts';
import { expectFaultless, LOOKS, PHONE, WIDE, walkOnce } from './accessibility/axe.ts';

const { broadcasts, contacts, messages, suppressions } = api;

// Broadcasts are sent in the background, so the tests share a server of this file.
let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { background: true, live: true, isPublic: true });
});
afterAll(() => app.end());

const PATH = '/app/outreach/broadcasts';

const partsOf = (page: Page) => ({
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
  field: (name: string | RegExp) => page.getByLabel(name, { exact: true }),
  text: page.getByRole('textbox', { name: 'Text', exact: true }),
  reach: page.getByRole('region', { name: 'Audience' }),
  preview: page.getByRole('region', { name: 'Preview' }),
  dialog: page.getByRole('dialog'),
  recipients: page.getByRole('list', { name: 'Recipients' }).getByRole('listitem'),
  heading: (name: string) => page.getByRole('heading', { level: 1, name }),
});

const nameContact = (ann: Owner, id: string, name: string, tags: string[] = []) =>
  Promise.all([
    ann.call(contacts.update, { params: { id }, body: { name } }),
    ...(tags.length ? [ann.call(contacts.addTags, { params: { id }, body: { tags } })] : []),
  ]);

test('a broadcast is written, counted, previewed, confirmed and followed until everybody has got it', async () => {
  const ann = await app.owner();
  const [ira, bob, eve] = await addVisitors(app, ann, 3);
  await nameContact(ann, ira?.contactId ?? '', 'Ira Kim', ['vip']);
  await nameContact(ann, bob?.contactId ?? '', 'Bob Lee', ['vip']);
  await ann.call(contacts.block, { params: { id: bob?.contactId ?? '' } });
  await nameContact(ann, eve?.contactId ?? '', 'Eve Fox');
  const { page, complaints } = await openConsole(app, ann, '/app/outreach', WIDE);
  const { button, field, text, reach, preview, dialog, recipients, heading } = partsOf(page);

  await page.getByText('No broadcasts yet').waitFor();
  await page.getByRole('link', { name: 'New broadcast' }).first().click();
  await heading('New broadcast').waitFor();
  await reach.getByText('3 people in the audience').waitFor();
  await reach.getByText('You blocked this contact').waitFor();
  expect(await button(/^Telegram/).isDisabled()).toBe(true);
  await button(/^Telegram/)
    .getByText('Not connected')
    .waitFor();

  await button('Save draft').click();
  await page.getByText('Enter a name.').waitFor();
  await field('Name').fill('Spring sale');
  await button('Continue to start…').click();
  await page.getByText('Write the message.').waitFor();
  await text.fill('Hi , the sale is on');
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3));
  await button('Insert variable').click();
  await page.getByRole('menuitem', { name: /^First name/ }).click();
  expect(await text.inputValue()).toBe('Hi {{contact.first_name|there}}, the sale is on');
  await preview.getByText('Hi Ira, the sale is on').waitFor();
  await page.getByRole('combobox', { name: 'As seen by' }).fill('bob');
  await page.getByRole('option', { name: 'Bob Lee' }).click();
  await preview.getByText('Hi Bob, the sale is on').waitFor();
  await button('Add condition').click();
  await page.getByRole('menuitem', { name: 'Has one of the tags' }).click();
  await page.getByRole('combobox', { name: 'Has one of the tags' }).fill('vip');
  await page.keyboard.press('Enter');
  await reach.getByText('2 people in the audience').waitFor();
  await reach.getByText('person will get it').waitFor();

  await button('Continue to start…').click();
  await dialog.getByText('It goes out through Website to 1 person right away.').waitFor();
  await dialog.getByRole('button', { name: 'Start broadcast' }).click();
  await dialog.getByText('Confirm this first.').waitFor();
  await dialog.getByRole('checkbox', { name: 'I confirm that this person agreed' }).check();
  await dialog.getByRole('button', { name: 'Start broadcast' }).click();
  await page.getByText('Finished', { exact: true }).first().waitFor();
  await page.getByText('2 of 2 done').waitFor();
  await recipients.filter({ hasText: 'Ira Kim' }).filter({ hasText: 'Sent' }).waitFor();
  await recipients.filter({ hasText: 'Bob Lee' }).filter({ hasText: 'You blocked this contact' }).waitFor();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Skipped · 1' }).click();
  await expect.poll(() => recipients.count()).toBe(1);
  await recipients.getByRole('link', { name: 'Bob Lee' }).click();
  await page.waitForURL(`**/contacts/${bob?.contactId}`);

  await page.goBack();
  await button('Copy').click();
  await button('Save draft').waitFor();
  expect(await text.inputValue()).toBe('Hi {{contact.first_name|there}}, the sale is on');
  await page.getByRole('link', { name: 'Broadcasts' }).first().click();
  const rows = page.getByRole('list', { name: 'Broadcasts' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Finished' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText('1 of 2 sent').waitFor();
  expect(complaints).toEqual([]);
});

test('a running broadcast is paused, resumed, renamed and finished early, after a question', async () => {
  const ann = await app.owner();
  await addVisitors(app, ann, 3);
  const broadcast = await draftBroadcast(ann, { rate_per_minute: 1 });
  await broadcast.start();
  const { page } = await openConsole(app, ann, `${PATH}/${broadcast.id}`);
  const { button, dialog, heading } = partsOf(page);
  await page.getByText('Sending', { exact: true }).waitFor();
  await button('Pause').click();
  await button('Resume').waitFor();
  expect((await broadcast.read()).status).toBe('paused');
  await button('Resume').click();
  await button('Pause').waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await dialog.getByLabel('Name').fill('News of May');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await heading('News of May').waitFor();
  await expect.poll(async () => (await broadcast.read()).counts.sent).toBeGreaterThan(0);
  advanceClock(app, 61);
  await page.getByText('2 of 3 done').waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Finish now…' }).click();
  await dialog.getByText('1 person who is still waiting won’t get it. This can’t be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Finish broadcast' }).click();
  await page.getByText('Finished', { exact: true }).first().waitFor();
  await page.getByText('Sending was finished before').waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete broadcast' }).click();
  await page.getByText('No broadcasts yet').waitFor();
});

test('a scheduled broadcast says when it starts and is cancelled after a question', async () => {
  const ann = await app.owner();
  await addVisitors(app, ann, 1);
  const broadcast = await draftBroadcast(ann, { send_at: '2100-01-01T09:00:00Z' });
  const { page } = await openConsole(app, ann, `${PATH}/${broadcast.id}`);
  const { button, dialog } = partsOf(page);
  await button('Schedule…').click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Schedule broadcast' }).click();
  await page.getByText(/^Starts .* 2100/).waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Cancel…' }).click();
  await dialog.getByText('It won’t be sent. This can’t be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel broadcast' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
});

test('a broadcast that paused itself says why and what to do', async () => {
  const ann = await app.owner();
  await addVisitors(app, ann, 1);
  const broadcast = await draftBroadcast(ann, { send_at: '2100-01-01T09:00:00Z' });
  await broadcast.start();
  await app.sql(`UPDATE sends SET status = 'paused', pause_reason = 'channel_not_ready', channel = 'tg', paused_from = 'running'
    WHERE widget_id = ${ann.widgetId}`);
  const { page } = await openConsole(app, ann, `${PATH}/${broadcast.id}`);
  await page.getByText('Nothing can be sent through Telegram.').waitFor();
  await page.getByText('Connect the channel again, then resume.').waitFor();
  await partsOf(page).button('Resume').click();
  await page.getByText('Nothing can be sent through Telegram right now. Connect it again first.').waitFor();
  await page.getByRole('link', { name: 'Open the channel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Telegram' }).waitFor();
});

test('a test of the message goes to the contact of the preview, and says why it cannot', async () => {
  const ann = await app.owner();
  const [ira, bob] = await addVisitors(app, ann, 2);
  await nameContact(ann, ira?.contactId ?? '', 'Ira Kim');
  await nameContact(ann, bob?.contactId ?? '', 'Bob Lee');
  await ann.call(contacts.block, { params: { id: bob?.contactId ?? '' } });
  const { page } = await openConsole(app, ann, `${PATH}/new`, WIDE);
  const { button, field, text, preview } = partsOf(page);
  expect(await preview.getByRole('button', { name: /^Send a test/ }).isDisabled()).toBe(true);
  await text.fill('Hi {{contact.first_name}}');
  await preview.getByText('Hi Ira').waitFor();
  await button('Send a test to Ira Kim').click();
  await page.getByRole('link', { name: 'Test sent to Ira Kim. Open the chat' }).waitFor();
  const { data } = await ann.call(messages.list, { params: { id: ira?.chatId ?? 0 } });
  expect(data.data[0]).toMatchObject({ body: 'Hi Ira', sender: 'agent' });
  await page.getByRole('combobox', { name: 'As seen by' }).fill('bob');
  await page.getByRole('option', { name: 'Bob Lee' }).click();
  await button('Send a test to Bob Lee').click();
  await page.getByText('Bob Lee can’t be reached on this channel right now.').waitFor();
  await field('Name').fill('News');
  await button('Save draft').click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/broadcasts\/\d+/);
});

test('what the server refuses is shown at its field', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, `${PATH}/new`);
  const { button, field, text, reach, dialog } = partsOf(page);
  await field('Name').fill('News');
  await text.fill('Hi {{contact.nme}}');
  await page.getByText('There is no variable {{contact.nme}}. Insert one from the menu.').waitFor();
  await reach.getByText('Correct the marked fields to see whom it reaches.').waitFor();
  await button('Save draft').click();
  await expect.poll(() => text.evaluate((area) => area.matches(':focus'))).toBe(true);
  await text.fill('Hi');
  await page.getByText('Text with buttons').click();
  await button('Add button').click();
  await field('Label').fill('Shop');
  await field('Opens').fill('shop');
  await button('Save draft').click();
  await page.getByText('Each button needs a label and a full https address.').waitFor();
  await field('Opens').fill('https://shop.example/');
  await button('Continue to start…').click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Start broadcast' }).click();
  await reach.getByText('Nobody would get this broadcast. Widen the audience.').waitFor();
  const { data } = (await ann.call(broadcasts.list)).data;
  expect(data[0]?.settings.message).toMatchObject({ type: 'keyboard', keyboard: { buttons: [{ label: 'Shop' }] } });
});

test('a draft for WhatsApp has a template, which the server checks', async () => {
  const ann = await app.owner();
  const broadcast = await draftBroadcast(ann, {}, 'wa');
  const { page } = await openConsole(app, ann, `${PATH}/${broadcast.id}`);
  const { button, field } = partsOf(page);
  await field('Template name').fill('Spring sale');
  await page.getByText('Use small letters, digits and underscores, or a content SID.').waitFor();
  await field('Template name').fill('spring_sale');
  await field('Template language').fill('en_US');
  await page.getByRole('textbox', { name: 'Values', exact: true }).fill('{{contact.name|you}}\nMay 5');
  await button('Save draft').click();
  const template = { name: 'spring_sale', language: 'en_US', parameters: ['{{contact.name|you}}', 'May 5'] };
  await expect.poll(async () => (await broadcast.read()).settings.template).toEqual(template);
});

test('leaving a draft with unsaved changes asks first', async () => {
  const ann = await app.owner();
  const broadcast = await draftBroadcast(ann);
  const { page } = await openConsole(app, ann, `${PATH}/${broadcast.id}`);
  const { text, button, dialog } = partsOf(page);
  await text.fill('Good evening');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'Suppressions' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('Save draft').click();
  await page.getByText('Draft saved.').waitFor();
  expect((await broadcast.read()).settings.message).toEqual({ type: 'text', body: 'Good evening' });
  await page.getByRole('link', { name: 'Suppressions' }).click();
  await page.getByText('Nobody is suppressed').waitFor();
});

test('addresses are suppressed, found and lifted, but not those whose owner unsubscribed', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, '/app/outreach/suppressions');
  const { button, dialog } = partsOf(page);
  const rows = page.getByRole('list', { name: 'Suppressions' }).getByRole('listitem');
  const add = async (address: string) => {
    await button('Add address').click();
    await dialog.getByLabel('E-mail').fill(address);
    await dialog.getByRole('button', { name: 'Suppress' }).click();
  };
  await add('jane');
  await dialog.getByText('Enter a full e-mail address, like name@example.com.').waitFor();
  await page.keyboard.press('Escape');
  await add('jane@example.com');
  await rows.filter({ hasText: 'Added by hand' }).waitFor();
  await add('joe@example.com');
  await expect.poll(() => rows.count()).toBe(2);
  await app.sql(`UPDATE suppressions SET reason = 'unsubscribed' WHERE widget_id = ${ann.widgetId} AND id = (
    SELECT min(id) FROM suppressions WHERE widget_id = ${ann.widgetId})`);
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Unsubscribed' }).click();
  await rows.getByText('Their own choice. Only they can undo it.').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.getByRole('button').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Added by hand' }).click();
  await rows.getByRole('button', { name: /^Lift/ }).click();
  await dialog.getByRole('button', { name: 'Lift' }).click();
  await page.getByText('No suppressions match').waitFor();
  expect((await ann.call(suppressions.list)).data.data).toHaveLength(1);
});

test('operators do not see outreach', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, await addAgent(app, ann, 'operator'), PATH);
  await page.getByText('Page not found').waitFor();
  expect(await page.getByRole('link', { name: 'Outreach' }).count()).toBe(0);
});

/** A draft, one that is over and an address, so that every page has something on it. */
async function fill(ann: Owner) {
  await addVisitors(app, ann, 2);
  const draft = await draftBroadcast(ann, {
    window: { from: '09:00', to: '21:00' },
    audience: { tags_none: ['spam'] },
  });
  const sent = await draftBroadcast(ann, { rate_per_minute: 1 });
  await sent.start();
  await sent.act('finish');
  await ann.call(suppressions.create, { body: { channel: 'email', address: 'jane@example.com' } });
  return { draft, sent };
}

const walkOutreach = walkOnce(async (stop) => {
  const ann = await app.owner();
  const { draft, sent } = await fill(ann);
  const { page } = await openConsole(app, ann, PATH, WIDE);
  const { dialog } = partsOf(page);
  await page.getByText('Finished').first().waitFor();
  await stop(page, 'the list');
  await goTo(page, `${app.address}${PATH}/${draft.id}`);
  await page.getByText('Has none of the tags').waitFor();
  await page.getByText('people will get it').waitFor();
  await stop(page, 'a draft');
  await page.getByRole('button', { name: 'Start…' }).click();
  await dialog.getByRole('checkbox').waitFor();
  await stop(page, 'the start');
  await page.keyboard.press('Escape');
  await goTo(page, `${app.address}${PATH}/${sent.id}`);
  await page.getByText('That’s everybody').waitFor();
  await stop(page, 'a broadcast');
  await goTo(page, `${app.address}/app/outreach/suppressions`);
  await page.getByText('Added by hand').first().waitFor();
  await stop(page, 'suppressions');
});

test.each(LOOKS)('axe finds nothing in outreach, %s', walkOutreach);

test('axe finds nothing in outreach on a phone, in Russian', async () => {
  const ann = await app.owner();
  const { draft, sent } = await fill(ann);
  await (await signedIn(app, ann))(dashboard.profile.update, { body: { locale: 'ru' } });
  const { page } = await openConsole(app, ann, PATH, PHONE);
  for (const [path, words] of [
    [PATH, 'Завершена'],
    [`${PATH}/new`, 'Новая рассылка'],
    [`${PATH}/${draft.id}`, 'Только в определённое время суток'],
    [`${PATH}/${sent.id}`, 'Это все'],
    ['/app/outreach/suppressions', 'Добавлен вручную'],
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
