import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../apps/server/test/callers.ts';
import { inboxOf, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent, untilOnline } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';

const { chats, messages } = api;

test('an agent notices mentions and assigned chats, and looks into a chat of a colleague without a trace', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner({ apiEnabled: true });
  const bob = await addAgent(app, ann, 'operator');
  const call = await signedIn(app, ann);
  const { params, visitor, read } = await addChat(app, ann, 'Is it blue?');
  const other = await addChat(app, ann, 'Is it red?');
  await call(chats.transfer, { params, body: { agent_id: ann.agentId } });
  const { page, complaints } = await openConsole(app, bob, '/app/inbox');
  const desk = inboxOf(page);
  await desk.row('Is it blue?').waitFor();
  await untilOnline(ann);

  await call(messages.addNote, { params, body: { body: '@Bob, look', mentions: [bob.agentId] } });
  await desk.row('Mentioned you').waitFor();
  await desk.notice.getByText(/mentioned you$/).waitFor();
  await call(chats.transfer, { params: other.params, body: { agent_id: bob.agentId } });
  await desk.row('Assigned to you').waitFor();
  await desk.notice.getByRole('button', { name: 'Open' }).click();
  await desk.log.getByText(/assigned the chat to you/).waitFor();
  await desk.row('Assigned to you').waitFor({ state: 'detached' });
  await until(async () => (await other.read()).unread === 0, 'the owner has seen it');
  await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
  await desk.log.focus();
  await page.keyboard.press('u');
  await page.getByText('Select a chat').waitFor();
  await until(async () => (await other.read()).unread === 1, 'it is unread again');
  expect(await other.read()).toMatchObject({ agent_seen_seq: 1 });

  await desk.row('Is it blue?').click();
  await desk.said('@Bob, look').waitFor();
  await desk.log.getByText(/mentioned you/).waitFor();
  await desk.row('Mentioned you').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({ unread: 1, agent_seen_seq: 0 });
  await desk.reply.fill('Very');
  await call(messages.send, { params, body: { type: 'text', body: 'Yes, it is' } });
  await page.getByText(/replied while you were writing/).waitFor();
  expect(await read()).toMatchObject({ unread: 0, agent_seen_seq: 1 });
  await desk.reply.press('Enter');
  await until(async () => (await read()).unread === 0, 'who answers has read it');
  await page.getByText(/replied while you were writing/).waitFor({ state: 'detached' });

  await call(chats.close, { params, body: {} });
  await desk.log.getByText(/marked the chat as done/).waitFor();
  app.clock.now = app.clock.now.add({ seconds: 1 });
  await visitor.write('Thank you');
  await desk.log.getByText('Reopened by the visitor’s message').waitFor();
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});
