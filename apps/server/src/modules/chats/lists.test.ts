import { api, type Chat, chatStates } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Call } from '../../../test/call.ts';
import { addVisitor, withToken } from '../../../test/callers.ts';
import { type Owner, startApp, type TestApp } from '../../../test/harness.ts';
import { addAgent, addWidget } from '../../../test/people.ts';

const { chats, contacts, messages, ownership } = api;

const START = Temporal.Instant.from('2026-03-01T12:00Z');
const CHATS = 60;
const HANDLINGS = ['missed', 'human', 'ai', 'ai_to_human', 'human_to_ai'];

/**
 * Chats of every kind: five to a moment of creation, an hour from one moment to the next, and each property at a pace of
 * its own, so that no two go together.
 */
async function loadChats(app: TestApp, { widgetId, agentIds }: { widgetId: number; agentIds: number[] }) {
  const at = (count: string) => `'${START}'::timestamptz + (${count}) * interval '1 hour'`;
  const made = await app.sql<{ id: number }>(`
    WITH people AS (
      INSERT INTO contacts (widget_id, guid, created_at, updated_at)
      SELECT ${widgetId}, md5('${widgetId} ' || i / 2), now(), now() FROM generate_series(0, ${CHATS - 1}, 2) AS i RETURNING id
    ),
    numbered AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM people),
    made AS (
      INSERT INTO chats (widget_id, contact_id, channel, source, has_client_messages, agent_id, accepted_type, handled_type, created_at)
      SELECT ${widgetId}, numbered.id, CASE i % 2 WHEN 0 THEN 'service' ELSE 'tg' END,
        '{"page": null, "referrer": null, "language": null}', i % 3 > 0, (ARRAY[NULL, ${agentIds}]::bigint[])[i % 3 + 1],
        (ARRAY[NULL, 'human', 'ai', 'ai', 'human'])[i % 5 + 1], (ARRAY[NULL, 'human', 'ai', 'human', 'ai'])[i % 5 + 1],
        ${at('i / 5')}
      FROM generate_series(0, ${CHATS - 1}) AS i JOIN numbered ON number = i / 2 ORDER BY i RETURNING id, created_at
    ),
    counted AS (SELECT *, row_number() OVER (ORDER BY id)::int - 1 AS i FROM made),
    timed AS (SELECT *, ${at('i * 7 % 60')} AS changed_at FROM counted)
    INSERT INTO chat_heads (widget_id, chat_id, created_at, state, waiting_since, done_at, updated_at, activity)
    SELECT ${widgetId}, id, created_at, (ARRAY['active', 'ready', 'expired', 'spam'])[i % 4 + 1],
      CASE WHEN i % 7 < 3 THEN created_at END, CASE WHEN i % 11 < 5 THEN created_at END, changed_at,
      floor(extract(epoch FROM changed_at) / 600)
    FROM timed RETURNING chat_id::int AS id`);
  return made.map(({ id }) => id);
}

/** Every page of a list, one after the other. */
async function walk(call: Call, query: Record<string, unknown>, limit: number) {
  const found: Chat[] = [];
  let cursor: string | null | undefined;
  do {
    const { data } = await call(chats.list, { query: { ...query, limit, ...(cursor && { cursor }) } });
    found.push(...data.data);
    cursor = data.next_cursor;
  } while (cursor);
  return found;
}

const idsOf = (found: Chat[]) => found.map(({ id }) => id);

type Kind = [query: Record<string, unknown>, fits: (chat: Chat) => boolean];

/** Every filter there is, with what it keeps in plain words. */
function kindsOf(all: Chat[], wrote: Set<number>): Kind[] {
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
    ]),
    [{ contact_id: contactId }, (chat) => chat.contact_id === contactId],
    [{ from: one }, (chat) => isSince(chat.created_at, one)],
    [{ to: two }, (chat) => !isSince(chat.created_at, two)],
    [{ from: one, to: two }, (chat) => isSince(chat.created_at, one) && !isSince(chat.created_at, two)],
    [{ updated_since: START.add({ hours: 40 }) }, (chat) => isSince(chat.updated_at, START.add({ hours: 40 }))],
  ];
}

