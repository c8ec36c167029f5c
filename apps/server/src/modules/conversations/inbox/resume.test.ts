import { randomUUID } from 'node:crypto';
import { api, site } from '@parley/contract';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent } from '../../../../test/people.ts';
import { type AgentSocket, connectAgent, connectVisitor } from '../../../../test/sockets.ts';
import { createVault } from '../../../infra/secrets/vault.ts';
import { createCursors } from '../../../kernel/data/pages.ts';

const { chats, contacts, messages } = api;
const { visitor: routes } = site;

async function startInbox() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const ours = await connectAgent(app, ann);
  return { app, ann, ours, changes: await follow(ours) };
}

/** Resumes from the last cursor and returns the changes. */
async function follow(socket: AgentSocket) {
  let { cursor } = await socket.call('resume', {});
  return async () => {
    const answer = await socket.call('resume', { cursor });
    cursor = answer.cursor;
    return answer.reset ? 'reset' : answer.heads.toSorted((one, other) => one.id - other.id);
  };
}

/** A statement that changes a chat as the server does. */
const changing = (which: string) =>
  `UPDATE chat_heads SET version = version + 1, changed_in = pg_current_xact_id() WHERE ${which}`;

const headOf = async (ann: Owner, id: number) => {
  const { version } = (await ann.call(chats.read, { params: { id } })).data;
  return { id, version };
};

test('resuming without a cursor resets, and returns a cursor to continue from', async () => {
  const { app, ann, ours } = await startInbox();
  const { params } = await addChat(app, ann);
  const bob = await addAgent(app, ann, 'operator');
  const first = await ours.call('resume', {});
  expect(first).toEqual({
    cursor: expect.any(String),
    reset: true,
    heads: [],
    agents: [
      { id: ann.agentId, online: true, status: 'active' },
      { id: bob.agentId, online: false, status: 'active' },
    ],
    viewers: null,
  });
  const { cursor } = first;
  expect(await ours.call('resume', { cursor })).toMatchObject({ reset: false, heads: [] });
  await ann.call(chats.close, { params, body: {} });
  const heads = [await headOf(ann, params.id)];
  expect(await ours.call('resume', { cursor })).toMatchObject({ reset: false, heads });
  expect(await ours.call('resume', { cursor })).toMatchObject({ reset: false, heads });
});

test('resuming returns every kind of change once, with its version', async () => {
  const { app, ann, changes } = await startInbox();
  const visitor = await addAnsweredVisitor(app, ann);
  const theirs = await connectVisitor(app, ann, visitor);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const { chatId: id } = visitor;
  const params = { id };
  const site = { button_guid: ann.buttonGuid };
  const written = await visitor.write('and');
  await changes();
  const kinds: Record<string, () => Promise<unknown>> = {
    'a message of the visitor': () => visitor.write('hello'),
    'seen by an agent': () => ann.call(messages.markSeen, { params, body: { message_id: written?.id } }),
    'a message of an agent': () =>
      ann.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } }),
    'a note': () => ann.call(messages.addNote, { params, body: { body: 'careful' } }),
    'received by the visitor': () => theirs.call('received', { seq: 1 }),
    'seen by the visitor': () => theirs.call('seen', { seq: 2 }),
    'a rating was requested': () => ann.call(chats.requestRating, { params }),
    'a rating': () => visitor.call(routes.rate, { params: site, body: { score: 5 } }),
    'the AI was paused': () => ann.call(chats.setAi, { params, body: { enabled: false } }),
    'the AI was resumed': () => ann.call(chats.setAi, { params, body: { enabled: true } }),
    'an agent was attached': () => ann.call(chats.attachAgent, { params, body: { agent_id: eve.agentId } }),
    'an agent was detached': () => ann.call(chats.detachAgent, { params: { ...params, agent_id: eve.agentId } }),
    'another owner': () => ann.call(chats.transfer, { params, body: { agent_id: bob.agentId, comment: 'yours' } }),
    ready: () => ann.call(chats.setState, { params, body: { state: 'ready' } }),
    closed: () => ann.call(chats.close, { params, body: {} }),
    opened: () => ann.call(chats.setState, { params, body: { state: 'active' } }),
    silence: async () => {
      app.clock.now = app.clock.now.add({ minutes: 8 });
      await app.run('chats.sweep');
    },
    spam: () => ann.call(chats.setState, { params, body: { state: 'spam' } }),
  };
  let { version } = await headOf(ann, id);
  for (const [kind, change] of Object.entries(kinds)) {
    await change();
    const head = await headOf(ann, id);
    expect(head.version, kind).toBeGreaterThan(version);
    expect(await changes(), kind).toEqual([head]);
    expect(await changes(), kind).toEqual([]);
    version = head.version;
  }
});

