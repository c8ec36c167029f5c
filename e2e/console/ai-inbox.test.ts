import { api, dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAi, addAiChat, shareAi } from '../../apps/server/test/answering.ts';
import { signedIn } from '../../apps/server/test/callers.ts';
import { inboxOf, openConsole, openScreen, openSignedOut } from '../../apps/server/test/console.ts';
import { addAgent, untilOnline } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';
import { expectFaultless, LOOKS } from './accessibility/axe.ts';
import { countTones, readTones } from './tones.ts';

const { chats } = api;
const shared = shareAi({ live: true, isPublic: true });

async function start(given?: Parameters<typeof addAi>[1]) {
  const { app, vendor } = shared();
  const ann = await app.owner({ apiEnabled: true });
  return { app, vendor, ann, ...(await addAi(ann, given)) };
}

async function expectFaultlessInBoth(page: Page, where: string) {
  for (const colorScheme of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await expectFaultless(page, `${where}, ${colorScheme}`);
  }
}

const isFault = (text: string) => !/status of (401|409)/.test(text);

test('an answer of the AI is explained, and a person takes the chat over and hands it back', async () => {
  const { app, vendor, ann } = await start();
  vendor.next({ status: 500 }, { text: 'We open at nine.' });
  const chat = await addAiChat(app, ann, 'When do you open?');
  await chat.settled();
  const { page, complaints } = await openConsole(app, ann, '/app/inbox');
  const desk = inboxOf(page);
  const bar = page.getByRole('region', { name: 'AI in this chat' });
  await desk.row('We open at nine.').getByText('AI', { exact: true }).waitFor();
  expect(
    await desk
      .row('We open at nine.')
      .getByTitle(/^Waiting|unread/)
      .count(),
  ).toBe(0);

  await desk.row('We open at nine.').click();
  const answer = desk.log.getByRole('article', { name: 'Message from Mia' });
  await answer.getByText('We open at nine.').waitFor();
  await bar.getByText('Mia is answering').waitFor();
  await answer.getByRole('button', { name: /^\d+\.\d s$/ }).click();
  await answer.getByText('model-a · openai', { exact: true }).waitFor();
  for (const text of ['Answered', '12 in, 3 out', '$0.000054', /server error \(HTTP 500\)/, /in all$/]) {
    await answer.getByText(text, { exact: true }).waitFor();
  }

  await expectFaultlessInBoth(page, 'an explained answer');

  await bar.getByRole('button', { name: 'Take over' }).click();
  await bar.getByText('You have this chat, so the AI is silent').waitFor();
  await until(async () => (await chat.read()).agent_id === ann.agentId, 'the agent has the chat');
  await bar.getByRole('button', { name: 'Hand back to the AI' }).click();
  await bar.getByText('The AI will answer the visitor’s next message').waitFor();
  await until(async () => (await chat.read()).agent_id === null, 'nobody has the chat');

  vendor.next({ fault: 'hang' });
  await chat.visitor.write('Even on Sunday?');
  await desk.log.getByText('Mia is typing').waitFor();
  await bar.getByText('Mia is answering').waitFor();
  await desk.button('More actions').first().click();
  await page.getByRole('menuitemcheckbox', { name: 'AI replies' }).click();
  await bar.getByText('You paused the AI in this chat').waitFor();
  await until(async () => (await chat.ai()).silence === 'paused', 'the AI is paused');
  await bar.getByRole('button', { name: 'Hand back to the AI' }).click();
  await bar.getByText('The AI will answer the visitor’s next message').waitFor();
  expect(complaints.filter(isFault)).toEqual([]);
});

