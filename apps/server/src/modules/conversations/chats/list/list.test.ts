import { api, type Chat, chatStates } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor, withToken } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { idsOf, openManyChats, START, walkChats } from '../../../../../test/many-chats.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { addAgent } from '../../../../../test/people.ts';

const { chats, contacts, messages } = api;

const HANDLINGS = ['missed', 'human', 'ai', 'ai_to_human', 'human_to_ai'];

type Kind = [query: Record<string, unknown>, fits: (chat: Chat) => boolean];

/** Every filter, with its rule in plain code. */
function kindsOf({ all, wrote, tagged }: Awaited<ReturnType<typeof openManyChats>>): Kind[] {
  const [one, two] = [START.add({ hours: 3 }), START.add({ hours: 9 })];
  const isSince = (time: string, moment: Temporal.Instant) =>
    Temporal.Instant.compare(Temporal.Instant.from(time), moment) >= 0;
  const agentIds = [...new Set(all.flatMap(({ agent_id }) => agent_id ?? []))];
  const contactId = all[7]?.contact_id;
  return [
    ...chatStates.map((status): Kind => [{ status }, (chat) => chat.status === status]),
    ...['service', 'tg', 'vk'].map((channel): Kind => [{ channel }, (chat) => chat.channel === channel]),
    ...HANDLINGS.map((handling): Kind => [{ handling }, (chat) => chat.handling === handling]),
    ...agentIds.map((agent_id): Kind => [{ agent_id }, (chat) => chat.agent_id === agent_id]),
    ...[1, 0].flatMap((flag): Kind[] => [
      [{ has_client_messages: flag }, ({ id }) => wrote.has(id) === (flag === 1)],
      [{ unassigned: flag }, (chat) => (chat.agent_id === null) === (flag === 1)],
      [{ awaiting_reply: flag }, (chat) => chat.awaiting_reply === (flag === 1)],
      [{ done: flag }, (chat) => (chat.done_at !== null) === (flag === 1)],
      [{ snoozed: flag }, (chat) => (chat.snoozed_at !== null) === (flag === 1)],
      [{ unread: flag }, (chat) => chat.unread > 0 === (flag === 1)],
    ]),
    [{ tag: 'vip' }, ({ id }) => tagged.has(id)],
    [{ tag: 'nobody has it' }, () => false],
    [{ contact_id: contactId }, (chat) => chat.contact_id === contactId],
    [{ from: one }, (chat) => isSince(chat.created_at, one)],
    [{ to: two }, (chat) => !isSince(chat.created_at, two)],
    [{ from: one, to: two }, (chat) => isSince(chat.created_at, one) && !isSince(chat.created_at, two)],
    [{ updated_since: START.add({ hours: 40 }) }, (chat) => isSince(chat.updated_at, START.add({ hours: 40 }))],
  ];
}

async function openFullWidget() {
  const opened = await openManyChats();
  return { ...opened, kinds: kindsOf(opened) };
}

test('chats of this widget are listed newest first, and pages have no gaps or duplicates', async () => {
  const { ann, ids, all } = await openFullWidget();
  expect(idsOf(all)).toEqual([...ids].reverse());
  for (const limit of [1, 4, 7, 59, 60]) expect(await walkChats(ann.call, {}, limit)).toEqual(all);
});

test('each filter applies on every page', async () => {
  const { app, ann, all, kinds } = await openFullWidget();
  for (const [query, fits] of kinds) {
    const call = await withToken(app, ann);
    const expected = idsOf(all.filter(fits));
    for (const limit of [4, 100])
      expect({ query, ids: idsOf(await walkChats(call, query, limit)) }).toEqual({ query, ids: expected });
  }
});

test('any two filters combine', async () => {
  const { app, ann, all, kinds } = await openFullWidget();
  for (const [index, [first, fitsFirst]] of kinds.entries()) {
    const call = await withToken(app, ann);
    for (const [second, fitsSecond] of kinds.slice(index + 1)) {
      const query = { ...first, ...second };
      // A second value of a filter replaces the first.
      const isOne = Object.keys(first).some((name) => name in second);
      if (isOne) continue;
      const expected = idsOf(all.filter((chat) => fitsFirst(chat) && fitsSecond(chat)));
      expect({ query, ids: idsOf(await walkChats(call, query, 20)) }).toEqual({ query, ids: expected });
    }
  }
});

