import { api } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inboxOf, openConsole } from '../../apps/server/test/console.ts';
import type { Customer, FakeVendor } from '../../apps/server/test/messengers/fake-vendor.ts';
import { chatOf, connect, messagesOf, startMessengerApp } from '../../apps/server/test/messengers/messenger-app.ts';
import { startTg } from '../../apps/server/test/messengers/tg.ts';
import { startVk } from '../../apps/server/test/messengers/vk.ts';
import { startWaCloud } from '../../apps/server/test/messengers/wa-cloud.ts';
import { until } from '../../apps/server/test/until.ts';
import { expectFaultless, LOOKS } from './accessibility/axe.ts';

const maria: Customer = { id: '79001234567', name: 'Maria Lopez', phone: '79001234567' };

/** A chat of a customer, open in the console. */
async function openChat(fake: FakeVendor, prepare: (owner: Awaited<ReturnType<typeof begin>>) => Promise<unknown>) {
  const { app, ann } = await begin(fake);
  await prepare({ app, ann });
  await fake.write(maria, { text: 'Is it blue?' });
  const chat = await chatOf(ann);
  const { page, complaints } = await openConsole(app, ann, `/app/inbox/${chat.id}`);
  const desk = inboxOf(page);
  await desk.said('Is it blue?').waitFor();
  const bubble = (text: string) => desk.log.getByRole('article').filter({ hasText: text });
  const write = async (text: string) => {
    await desk.reply.fill(text);
    await desk.reply.press('Enter');
  };
  return { app, ann, chat, page, complaints, desk, bubble, write };
}

async function begin(fake: FakeVendor) {
  const app = await startMessengerApp([fake]);
  // The browser has a clock of its own.
  app.clock.now = Temporal.Now.instant();
  return { app, ann: await app.owner({ apiEnabled: true }) };
}

async function expectFaultlessInBoth(page: Page, where: string) {
  for (const colorScheme of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await expectFaultless(page, `${where}, ${colorScheme}`);
  }
}

const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement);

/** Refusals that a test asks for. */
const isFault = (text: string) => !/status of (401|409|502)/.test(text);

