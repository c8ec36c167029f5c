import { type agentLive, api, type CallReply, type MessageDelivery } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { addMessengerChat } from '../../../../../test/messenger-chats.ts';
import { connectAgent } from '../../../../../test/sockets.ts';
import { type DeliveryChange, markReadByCustomer, PLATFORM, setDelivery } from '../index.ts';

type Status = MessageDelivery['status'];

const STATUSES: Status[] = ['queued', 'sent', 'delivered', 'read', 'failed'];

async function startChat(options: { live?: boolean } = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  const chat = await addMessengerChat(app, ann);
  const set = (...changes: DeliveryChange[]) => chat.work((ctx) => setDelivery(ctx, chat.chatId, changes));
  return {
    app,
    ann,
    ...chat,
    set,
    report: (reported: Parameters<typeof markReadByCustomer>[2], status: 'delivered' | 'read') =>
      chat.work((ctx) => markReadByCustomer(ctx, chat.chatId, reported, status)),
    /** A reply in this status. */
    sendAs: async (status: Status) => {
      const message = await chat.send('hi');
      if (status !== 'queued') await set({ messageId: message.id, status });
      return message;
    },
    statuses: async () => (await chat.list()).map(({ delivery }) => delivery?.status ?? null),
    later: () => {
      app.clock.now = app.clock.now.add({ seconds: 1 });
      return app.clock.now.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00');
    },
  };
}

test('replies of people, the AI and the server itself are queued, in order', async () => {
  const { send, post, list, waiting } = await startChat();
  await send('one');
  await post({ type: 'text', sender: 'ai', body: 'two' });
  await post({ type: 'text', sender: 'system', body: 'three', origin: PLATFORM });
  const [first, ...replies] = await list();
  expect(first?.delivery).toBeNull();
  const at = replies[0]?.created_at;
  const queued = { status: 'queued', reason: null, code: null, detail: null, at };
  expect(replies.map(({ delivery }) => delivery)).toEqual([queued, queued, queued]);
  expect(await waiting()).toEqual(replies.map(({ id }, index) => ({ message_id: id, is_next: index === 0 })));
});

test('notes, words for agents alone and messages of customers are not sent', async () => {
  const { ann, params, post, receive, waiting, statuses } = await startChat();
  await ann.call(api.messages.addNote, { params, body: { body: 'careful', agent_id: ann.agentId } });
  await post({ type: 'text', sender: 'system', body: 'nobody is here' });
  await receive('still there?');
  expect(await statuses()).toEqual([null, null, null, null]);
  expect(await waiting()).toEqual([]);
});

test('what was typed in the vendor’s own app is sent already, and ends the wait', async () => {
  const { post, list, waiting, read } = await startChat();
  expect(await read()).toMatchObject({ awaiting_reply: true });
  await post({ type: 'text', sender: 'agent', body: 'from the phone', origin: 'tg', isFromVendor: true });
  const reply = { sender: 'agent', agent_id: null, origin: 'tg', delivery: { status: 'sent' } };
  expect((await list()).at(-1)).toMatchObject(reply);
  expect(await waiting()).toEqual([]);
  expect(await read()).toMatchObject({ awaiting_reply: false });
});

test('a chat on the site has no deliveries', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await addChat(app, ann);
  const body = { type: 'text', body: 'hi', agent_id: ann.agentId };
  expect((await ann.call(api.messages.send, { params, body })).data.delivery).toBeNull();
});

test('a message is queued, sent, delivered and read, never back, and fails before it is delivered', async () => {
  const { set, sendAs } = await startChat();
  const allowed: [Status, Status][] = [];
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const { id } = await sendAs(from);
      const changed = await set({ messageId: id, status: to });
      if (changed.length) allowed.push([from, to]);
    }
  }
  expect(allowed).toEqual([
    ['queued', 'sent'],
    ['queued', 'delivered'],
    ['queued', 'read'],
    ['queued', 'failed'],
    ['sent', 'delivered'],
    ['sent', 'read'],
    ['sent', 'failed'],
    ['delivered', 'read'],
  ]);
});

test('only a message that failed is queued again', async () => {
  const { set, sendAs } = await startChat();
  const resent: Status[] = [];
  for (const from of STATUSES) {
    const { id } = await sendAs(from);
    if ((await set({ messageId: id, status: 'queued', isResend: true })).length) resent.push(from);
  }
  expect(resent).toEqual(['failed']);
});

test('a failure says why, and what follows takes it back', async () => {
  const { set, sendAs, list, later } = await startChat();
  const { id } = await sendAs('sent');
  const at = later();
  const failure = { status: 'failed', reason: 'content_rejected', code: '400', detail: 'Bad Request' } as const;
  await set({ messageId: id, ...failure });
  expect((await list()).at(-1)?.delivery).toEqual({ ...failure, at });
  const resentAt = later();
  await set({ messageId: id, status: 'queued', isResend: true });
  const queued = { status: 'queued', reason: null, code: null, detail: null, at: resentAt };
  expect((await list()).at(-1)?.delivery).toEqual(queued);
});

