import { api, site } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addAnsweredVisitor, addVisitor } from '../../../test/callers.ts';
import { startApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../../infra/log.ts';
import { openNotices } from '../../infra/postgres/notices.ts';

const { chats, messages } = api;

/** A chat, and what another node hears of the typing in it. */
async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const { chatId, call } = await addAnsweredVisitor(app, ann);
  const notices = openNotices({ connectionString: app.connection }, createLog('silent'));
  onTestFinished(notices.close);
  const heard: string[] = [];
  let isListening = false;
  notices.on('typing', (subject) => heard.push(subject));
  notices.onGap(() => {
    isListening = true;
  });
  await until(() => isListening, 'the other node listens');
  return {
    app,
    ann,
    chatId,
    type: (state: unknown, id: unknown = chatId) => ann.call(messages.type, { params: { id }, body: { state } }),
    typeAsVisitor: (state?: unknown) =>
      call(site.visitor.type, { params: { button_guid: ann.buttonGuid }, body: state === undefined ? {} : { state } }),
    /** Everything that was told until now: notices come in order, so the last one to be heard is one of our own. */
    async heard() {
      await app.sql(`SELECT pg_notify('parley', 'typing:end')`);
      await until(() => heard.includes('end'), 'it was heard');
      return heard.splice(0).filter((each) => each !== 'end');
    },
  };
}

/** So much time goes by for whoever looks at the clock of this process. */
function passSeconds(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
  onTestFinished(() => void vi.useRealTimers());
}

test('typing is told to every node with the chat, the side and the state, and is answered with 202', async () => {
  const { chatId, type, typeAsVisitor, heard } = await startChat();
  expect(await type('start')).toMatchObject({
    status: 202,
    data: { chat_id: chatId, state: 'start', dispatched: true },
  });
  expect(await typeAsVisitor('start')).toMatchObject({ status: 202, body: undefined });
  expect(await heard()).toEqual([`${chatId}:agent:start`, `${chatId}:client:start`]);
});

test('of what one side types in a chat one goes on in five seconds, by state', async () => {
  const { type, typeAsVisitor, heard } = await startChat();
  const dispatched = async (state: string) => (await type(state)).data.dispatched;
  expect([await dispatched('start'), await dispatched('start'), await dispatched('start')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([await dispatched('stop'), await dispatched('stop')]).toEqual([true, false]);
  for (const state of ['start', 'start', 'stop']) await typeAsVisitor(state);
  expect(await heard()).toHaveLength(4);
  passSeconds(4);
  expect(await dispatched('start')).toBe(false);
  passSeconds(2);
  expect(await dispatched('start')).toBe(true);
  expect(await heard()).toHaveLength(1);
});

test('typing in one chat does not hold back typing in another', async () => {
  const { app, ann, type } = await startChat();
  const other = await addAnsweredVisitor(app, ann);
  await type('start');
  expect((await type('start', other.chatId)).data).toMatchObject({ chat_id: other.chatId, dispatched: true });
});

test('typing is no change of the chat', async () => {
  const { ann, chatId, type, typeAsVisitor } = await startChat();
  const readChat = async () => (await ann.call(chats.read, { params: { id: chatId } })).data;
  const before = await readChat();
  await type('start');
  await typeAsVisitor('start');
  expect(await readChat()).toEqual(before);
});

test('a chat that is unknown, or belongs to another account, is 404', async () => {
  const { app, type, heard } = await startChat();
  const foreign = await addAnsweredVisitor(app, await app.owner());
  for (const id of [987_654, foreign.chatId, 0]) expect((await type('start', id)).status).toBe(404);
  expect(await heard()).toEqual([]);
});

test('the state is start or stop; an agent has to say which, a visitor who does not has started', async () => {
  const { chatId, type, typeAsVisitor, heard } = await startChat();
  for (const state of ['on', '', true, undefined]) {
    expect((await type(state)).problem).toMatchObject({ status: 422, errors: { state: [expect.any(String)] } });
  }
  expect((await typeAsVisitor('on')).status).toBe(422);
  expect((await typeAsVisitor()).status).toBe(202);
  expect(await heard()).toEqual([`${chatId}:client:start`]);
});

test('nobody hears a visitor who has no chat yet, or whose chat is spam', async () => {
  const { app, ann, chatId, typeAsVisitor, heard } = await startChat();
  const silent = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  expect((await silent.call(site.visitor.type, { params, body: { state: 'start' } })).status).toBe(202);
  await ann.call(chats.setState, { params: { id: chatId }, body: { state: 'spam' } });
  expect((await typeAsVisitor('start')).status).toBe(202);
  expect(await heard()).toEqual([]);
});
