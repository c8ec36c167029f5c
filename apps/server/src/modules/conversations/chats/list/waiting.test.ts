import { api, type Chat, type Page } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn, withToken } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { idsOf, openManyChats, walkChats } from '../../../../../test/many-chats.ts';

const { chats, messages } = api;
const sort = 'waiting';

const saidAt = (chat: Chat) => chat.last_message_at ?? chat.created_at;
const order = (one: string, other: string) => Number(one > other) - Number(one < other);

/** The order in plain code. All times are UTC strings, which sort as text. */
function sorted(all: Chat[]) {
  const waiting = all.filter(({ waiting_since }) => waiting_since !== null);
  const rest = all.filter(({ waiting_since }) => waiting_since === null);
  return [
    ...waiting.sort((one, other) => order(`${one.waiting_since}`, `${other.waiting_since}`) || one.id - other.id),
    ...rest.sort((one, other) => order(saidAt(other), saidAt(one)) || other.id - one.id),
  ];
}

test('chats awaiting a reply come first, longest first, then the rest by newest message, without gaps or duplicates between pages', async () => {
  const { app, ann, all } = await openManyChats();
  const expected = sorted(all);
  expect(new Set(all.map(saidAt)).size).toBeLessThan(all.length);
  expect(idsOf(expected)).not.toEqual(idsOf(all));
  for (const limit of [1, 2, 7, 59, 60]) {
    const call = await withToken(app, ann);
    expect(idsOf(await walkChats(call, { sort }, limit))).toEqual(idsOf(expected));
  }
});

test('each view has that order for every page size', async () => {
  const { app, ann, all } = await openManyChats();
  const session = await signedIn(app, ann);
  for (const view of ['mine', 'unassigned', 'open', 'ai', 'snoozed', 'done', 'spam']) {
    const kept = new Set(idsOf(await walkChats(session, { view }, 100)));
    const expected = idsOf(sorted(all.filter(({ id }) => kept.has(id))));
    for (const limit of [1, 3, 100]) {
      expect({ view, ids: idsOf(await walkChats(session, { view, sort }, limit)) }).toEqual({ view, ids: expected });
    }
  }
});

test('unchanged chats are listed exactly once while others are answered, written in and started', async () => {
  const { app, ann, all } = await openManyChats();
  const query = { sort, limit: 6 };
  const seen: number[] = [];
  const moved = new Set<number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const call = await withToken(app, ann);
    const page: Page<Chat> = (await call(chats.list, { query: { ...query, ...(cursor && { cursor }) } })).data;
    seen.push(...idsOf(page.data));
    cursor = page.next_cursor;
    const [answered, awaited] = [page.data[0], all.find(({ id }) => !seen.includes(id) && !moved.has(id))];
    for (const { id } of [answered, awaited].flatMap((chat) => chat ?? [])) {
      await call(messages.send, { params: { id }, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
      moved.add(id);
    }
    moved.add((await addChat(app, ann)).params.id);
  }
  const still = seen.filter((id) => !moved.has(id));
  expect(still).toEqual(idsOf(sorted(all.filter(({ id }) => !moved.has(id)))));
});

test('a reply moves a chat behind those awaiting one, and the next visitor message starts a new wait', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const later = () => {
    app.clock.now = app.clock.now.add({ seconds: 1 });
  };
  const added = [];
  for (let count = 0; count < 3; count += 1) {
    added.push(await addChat(app, ann));
    later();
  }
  const [first, second, third] = added.map(({ params }) => params.id);
  const listed = async () => idsOf((await ann.call(chats.list, { query: { sort } })).data.data);
  expect(await listed()).toEqual([first, second, third]);
  await ann.call(messages.send, { params: { id: first }, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  expect(await listed()).toEqual([second, third, first]);
  later();
  await ann.call(messages.send, { params: { id: second }, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  expect(await listed()).toEqual([third, second, first]);
  later();
  await added[0]?.visitor.write('and?');
  expect(await listed()).toEqual([third, first, second]);
});

test('a cursor of one order is refused for the other', async () => {
  const { ann } = await openManyChats();
  const cursorOf = async (query: object) =>
    (await ann.call(chats.list, { query: { ...query, limit: 1 } })).data.next_cursor;
  for (const [made, used] of [
    [{}, { sort }],
    [{ sort }, {}],
    [{ sort, view: 'done' }, { sort: 'created' }],
  ] as const) {
    const { status, problem } = await ann.call(chats.list, { query: { ...used, cursor: await cursorOf(made) } });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['cursor']]);
  }
});

test('a search cannot be sorted by waiting', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const query of [{ q: 'hello' }, { updated_since: '2026-01-01' }]) {
    const { status, problem } = await ann.call(chats.list, { query: { ...query, sort } });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['sort']]);
    expect((await ann.call(chats.list, { query: { ...query, sort: 'created' } })).status).toBe(200);
  }
});