/** The owner's widget full of chats, and as many in widgets that are not to be seen. */
async function openFullWidget() {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const other = await addWidget(app, ann);
  const colleague = await addAgent(app, ann, 'operator');
  await loadChats(app, { ...bob, agentIds: [bob.agentId, bob.agentId] });
  const ids = await loadChats(app, { ...ann, agentIds: [ann.agentId, colleague.agentId] });
  await loadChats(app, { ...other, agentIds: [other.agentId, other.agentId] });
  const all = await walk(ann.call, {}, 100);
  const wrote = new Set(ids.filter((_id, index) => index % 3 > 0));
  return { app, ann, ids, all, kinds: kindsOf(all, wrote) };
}

test('the list is of this widget only, newest first, and pages follow on without a gap or a double', async () => {
  const { ann, ids, all } = await openFullWidget();
  expect(idsOf(all)).toEqual([...ids].reverse());
  for (const limit of [1, 4, 7, 59, 60]) expect(await walk(ann.call, {}, limit)).toEqual(all);
});

test('each filter keeps what it says, on every page', async () => {
  const { app, ann, all, kinds } = await openFullWidget();
  for (const [query, fits] of kinds) {
    const call = await withToken(app, ann);
    const expected = idsOf(all.filter(fits));
    for (const limit of [2, 100])
      expect({ query, ids: idsOf(await walk(call, query, limit)) }).toEqual({ query, ids: expected });
  }
});

test('filters narrow each other, whichever two there are', async () => {
  const { app, ann, all, kinds } = await openFullWidget();
  for (const [index, [first, fitsFirst]] of kinds.entries()) {
    const call = await withToken(app, ann);
    for (const [second, fitsSecond] of kinds.slice(index + 1)) {
      const query = { ...first, ...second };
      // Of two values of one filter there is only the second.
      const isOne = Object.keys(first).some((name) => name in second);
      if (isOne) continue;
      const expected = idsOf(all.filter((chat) => fitsFirst(chat) && fitsSecond(chat)));
      expect({ query, ids: idsOf(await walk(call, query, 7)) }).toEqual({ query, ids: expected });
    }
  }
});

test('a page goes on where the last one ended, whatever has begun since', async () => {
  const { ann, all } = await openFullWidget();
  const first = await ann.call(chats.list, { query: { limit: 8 } });
  const { data: contact } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  await ann.call(chats.create, { body: { contact_id: contact.id } });
  const next = await ann.call(chats.list, { query: { limit: 8, cursor: first.data.next_cursor } });
  expect(idsOf(next.data.data)).toEqual(idsOf(all).slice(8, 16));
});

test('every change of a chat is an update, and the moment of the change is included', async () => {
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
    () => ann.call(ownership.transfer, { params, body: { agent_id: bob.agentId } }),
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

/** Ids that only somebody else's list knows. */
async function idsOfOthers(app: TestApp): Promise<{ agent_id: number; contact_id: string }> {
  const bob: Owner = await app.owner();
  const { data: contact } = await bob.call(contacts.create, { body: { name: 'Ira' } });
  return { agent_id: bob.agentId, contact_id: contact.id };
}

test('a filter by what is not there, or is another widget’s, is 404', async () => {
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

test('a value that a filter does not know is 422 and never a list without it', async () => {
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

test('the cursor of another widget is not one of this', async () => {
  const { app, ann } = await openFullWidget();
  const { data } = await ann.call(chats.list, { query: { limit: 1 } });
  const bob = await app.owner();
  expect((await bob.call(chats.list, { query: { cursor: data.next_cursor } })).status).toBe(422);
});