test('reports of unknown messages, of messages without a delivery and of chats that are gone change nothing', async () => {
  const { set, work, list, read } = await startChat();
  const [first] = await list();
  const before = await read();
  expect(await set({ messageId: 987_654, status: 'sent' }, { messageId: first?.id ?? 0, status: 'sent' })).toEqual([]);
  expect(await work((ctx) => setDelivery(ctx, 987_654, [{ messageId: 1, status: 'sent' }]))).toEqual([]);
  expect(await read()).toEqual(before);
});

test('each changed message raises the version by one, and several reports of one message count once', async () => {
  const { set, sendAs, read, statuses } = await startChat();
  const [one, two] = [await sendAs('queued'), await sendAs('queued')];
  const { version } = await read();
  await set(
    { messageId: two.id, status: 'sent' },
    { messageId: one.id, status: 'sent' },
    { messageId: one.id, status: 'delivered' },
    { messageId: one.id, status: 'sent' },
  );
  expect(await statuses()).toEqual([null, 'delivered', 'sent']);
  expect((await read()).version).toBe(version + 2);
});

test('messages up to one that was read are read and seen, but not those that still wait or failed', async () => {
  const { sendAs, report, list, statuses, read, later } = await startChat();
  for (const status of ['delivered', 'failed', 'sent', 'queued', 'sent'] as const) await sendAs(status);
  const at = later();
  const { seq } = (await list())[4] ?? {};
  const changed = await report({ upToSeq: seq ?? 0 }, 'read');
  expect(changed.map((row) => [row.seq, row.seen_at])).toEqual([
    [2, at],
    [4, at],
  ]);
  expect(await statuses()).toEqual([null, 'read', 'failed', 'read', 'queued', 'sent']);
  expect(await read()).toMatchObject({ visitor_seen_seq: 4, visitor_received_seq: 4 });
  expect((await list()).map(({ seen_at }) => seen_at !== null)).toEqual([true, true, true, true, false, false]);
});

test('messages that are named are delivered or read, and what was seen before them is', async () => {
  const { app, chatId, sendAs, report, statuses, read } = await startChat();
  const ids = [(await sendAs('sent')).id, (await sendAs('sent')).id, (await sendAs('sent')).id];
  await report({ messageIds: ids.slice(0, 2) }, 'delivered');
  expect(await statuses()).toEqual([null, 'delivered', 'delivered', 'sent']);
  expect(await read()).toMatchObject({ visitor_seen_seq: 0 });
  await report({ messageIds: ids.slice(1, 2) }, 'read');
  expect(await statuses()).toEqual([null, 'delivered', 'read', 'sent']);
  expect(await read()).toMatchObject({ visitor_seen_seq: 3 });
  const [head] = await app.sql(`SELECT visitor_unread FROM chat_heads WHERE chat_id = ${chatId}`);
  expect(head).toEqual({ visitor_unread: 1 });
  expect(await report({ messageIds: ids.slice(1, 2) }, 'read')).toEqual([]);
});

type Changed = CallReply<typeof agentLive.calls.catch_up>['changed'][number];

test('consoles hear of each change with the next version of the chat', async () => {
  const { app, ann, sendAs, report, list, read } = await startChat({ live: true });
  const socket = await connectAgent(app, ann);
  await sendAs('sent');
  await sendAs('sent');
  const { version, last_seq } = await read();
  await report({ upToSeq: last_seq }, 'read');
  await socket.hears('message_changed', ({ chat }) => chat.version === version + 2);
  const heard = socket.heard.filter(({ name }) => name === 'message_changed').slice(-2);
  const { updated_at } = await read();
  const chat = { id: (await read()).id, updated_at, visitor_seen_seq: last_seq, visitor_received_seq: last_seq };
  expect(heard.map(({ data }) => data)).toEqual(
    (await list()).slice(1).map((message: Changed, index) => ({
      message,
      chat: { ...chat, version: version + index + 1 },
    })),
  );
});

test('with many changes at once consoles are told to catch up', async () => {
  const { app, ann, chatId, sendAs, report, read } = await startChat({ live: true });
  for (let count = 0; count < 21; count += 1) await sendAs('sent');
  const socket = await connectAgent(app, ann);
  await report({ upToSeq: 100 }, 'delivered');
  const { version } = await read();
  expect(await socket.hears('heads')).toEqual({ heads: [{ id: chatId, version }] });
  expect(socket.heard.filter(({ name }) => name === 'message_changed')).toEqual([]);
});
