import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import type { WidgetContext } from '../../../kernel/data/context.ts';
import { getLocked } from '../chats/index.ts';
import { post } from './index.ts';

const { chats, messages } = api;

/** Posts a phrase without a route. */
function say(app: TestApp, { widgetId, accountId, buttonGuid }: Owner, chatId: number) {
  return app.unitOfWork.write({ tenant: { widgetId, accountId, buttonGuid } }, async (work) => {
    const ctx = { ...work, widgetId } as WidgetContext;
    return post(ctx, await getLocked(ctx, chatId), { type: 'text', sender: 'system', body: 'one moment' });
  });
}

/** A chat with four visitor messages and a phrase of the platform after the second. */
async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const visitor = await addVisitor(app, ann);
  const write = async (body: string) => (await visitor.write(body)).id;
  const [first, second] = [await write('one'), await write('two')];
  const [made] = (await ann.call(chats.list)).data.data;
  const params = { id: made?.id ?? 0 };
  const { id: answer } = await say(app, ann, params.id);
  const [third, fourth] = [await write('three'), await write('four')];
  return {
    app,
    ann,
    visitor,
    params,
    ids: { first, second, answer, third, fourth },
    see: (message_id: unknown) => ann.call(messages.markSeen, { params, body: { message_id } }),
    seeRange: (range: object) => ann.call(messages.markRangeSeen, { params, body: range }),
    seeAsVisitor: async (seq: unknown) =>
      visitor.call(site.visitor.markSeen, { params: { button_guid: ann.buttonGuid }, body: { seq } }),
    readChat: async () => (await ann.call(chats.read, { params })).data,
    /** Ids of marked messages. */
    seen: async () =>
      (await ann.call(messages.list, { params })).data.data
        .filter(({ seen_at }) => seen_at !== null)
        .map(({ id }) => id)
        .toReversed(),
  };
}

test('marking a message as seen returns the remaining unread count', async () => {
  const { app, ann, params, ids, see, seen, readChat } = await startChat();
  expect((await readChat()).unread).toBe(4);
  app.clock.now = app.clock.now.add({ seconds: 5 });
  expect(await see(ids.second)).toMatchObject({ status: 200, data: { chat_id: params.id, seen: 1, unread: 3 } });
  expect(await seen()).toEqual([ids.second]);
  expect((await readChat()).unread).toBe(3);
  const marked = (await ann.call(messages.list, { params })).data.data.find(({ id }) => id === ids.second);
  expect(Temporal.Instant.from(marked?.seen_at ?? '').equals(app.clock.now)).toBe(true);
});

test('marking a message as seen again changes neither count, version nor time', async () => {
  const { app, ann, params, ids, see, readChat } = await startChat();
  await see(ids.first);
  const list = async () => (await ann.call(messages.list, { params })).data.data;
  const before = [await readChat(), await list()];
  app.clock.now = app.clock.now.add({ hours: 1 });
  expect((await see(ids.first)).data).toMatchObject({ seen: 0, unread: 3 });
  expect([await readChat(), await list()]).toEqual(before);
});

test('a range is inclusive at both ends', async () => {
  const { ids, seeRange, seen, readChat } = await startChat();
  const range = { from_message_id: ids.second, to_message_id: ids.third };
  expect(await seeRange(range)).toMatchObject({ status: 200, data: { seen: 2, unread: 2 } });
  expect(await seen()).toEqual([ids.second, ids.third]);
  expect((await readChat()).unread).toBe(2);
  const alone = { from_message_id: ids.fourth, to_message_id: ids.fourth };
  expect((await seeRange(alone)).data).toMatchObject({ seen: 1, unread: 1 });
});

test('a range without from_message_id starts at the first message', async () => {
  const { ids, seeRange, seen } = await startChat();
  expect((await seeRange({ to_message_id: ids.third })).data).toMatchObject({ seen: 3, unread: 1 });
  expect(await seen()).toEqual([ids.first, ids.second, ids.third]);
});