test('a page starts where the last one ended, even if chats were started since', async () => {
  const { ann, all } = await openFullWidget();
  const first = await ann.call(chats.list, { query: { limit: 8 } });
  const { data: contact } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  await ann.call(chats.create, { body: { contact_id: contact.id } });
  const next = await ann.call(chats.list, { query: { limit: 8, cursor: first.data.next_cursor } });
  expect(idsOf(next.data.data)).toEqual(idsOf(all).slice(8, 16));
});

test('updated_since includes every change, and the exact time of the change', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const visitor = await addVisitor(app, ann);
  await visitor.write('hello');
  const [chat] = (await ann.call(chats.list)).data.data;
  const params = { id: chat?.id };
  const count = async (updated_since: Temporal.Instant) =>
    (await ann.call(chats.list, { query: { updated_since } })).data.data.length;
  const changes = [
    () => ann.call(messages.addNote, { params, body: { body: 'a regular' } }),
    () => ann.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } }),
    () => ann.call(chats.transfer, { params, body: { agent_id: bob.agentId } }),
    () => ann.call(chats.setState, { params, body: { state: 'ready' } }),
    () => ann.call(chats.setAi, { params, body: { enabled: false } }),
    () => visitor.write('one more thing'),
    () => app.run('chats.sweep'),
    () => ann.call(chats.close, { params, body: {} }),
  ];
  for (const change of changes) {
    app.clock.now = app.clock.now.add({ minutes: 13 });
    expect(await count(app.clock.now)).toBe(0);
    await change();
    expect(await count(app.clock.now)).toBe(1);
    expect(await count(app.clock.now.add({ milliseconds: 1 }))).toBe(0);
  }
});

/** Ids of another account. */
async function idsOfOthers(app: TestApp): Promise<{ agent_id: number; contact_id: string }> {
  const bob: Owner = await app.owner();
  const { data: contact } = await bob.call(contacts.create, { body: { name: 'Ira' } });
  return { agent_id: bob.agentId, contact_id: contact.id };
}

test('a filter by an id that is unknown or of another widget is 404', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const foreign = await idsOfOthers(app);
  const unknown = [
    { agent_id: foreign.agent_id },
    { agent_id: 987_654 },
    { contact_id: foreign.contact_id },
    { contact_id: 'f'.repeat(32) },
    { department_id: 1 },
    { channel: 'ch1' },
    { channel: 'ch9007199254740991' },
  ];
  for (const query of unknown) {
    expect({ query, status: (await ann.call(chats.list, { query })).status }).toEqual({ query, status: 404 });
  }
});

test('an unknown filter value is 422, never ignored', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const odd: Record<string, unknown[]> = {
    status: ['open', 'Active', 'active,ready', ''],
    channel: ['ch', 'ch0', 'ch01', 'ch1x', 'chat', 'Service', 'email', '', 'av__', 'service tg'],
    handling: ['robot', 'AI', ''],
    has_client_messages: [2, -1, 'yes', 'true', ''],
    unassigned: [2, 'false', ''],
    awaiting_reply: [2, 'no', ''],
    done: [2, 'x', ''],
    snoozed: [2, 'x', ''],
    unread: [2, 'x', ''],
    tag: ['', 'x'.repeat(65)],
    view: ['all', 'Open', ''],
    sort: ['oldest', ''],
    agent_id: [0, -1, 1.5, 'me', 2 ** 53, ''],
    department_id: [0, 'x', ''],
    contact_id: ['1', 'F'.repeat(32), 'f'.repeat(33), ''],
    from: ['yesterday', '2026-02-30', ''],
    to: ['1700000000', ''],
    updated_since: ['now', '2026-13-01', ''],
    q: ['x', ''],
    limit: [0, 101, 'all'],
    cursor: ['x', Buffer.from('[1]').toString('base64url')],
    state: ['active'],
  };
  for (const [name, values] of Object.entries(odd)) {
    for (const value of values) {
      const { status, problem } = await ann.call(chats.list, { query: { [name]: value } });
      expect({ name, value, status, named: name in (problem.errors ?? {}) }).toEqual({
        name,
        value,
        status: 422,
        named: true,
      });
    }
  }
});

test('a cursor of another widget is refused', async () => {
  const { app, ann } = await openFullWidget();
  const { data } = await ann.call(chats.list, { query: { limit: 1 } });
  const bob = await app.owner();
  expect((await bob.call(chats.list, { query: { cursor: data.next_cursor } })).status).toBe(422);
});
