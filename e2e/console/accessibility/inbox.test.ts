import { test } from 'vitest';
import { inboxOf, openConsole } from '../../../apps/server/test/console.ts';
import { LOOKS, startTeam, WIDE, walkOnce } from './axe.ts';

const walkInbox = walkOnce(async (stop) => {
  const { app, ann, chatId } = await startTeam();
  const { page } = await openConsole(app, ann, `/app/inbox/${chatId}`, WIDE);
  const { reply, note, said, button, notice } = inboxOf(page);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.or(page.getByRole('menu')).waitFor({ state: 'detached' });
  };
  await reply.fill('Yes');
  await reply.press('Enter');
  await said('Yes').waitFor();
  await button('Note').click();
  await note.fill('Likes blue');
  await note.press('Enter');
  await said('Likes blue').waitFor();
  await stop(page, 'a chat with a note');
  await page.getByRole('button', { name: /^All open/ }).click();
  await page.getByRole('menuitem', { name: /^Snoozed/ }).waitFor();
  await stop(page, 'the views');
  await leave();
  await button('Filter').click();
  await page.getByLabel('Unread only').waitFor();
  await stop(page, 'the filters');
  await leave();
  await button('Snooze').click();
  await page.getByRole('menuitem', { name: 'Date and time…' }).waitFor();
  await stop(page, 'when to come back to it');
  await page.getByRole('menuitem', { name: 'Date and time…' }).click();
  await dialog.getByLabel('Date and time').waitFor();
  await stop(page, 'a moment to come back to it');
  await leave();
  for (const item of ['Transfer…', 'Teammates in this chat…']) {
    await button('More actions').first().click();
    await page.getByRole('menuitem', { name: item }).waitFor();
    await stop(page, 'what else can be done');
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
    await stop(page, item);
    await leave();
  }
  await button('Quick phrases').click();
  await stop(page, 'quick phrases');
  await page.keyboard.press('Escape');
  await button('Emoji').click();
  await stop(page, 'emoji');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox').first().check({ force: true });
  await page.getByRole('toolbar', { name: '1 chat selected' }).waitFor();
  await stop(page, 'chats that were ticked');
  await button('Done').last().click();
  await notice.getByText('Chat closed').waitFor();
  await stop(page, 'a notice');
});

test.each(LOOKS)('axe finds nothing in the inbox, %s', walkInbox);