test('resuming returns claimed and started chats', async () => {
  const { app, ann, changes } = await startInbox();
  const { params } = await addChat(app, ann);
  expect(await changes()).toEqual([await headOf(ann, params.id)]);
  await ann.call(chats.claim, { params, body: { agent_id: ann.agentId, note: 'mine' } });
  expect(await changes()).toEqual([await headOf(ann, params.id)]);
  const contact = (await ann.call(contacts.create, { body: { name: 'Ira' } })).data;
  const { id } = (await ann.call(chats.create, { body: { contact_id: contact.id } })).data;
  expect(await changes()).toEqual([await headOf(ann, id)]);
});

test('several changes of a chat are one head, and refused writes none', async () => {
  const { app, ann, changes } = await startInbox();
  const [one, two, three] = [await addChat(app, ann), await addChat(app, ann), await addChat(app, ann)];
  await changes();
  for (const body of ['a', 'b', 'c']) await one.visitor.write(body);
  await two.visitor.write('d');
  await ann.call(chats.detachAgent, { params: { ...three.params, agent_id: ann.agentId } });
  expect(await changes()).toEqual([await headOf(ann, one.params.id), await headOf(ann, two.params.id)]);
});

test('resuming never returns chats of another widget', async () => {
  const { app, changes } = await startInbox();
  await addChat(app, await app.owner());
  expect(await changes()).toEqual([]);
});

test('a change uncommitted when the cursor was taken is returned once committed', async () => {
  const { app, ann, changes } = await startInbox();
  const [slow, quick] = [await addChat(app, ann), await addChat(app, ann)];
  await changes();
  await whileLocked(app, changing(`chat_id = ${slow.params.id}`), async ({ client }) => {
    await quick.visitor.write('later, and committed before');
    expect(await changes()).toEqual([await headOf(ann, quick.params.id)]);
    expect(await changes()).toEqual([]);
    await client.query('COMMIT');
  });
  expect(await changes()).toEqual([await headOf(ann, slow.params.id)]);
  expect(await changes()).toEqual([]);
});

test('a write that waited for the lock while the cursor was taken is returned afterwards', async () => {
  const { app, ann, ours, changes } = await startInbox();
  const { params } = await addChat(app, ann);
  await changes();
  await whileLocked(app, changing(`chat_id = ${params.id}`), async ({ client, untilWaited }) => {
    const note = ours.call('note', { chat_id: params.id, client_message_id: randomUUID(), body: 'waiting' });
    await untilWaited();
    expect(await changes()).toEqual([]);
    await client.query('COMMIT');
    await note;
  });
  expect(await changes()).toEqual([await headOf(ann, params.id)]);
});

test('a rolled back change is not returned', async () => {
  const { app, ann, changes } = await startInbox();
  const { params } = await addChat(app, ann);
  await changes();
  await whileLocked(app, changing(`chat_id = ${params.id}`), ({ client }) => client.query('ROLLBACK'));
  expect(await changes()).toEqual([]);
});

/** Creates chats of one contact at once, and returns their ids. */
async function addChats(app: TestApp, ann: Owner, count: number) {
  const { params } = await addChat(app, ann);
  await app.sql(`WITH made AS (
      INSERT INTO chats (widget_id, contact_id, channel, external_channel_id, source, created_at)
      SELECT widget_id, contact_id, 'tg', number::text, source, created_at
      FROM chats, generate_series(2, ${count}) AS number WHERE id = ${params.id} RETURNING widget_id, id, created_at)
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, changed_in)
    SELECT made.widget_id, made.id, made.created_at, made.created_at, activity, pg_current_xact_id()
    FROM made, chat_heads WHERE chat_id = ${params.id}`);
  const made = await app.sql<{ id: number }>(`SELECT id::int FROM chats WHERE widget_id = ${ann.widgetId} ORDER BY id`);
  return made.map(({ id }) => id);
}

test('resuming returns up to a thousand changes, and resets beyond that', async () => {
  const { app, ann, changes } = await startInbox();
  const ids = await addChats(app, ann, 1_001);
  expect(await changes()).toBe('reset');
  expect(await changes()).toEqual([]);
  await app.sql(changing(`chat_id IN (${ids.slice(1)})`));
  expect(await changes()).toHaveLength(1_000);
  await app.sql(changing(`chat_id IN (${ids})`));
  expect(await changes()).toBe('reset');
});

