import { api, type Chat } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';

const { chats, messages } = api;

/** A visitor who has been waiting for five minutes, with two unread messages. */
async function addWaitingChat(app: TestApp, owner: Owner) {
  const chat = await addChat(app, owner);
  app.clock.now = app.clock.now.add({ minutes: 5 });
  await chat.visitor.write('anybody there?');
  const { params } = chat;
  return {
    ...chat,
    set: (state: string) => owner.call(chats.setState, { params, body: { state } }),
    undo: (undone: string) => owner.call(chats.bulk, { body: { ids: [params.id], action: 'undo', undone } }),
    answer: () => owner.call(messages.send, { params, body: { type: 'text', body: 'yes', agent_id: owner.agentId } }),
  };
}

/** What an agent sees of a wait. */
const waitOf = ({ awaiting_reply, waiting_since, unread, status, done_at, snoozed_until }: Chat) => ({
  awaiting_reply,
  waiting_since,
  unread,
  status,
  done_at,
  snoozed_until,
});

test.each(['expired', 'spam'])('a chat that is reopened from %s waits as long as before', async (state) => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addWaitingChat(app, ann);
  const before = waitOf(await chat.read());
  expect(before).toMatchObject({ awaiting_reply: true, unread: 2 });
  await chat.set(state);
  // Who closes a chat has read it.
  const unread = state === 'spam' ? 2 : 0;
  expect(await chat.read()).toMatchObject({ awaiting_reply: false, waiting_since: null, unread });
  app.clock.now = app.clock.now.add({ minutes: 1 });
  await chat.set('active');
  expect(waitOf(await chat.read())).toEqual({ ...before, unread });
});

test('nobody waits in a reopened chat that was answered before or meanwhile', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const answered = await addWaitingChat(app, ann);
  await answered.answer();
  await answered.set('expired');
  await answered.set('active');
  expect(await answered.read()).toMatchObject({ awaiting_reply: false });
  const spam = await addWaitingChat(app, ann);
  await spam.set('spam');
  await spam.answer();
  await spam.set('active');
  expect(await spam.read()).toMatchObject({ awaiting_reply: false });
});

test('a visitor who wrote only while the chat was spam waits once it is not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addWaitingChat(app, ann);
  await chat.answer();
  await chat.set('spam');
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const { created_at } = await chat.visitor.write('hello?');
  await chat.visitor.write('hello??');
  expect(await chat.read()).toMatchObject({ awaiting_reply: false });
  await chat.set('active');
  expect(await chat.read()).toMatchObject({ waiting_since: created_at });
});

test('a second wait is not mistaken for the first', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addWaitingChat(app, ann);
  await chat.set('expired');
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const { created_at } = await chat.visitor.write('one more thing');
  expect(await chat.read()).toMatchObject({ waiting_since: created_at, done_at: null });
  await chat.set('expired');
  await chat.set('active');
  expect(await chat.read()).toMatchObject({ waiting_since: created_at });
});

test.each([
  ['close', 'expired'],
  ['spam', 'spam'],
])('undoing %s restores a snoozed chat exactly', async (undone, state) => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addWaitingChat(app, ann);
  const until = app.clock.now.add({ hours: 1 }).toString();
  await ann.call(chats.snooze, { params: chat.params, body: { until } });
  const { version: _, updated_at: __, ...before } = await chat.read();
  await chat.set(state);
  app.clock.now = app.clock.now.add({ minutes: 1 });
  await chat.undo(undone);
  expect(await chat.read()).toMatchObject(before);
});

test('undoing spam leads back to a chat that was done, and its wait is still known', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addWaitingChat(app, ann);
  const { waiting_since } = await chat.read();
  await chat.set('expired');
  const { version: _, updated_at: __, ...done } = await chat.read();
  await chat.set('spam');
  await chat.undo('spam');
  expect(await chat.read()).toMatchObject(done);
  await chat.set('active');
  expect(await chat.read()).toMatchObject({ waiting_since });
});

test('an action is not undone once the chat has changed otherwise', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addWaitingChat(app, ann);
  await chat.set('expired');
  await chat.visitor.write('one more thing');
  const reopened = await chat.read();
  await chat.undo('close');
  expect(await chat.read()).toEqual(reopened);
  await chat.set('spam');
  const spam = await chat.read();
  await chat.undo('close');
  expect(await chat.read()).toEqual(spam);
});
