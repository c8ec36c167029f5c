import { api, site } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { chats, messages } = api;

/** A chat with one visitor message, and all actions on it. */
async function startChat(app: TestApp, ann: Owner, call: Call) {
  const { params, visitor } = await addChat(app, ann);
  const button = { button_guid: ann.buttonGuid };
  return {
    readChat: async () => (await call(chats.read, { params })).data,
    /** All messages and notes, oldest first. */
    listAll: async () => (await call(messages.list, { params, query: { limit: 100 } })).data.data.toReversed(),
    ask: () => visitor.write('a question'),
    answer: () => call(messages.send, { params, body: { type: 'text', body: 'an answer' } }),
    note: () => call(messages.addNote, { params, body: { body: 'a note' } }),
    close: () => call(chats.close, { params, body: {} }),
    seeAll: async () => {
      const [last] = (await call(messages.list, { params, query: { limit: 1 } })).data.data;
      return call(messages.markRangeSeen, { params, body: { to_message_id: last?.id } });
    },
    seeAllAsVisitor: () => visitor.call(site.visitor.markSeen, { params: button, body: { seq: 1_000 } }),
    type: () => call(messages.sendTyping, { params, body: { state: 'start' } }),
  };
}

test('thirty concurrent sends of both sides get consecutive seq in the order of ids, and each raises the version', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { ask, answer, listAll, readChat } = await startChat(app, ann, await signedIn(app, ann));
  const { version } = await readChat();
  await Promise.all(Array.from({ length: 30 }, (_, at) => (at % 2 ? ask() : answer())));
  const all = await listAll();
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 31 }, (_, at) => at + 1));
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(Map.groupBy(all, ({ sender }) => sender).get('client')).toHaveLength(16);
  const unread = all.slice(all.findLastIndex(({ sender }) => sender === 'agent') + 1).length;
  expect(await readChat()).toMatchObject({ version: version + 30, unread });
});

test('notes among concurrent sends take no seq, leave no gap and raise the version', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { ask, answer, note, listAll, readChat } = await startChat(app, ann, await signedIn(app, ann));
  const { version } = await readChat();
  const actions = [ask, answer, note];
  await Promise.all(Array.from({ length: 30 }, (_, at) => actions[at % 3]?.()));
  const [notes, others] = [true, false].map(
    (isNote) => async () => (await listAll()).filter((each) => each.private === isNote).map(({ seq }) => seq),
  );
  expect(await notes?.()).toEqual(Array(10).fill(null));
  expect(await others?.()).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  expect((await readChat()).version).toBe(version + 30);
});

const ACTIONS = ['ask', 'answer', 'note', 'close', 'seeAll', 'seeAllAsVisitor', 'type'] as const;
type Action = (typeof ACTIONS)[number];

interface Model {
  visible: number;
  unread: number;
  unreadByVisitor: number;
  isClosed: boolean;
  version: number;
}

/** The effect of an action; it changed the chat if the version rises. */
function expected(model: Model, action: Action): Model {
  const { visible, unread, unreadByVisitor, isClosed } = model;
  const [version, said] = [model.version + 1, { visible: visible + 1, isClosed: false }];
  if (action === 'ask') return { ...model, ...said, version, unread: unread + 1 };
  if (action === 'answer') return { ...model, ...said, version, unread: 0, unreadByVisitor: unreadByVisitor + 1 };
  if (action === 'note') return { ...model, version };
  if (action === 'close' && !isClosed) return { ...model, version, unread: 0, isClosed: true };
  if (action === 'seeAll' && unread) return { ...model, version, unread: 0 };
  if (action === 'seeAllAsVisitor' && unreadByVisitor) return { ...model, version, unreadByVisitor: 0 };
  return model;
}

test('in any sequence of actions seq has no gaps and the version counts every change', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const call = await signedIn(app, ann);
  const property = fc.asyncProperty(fc.array(fc.constantFrom(...ACTIONS), { maxLength: 12 }), async (actions) => {
    const chat = await startChat(app, ann, call);
    const { version } = await chat.readChat();
    let model: Model = { visible: 1, unread: 1, unreadByVisitor: 0, isClosed: false, version };
    for (const action of actions) {
      await chat[action]();
      model = expected(model, action);
      const now = await chat.readChat();
      expect({ version: now.version, unread: now.unread, isClosed: now.status === 'expired' }).toEqual({
        version: model.version,
        unread: model.unread,
        isClosed: model.isClosed,
      });
    }
    const seqs = (await chat.listAll()).flatMap(({ seq }) => seq ?? []);
    expect(seqs).toEqual(Array.from({ length: model.visible }, (_, at) => at + 1));
  });
  await fc.assert(property, { numRuns: 15 });
});