test('messages of others than the visitor are not marked as seen by agents', async () => {
  const { ids, see, seeRange, seen } = await startChat();
  expect((await see(ids.answer)).data).toMatchObject({ seen: 0, unread: 4 });
  await seeRange({ from_message_id: ids.answer, to_message_id: ids.fourth });
  expect(await seen()).toEqual([ids.third, ids.fourth]);
});

test('a message of another chat, and one that does not exist, is 422 and the field is named', async () => {
  const { app, ann, ids, see, seeRange, seen } = await startChat();
  const other = await (await addVisitor(app, ann)).write('elsewhere');
  const foreign = await (await addVisitor(app, await app.owner())).write('in another account');
  const named = ({ status, problem }: Awaited<ReturnType<typeof see>>) => [status, Object.keys(problem.errors ?? {})];
  for (const id of [other.id, foreign.id, 987_654, 0, '1']) {
    expect(named(await see(id))).toEqual([422, ['message_id']]);
    expect(named(await seeRange({ to_message_id: id }))).toEqual([422, ['to_message_id']]);
    const range = { from_message_id: id, to_message_id: ids.fourth };
    expect(named(await seeRange(range))).toEqual([422, ['from_message_id']]);
  }
  expect(named(await see(undefined))).toEqual([422, ['message_id']]);
  expect(named(await seeRange({ from_message_id: ids.first }))).toEqual([422, ['to_message_id']]);
  expect(await seen()).toEqual([]);
});

test('a range that ends before it starts is 422 and marks nothing', async () => {
  const { ids, seeRange, seen } = await startChat();
  const { status, problem } = await seeRange({ from_message_id: ids.third, to_message_id: ids.second });
  expect({ status, named: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, named: ['from_message_id'] });
  expect(await seen()).toEqual([]);
});

test('concurrent marks decrease the unread count once, never below zero', async () => {
  const { ids, see, seeRange, readChat } = await startChat();
  const marked = await Promise.all(
    Array.from({ length: 8 }, (_, at) => (at % 2 ? see(ids.fourth) : seeRange({ to_message_id: ids.fourth }))),
  );
  expect(marked.reduce((sum, { data }) => sum + data.seen, 0)).toBe(4);
  expect(Math.min(...marked.map(({ data }) => data.unread))).toBe(0);
  expect((await readChat()).unread).toBe(0);
});

test('a message sent after all were seen is unread', async () => {
  const { ids, visitor, seeRange, readChat } = await startChat();
  await seeRange({ to_message_id: ids.fourth });
  await visitor.write('five');
  expect((await readChat()).unread).toBe(1);
});

test('a visitor marks messages of others as seen up to a seq', async () => {
  const { ann, params, ids, seeAsVisitor, seen } = await startChat();
  const body = { type: 'text', body: 'and more', agent_id: ann.agentId };
  const { id: more } = (await ann.call(messages.send, { params, body })).data;
  // The agent has seen what they answered.
  const theirs = [ids.first, ids.second, ids.third, ids.fourth];
  const seenByVisitor = async () => (await seen()).filter((id) => !theirs.includes(id));
  expect(await seeAsVisitor(2)).toMatchObject({ status: 200, body: { unread: 2 } });
  expect(await seenByVisitor()).toEqual([]);
  expect(await seeAsVisitor(3)).toMatchObject({ status: 200, body: { unread: 1 } });
  expect(await seenByVisitor()).toEqual([ids.answer]);
  expect((await seeAsVisitor(1_000)).body).toEqual({ unread: 0 });
  expect((await seeAsVisitor(1_000)).body).toEqual({ unread: 0 });
  expect(await seenByVisitor()).toEqual([ids.answer, more]);
  for (const seq of [0, -1, 1.5, '1', undefined]) {
    expect((await seeAsVisitor(seq)).problem).toMatchObject({ status: 422, errors: { seq: [expect.any(String)] } });
  }
});

test('a visitor without messages has no unread messages', async () => {
  const { app, ann } = await startChat();
  const silent = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  expect((await silent.call(site.visitor.markSeen, { params, body: { seq: 1 } })).body).toEqual({ unread: 0 });
});