test('agents are told of a chat when the AI hands it over, and read why', async () => {
  const { app, vendor, ann } = await start({ assistant: { escalation_triggers: ['real person'] } });
  const session = await signedIn(app, ann);
  await session(dashboard.profile.update, { body: { notifications: { push: false } } });
  const { page, complaints } = await openSignedOut(app, { tabs: 'ai-alerts' });
  await countTones(page);
  await openScreen(app, page, ann, '/app/contacts');
  const desk = inboxOf(page);
  await page.getByRole('heading', { name: 'Contacts' }).click();
  await untilOnline(ann);

  vendor.next({ text: 'We open at nine.' });
  const chat = await addAiChat(app, ann, 'When do you open?');
  await chat.settled();
  const counts = page.getByRole('link', { name: 'Inbox' });
  await counts.waitFor();
  expect([await readTones(page), await page.title()]).toEqual([0, 'Contacts · Parley']);
  await chat.visitor.write('I want a real person');
  await until(async () => (await readTones(page)) > 0, 'the agent hears it');
  await until(async () => (await page.title()) === '(1) Contacts · Parley', 'the chat is counted');

  await counts.click();
  await desk.row('Visitor').click();
  const bar = page.getByRole('region', { name: 'AI in this chat' });
  await bar.getByText('The AI handed this chat over: the visitor asked for a person').waitFor();
  await desk.log.getByText('The AI handed the chat over to the team').waitFor();
  await bar.getByRole('button', { name: 'Details' }).click();
  await bar.getByText('No model was asked').waitFor();
  await bar.getByRole('button', { name: 'Hand back to the AI' }).click();
  await bar.getByText('The AI will answer the visitor’s next message').waitFor();
  expect(complaints.filter(isFault)).toEqual([]);
});

test('drafts of the AI are sent, edited and discarded, each once', async () => {
  const { app, vendor, ann } = await start({ settings: { shadow_mode: true } });
  const bob = await addAgent(app, ann, 'operator');
  vendor.next({ text: 'We open at nine.' }, { text: 'Sundays too.' }, { text: 'An old one.' }, { text: 'A new one.' });
  const chat = await addAiChat(app, ann, 'When do you open?');
  await chat.settled();
  const { page, complaints } = await openConsole(app, bob, `/app/inbox/${chat.params.id}`);
  const desk = inboxOf(page);
  const card = (text: string) => page.getByRole('article', { name: 'Draft by Mia' }).filter({ hasText: text });
  await page.getByText('Drafts only: the AI suggests replies and people send them').waitFor();
  await card('We open at nine.').getByRole('button', { name: 'Send' }).focus();
  await page.keyboard.press('Enter');
  await desk.log
    .getByRole('article', { name: /^Message from/ })
    .getByText('We open at nine.')
    .waitFor();
  await card('We open at nine.').waitFor({ state: 'detached' });
  await until(() => desk.log.evaluate((log) => log === document.activeElement), 'the focus is not lost');

  await chat.visitor.write('And on Sunday?');
  await card('Sundays too.').getByRole('button', { name: 'Edit' }).click();
  await page.getByText('You’re editing the AI’s draft').waitFor();
  expect(await desk.reply.inputValue()).toBe('Sundays too.');
  await desk.reply.fill('Sundays too, from ten.');
  await desk.reply.press('Enter');
  await desk.said('Sundays too, from ten.').waitFor();
  await card('Sundays too.').waitFor({ state: 'detached' });
  expect(await desk.reply.inputValue()).toBe('');
  const said = (await chat.list()).filter(({ sender }) => sender === 'agent');
  expect(said).toMatchObject([
    { body: 'We open at nine.', agent_id: bob.agentId },
    { body: 'Sundays too, from ten.', agent_id: bob.agentId },
  ]);

  await chat.visitor.write('Thanks');
  await card('An old one.').waitFor();
  await chat.visitor.write('Bye');
  await card('A new one.').waitFor();
  await desk.button('Unused draft by Mia').click();
  await card('An old one.').waitFor();
  expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(1);
  await expectFaultlessInBoth(page, 'drafts');
  const drafts = (await chat.list()).filter(({ sender }) => sender === 'ai');
  const discard = (id = 0) => ann.call(chats.removeDraft, { params: { ...chat.params, message_id: id } });
  // A colleague is faster by the time of a request.
  await page.route('**/drafts/**', async (route) => {
    await discard(drafts[1]?.id);
    await route.continue();
  });
  await card('A new one.').getByRole('button', { name: 'Discard' }).click();
  await desk.notice.getByText('Someone has already sent or discarded this draft.').waitFor();
  await card('A new one.').waitFor({ state: 'detached' });
  await page.unroute('**/drafts/**');
  await card('An old one.').getByRole('button', { name: 'Discard' }).click();
  await card('An old one.').waitFor({ state: 'detached' });
  expect((await chat.list()).filter(({ sender }) => sender === 'ai')).toEqual([]);

  // Pages that were loaded before don't bring them back.
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.goBack();
  await desk.said('Bye').waitFor();
  expect(await page.getByRole('article', { name: 'Draft by Mia' }).count()).toBe(0);
  expect(complaints.filter(isFault)).toEqual([]);
});