test('a reply in WhatsApp is sent and read, until the time to reply runs out while the agent writes', async () => {
  const wa = await startWaCloud();
  const { app, ann, chat, page, complaints, desk, bubble, write } = await openChat(wa, async ({ ann }) => {
    await connect(ann, wa);
    await ann.call(api.contacts.create, { body: { name: 'Maria from the site', phone: '+7 (900) 123-45-67' } });
  });
  await desk.row('Is it blue?').getByRole('img', { name: 'WhatsApp' }).waitFor();
  await write('Yes, it is');
  await bubble('Yes, it is').getByRole('img', { name: 'Sent', exact: true }).waitFor();
  await wa.receive?.(maria);
  await bubble('Yes, it is').getByRole('img', { name: 'Delivered' }).waitFor();
  await wa.read?.(maria);
  await bubble('Yes, it is').getByRole('img', { name: 'Seen' }).waitFor();
  await page.getByText(/^You can reply for (24 h|23 h 59 min) more$/).waitFor();

  await page.getByText('Same number: +7 (900) 123-45-67').waitFor();
  await expectFaultlessInBoth(page, 'a chat in WhatsApp');
  await page.getByRole('button', { name: 'Merge with Maria from the site' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await desk.notice.getByText('Merged into Maria Lopez').waitFor();
  await page.getByText('Same number').waitFor({ state: 'detached' });

  await desk.reply.fill('One more thing');
  const soon = Temporal.Now.instant().add({ seconds: 15 });
  await app.sql(`UPDATE messenger_chats SET reply_until = '${soon}' WHERE chat_id = ${chat.id}`);
  // Any change of the chat brings its reach along.
  await ann.call(api.chats.markUnread, { params: { id: chat.id } });
  await page.getByText('You can reply for 1 min more').waitFor();
  await page.getByText('The time to reply has run out').waitFor();
  expect(await desk.reply.count()).toBe(0);
  expect(await hasFocus(page.getByRole('region', { name: 'Write' }))).toBe(true);
  await expectFaultlessInBoth(page, 'a shut composer');
  await desk.button('Note').click();
  await until(() => hasFocus(desk.note), 'a note can be written at once');
  await desk.button('Reply').click();

  await wa.write(maria, { text: 'Still there?' });
  await until(async () => (await desk.reply.inputValue()) === 'One more thing', 'what was written is still there');
  expect(complaints.filter(isFault)).toEqual([]);
});

test('a reply that Telegram refuses says why and goes out again; what was sent is edited and deleted', async () => {
  const tg = await startTg();
  const { ann, chat, page, complaints, desk, bubble, write } = await openChat(tg, ({ ann }) => connect(ann, tg));
  const newest = async () => (await messagesOf(ann, chat.id)).at(-1);
  tg.behave({ fate: 'content_rejected', times: 1 });
  await write('Yse, it is');
  const failed = bubble('Yse, it is');
  const reason = failed.getByText('Not delivered: Telegram didn’t accept this message');
  await reason.waitFor();
  expect(await reason.getAttribute('title')).toBe('Bad Request: message text is empty');
  await expectFaultlessInBoth(page, 'a message that failed');
  await failed.getByRole('button', { name: 'Send again' }).click();
  await failed.getByRole('img', { name: 'Sent', exact: true }).waitFor();
  expect(await hasFocus(desk.log)).toBe(true);

  const menu = (text: string) => bubble(text).getByRole('button', { name: 'Edit or delete' });
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await menu('Yse, it is').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await until(() => hasFocus(field), 'the text can be edited at once');
  await field.fill('Yes, it is');
  await expectFaultlessInBoth(page, 'a message that is edited');
  await field.press('Enter');
  await bubble('Yes, it is').getByText('edited', { exact: true }).waitFor();
  expect(await hasFocus(menu('Yes, it is'))).toBe(true);
  await until(() => tg.sent.at(-1)?.isEdited, 'Telegram has the new text');
  await until(async () => (await newest())?.edited_at !== null, 'so has the chat');

  tg.behave({ fate: 'content_rejected', times: 1 });
  await menu('Yes, it is').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field.fill('Yes, it is blue');
  await page.getByRole('button', { name: 'Save' }).click();
  await desk.log.getByText(/^Telegram didn’t allow it/).waitFor();
  expect(await field.inputValue()).toBe('Yes, it is blue');
  await field.press('Escape');
  await bubble('Yes, it is').waitFor();

  await menu('Yes, it is').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expectFaultlessInBoth(page, 'the question before a message is deleted');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete for everyone' });
  await confirm.click();
  await bubble('Message deleted').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await hasFocus(desk.log)).toBe(true);
  expect([tg.sent.at(-1)?.isRemoved, await newest()]).toMatchObject([true, { body: null }]);

  // The deletion may be shown before the request is answered.
  await write('It is green');
  await bubble('It is green').getByRole('img', { name: 'Sent', exact: true }).waitFor();
  await page.route('**/messages/*', async (route) => {
    const response = await route.fetch();
    await bubble('Message deleted').nth(1).waitFor();
    await route.fulfill({ response });
  });
  await menu('It is green').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await confirm.click();
  await bubble('Message deleted').nth(1).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await hasFocus(desk.log)).toBe(true);

  await tg.block?.(maria);
  await page.getByText('The customer doesn’t accept your messages in Telegram').waitFor();
  await ann.call(api.messengers.disconnect, { params: { provider: 'tg' } });
  // Disconnecting changes no chat.
  await page.reload();
  await page.getByText('Telegram isn’t connected').waitFor();
  await page.getByRole('link', { name: 'Open messenger settings' }).waitFor();
  expect(complaints.filter(isFault)).toEqual([]);
});

test('what a colleague types in VK itself is shown as theirs', async () => {
  const vk = await startVk();
  const { complaints, bubble } = await openChat(vk, ({ ann }) =>
    ann.call(api.messengers.addCommunity, { body: { token: vk.credential.token, community: vk.community } }),
  );
  await vk.typeElsewhere?.(maria, 'I am on it');
  await bubble('I am on it').getByText('typed in VK').waitFor();
  await bubble('Your team').waitFor();
  expect(complaints.filter(isFault)).toEqual([]);
});