test('a resume cursor is valid for an hour', async () => {
  const { app, ann, ours } = await startInbox();
  const { params, visitor } = await addChat(app, ann);
  const { cursor } = await ours.call('resume', {});
  await visitor.write('hello');
  const heads = [await headOf(ann, params.id)];
  app.clock.now = app.clock.now.add({ minutes: 59, seconds: 59, milliseconds: 999 });
  expect(await ours.call('resume', { cursor })).toMatchObject({ reset: false, heads });
  app.clock.now = app.clock.now.add({ milliseconds: 1 });
  const resumed = await ours.call('resume', { cursor });
  expect(resumed).toMatchObject({ reset: true, heads: [] });
  expect(await ours.call('resume', { cursor: resumed.cursor })).toMatchObject({ reset: false, heads: [] });
});

test('a change that began minutes before the cursor and was committed after it is returned', async () => {
  const { app, ann, ours } = await startInbox();
  const { params } = await addChat(app, ann);
  await whileLocked(app, changing(`chat_id = ${params.id}`), async ({ client }) => {
    app.clock.now = app.clock.now.add({ minutes: 9 });
    const { cursor } = await ours.call('resume', {});
    await client.query('COMMIT');
    expect((await ours.call('resume', { cursor })).heads).toEqual([await headOf(ann, params.id)]);
  });
});

test('a cursor of a database that was ahead resets', async () => {
  const { app, ann, ours } = await startInbox();
  const key = createVault(Buffer.alloc(32, 7)).derive('cursors');
  const cursors = createCursors(key, 'live session resume', ann.widgetId);
  const cursor = cursors.write(['999999999:999999999:', app.clock.now.epochMilliseconds]);
  const resumed = await ours.call('resume', { cursor });
  expect(resumed).toMatchObject({ reset: true, heads: [] });
  expect(await ours.call('resume', { cursor: resumed.cursor })).toMatchObject({ reset: false });
});

test('a cursor that is malformed or of another widget is refused', async () => {
  const { app, ours } = await startInbox();
  const { cursor } = await (await connectAgent(app, await app.owner())).call('resume', {});
  for (const given of ['', 'elsewhere', cursor]) {
    expect(await ours.refused('resume', { cursor: given })).toMatchObject({
      reason: 'validation_failed',
      errors: { cursor: [expect.any(String)] },
    });
  }
});

/** Changes chats as several servers would: some slowly, several in one transaction. */
async function writeMany(app: TestApp, ids: number[], times: number) {
  const client = new Client({ connectionString: app.connection });
  await client.connect();
  const any = () => ids[Math.floor(Math.random() * ids.length)] as number;
  for (let count = 0; count < times; count += 1) {
    // In order of id, to avoid deadlocks.
    const chosen = [any(), any()].toSorted((one, other) => one - other);
    await client.query('BEGIN');
    for (const id of chosen) {
      await client.query(changing(`chat_id = ${id}`));
      await client.query('SELECT pg_sleep(random() * 0.01)');
    }
    await client.query(Math.random() < 0.1 ? 'ROLLBACK' : 'COMMIT');
  }
  await client.end();
}

test('resuming during writes misses nothing and repeats nothing', async () => {
  const { app, ann, changes } = await startInbox();
  const ids = await addChats(app, ann, 8);
  await changes();
  const heads = `SELECT chat_id::int AS id, version::int FROM chat_heads WHERE chat_id IN (${ids})`;
  const stored = async () =>
    new Map((await app.sql<{ id: number; version: number }>(heads)).map(({ id, version }) => [id, version]));
  const known = await stored();
  let isWriting = true;
  const writing = Promise.all([1, 2, 3, 4].map(() => writeMany(app, ids, 40))).finally(() => {
    isWriting = false;
  });
  let resumed = 0;
  const catchUp = async () => {
    const changed = await changes();
    if (changed === 'reset') throw new Error('too much was changed');
    for (const { id, version } of changed) {
      expect(version).toBeGreaterThan(known.get(id) ?? 0);
      known.set(id, version);
    }
    resumed += 1;
  };
  while (isWriting) await catchUp();
  await writing;
  await catchUp();
  expect(known).toEqual(await stored());
  expect(resumed).toBeGreaterThan(10);
});
