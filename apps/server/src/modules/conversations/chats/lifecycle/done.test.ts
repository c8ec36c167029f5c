import { api, type Chat } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../../test/callers.ts';
import { listEventData, listEvents } from '../../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { hideChatsFromJobs } from '../../../../../test/recent-chats.ts';

const { chats, contacts, messages } = api;

const closings = (app: TestApp, owner: Owner) =>
  listEventData<{ chat_id: number; reason: string; done: boolean }>(app, owner, 'chat.closed');

/** A chat in which a visitor has written and waits. */
async function startChat(app: TestApp, owner: Owner) {
  const chat = await addChat(app, owner);
  const { params } = chat;
  return { ...chat, close: () => owner.call(chats.close, { params, body: {} }) };
}

async function sweepAfter(app: TestApp, minutes: number) {
  app.clock.now = app.clock.now.add({ minutes });
  await app.run('chats.sweep');
}

const SWEEPS = {
  'before the sweep': [],
  'after the sweep has made it active': [5],
  'after the sweep has closed it again': [5, 5],
};

const SENDERS = ['a token', 'an agent in the console', 'the visitor'] as const;

/** What a message in a done chat leads to, whatever the sweep did before. */
const after = ({ status, done_at, closed_at, close_reason, awaiting_reply, unread, agent_seen_seq }: Chat) => ({
  status,
  done_at,
  closed_at,
  close_reason,
  awaiting_reply,
  unread,
  agent_seen_seq,
});

const OPEN = { status: 'active', done_at: null, closed_at: null, close_reason: null };

test.each(SENDERS.flatMap((sender) => Object.entries(SWEEPS).map(([when, minutes]) => ({ sender, when, minutes }))))(
  'a message of $sender reopens a chat that is done, $when',
  async ({ sender, minutes }) => {
    const app = await startApp();
    const ann = await app.owner();
    await hideChatsFromJobs(app);
    const chat = await startChat(app, ann);
    const session = await signedIn(app, ann);
    await chat.close();
    for (const each of minutes) await sweepAfter(app, each);
    const before = (await listEvents(app, ann)).length;
    const body = { type: 'text', body: 'one more thing', ...(sender === 'a token' && { agent_id: ann.agentId }) };
    if (sender === 'the visitor') await chat.visitor.write('one more thing');
    else await (sender === 'a token' ? ann.call : session)(messages.send, { params: chat.params, body });
    const isVisitor = sender === 'the visitor';
    const expected = isVisitor
      ? { ...OPEN, awaiting_reply: true, unread: 1, agent_seen_seq: 1 }
      : { ...OPEN, awaiting_reply: false, unread: 0, agent_seen_seq: 1 };
    expect(after(await chat.read())).toEqual(expected);
    const emitted = (await listEvents(app, ann)).slice(before).map(({ type }) => type);
    expect(emitted).toEqual(isVisitor ? ['message.created'] : ['chat.accepted', 'message.created']);
    await sweepAfter(app, 10);
    expect((await closings(app, ann)).at(-1)).toMatchObject({ reason: 'inactivity', done: false });
    expect(await chat.read()).toMatchObject({ status: 'expired', done_at: null });
  },
);

test('chat.closed says whether the chat is finished: somebody closed it and the visitor has not written since', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await hideChatsFromJobs(app);
  const [closed, silent] = [await startChat(app, ann), await startChat(app, ann)];
  await closed.close();
  await sweepAfter(app, 5);
  await sweepAfter(app, 5);
  const ofChat = async ({ params }: typeof closed) =>
    (await closings(app, ann)).filter(({ chat_id }) => chat_id === params.id).map(({ reason, done }) => [reason, done]);
  expect(await ofChat(closed)).toEqual([
    ['api', true],
    ['inactivity', true],
  ]);
  expect(await ofChat(silent)).toEqual([['inactivity', false]]);
  await closed.visitor.write('it broke again');
  await sweepAfter(app, 10);
  expect((await ofChat(closed)).at(-1)).toEqual(['inactivity', false]);
});

test('chat.closed of a chat that is merged into another says whether it was finished', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await hideChatsFromJobs(app);
  const [into, open, done] = [await startChat(app, ann), await startChat(app, ann), await startChat(app, ann)];
  await done.close();
  await sweepAfter(app, 5);
  const contactOf = async ({ read }: typeof into) => String((await read()).contact_id);
  const kept = await contactOf(into);
  for (const chat of [open, done]) {
    const body = { contact_id: await contactOf(chat) };
    expect((await ann.call(contacts.merge, { params: { id: kept }, body })).status).toBe(200);
  }
  const joined = (await closings(app, ann)).filter(({ reason }) => reason === 'joined');
  expect(joined.map(({ chat_id, done: isDone }) => [chat_id, isDone])).toEqual([
    [open.params.id, false],
    [done.params.id, true],
  ]);
});
