import { api, type ChatState } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { loadRows } from '../../../../../test/load-rows.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { addAgent, addWidget } from '../../../../../test/people.ts';

const { chats, contacts, messages } = api;

interface Wanted {
  /** Who replied in it. */
  agentId?: number;
  state?: ChatState;
}

/** A chat in which a visitor has written. */
async function startChat(app: TestApp, owner: Owner, { agentId, state }: Wanted = {}) {
  const { params } = await addChat(app, owner);
  if (agentId) await owner.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: agentId } });
  if (state) await owner.call(chats.setState, { params, body: { state } });
}

test('each count covers its own view of this widget', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { agentId } = await addAgent(app, ann, 'operator');
  await startChat(app, bob);
  await startChat(app, bob, { state: 'spam' });
  const none = { open: 0, unassigned: 0, ai: 0, awaiting_reply: 0, mine: 0, snoozed: 0, done: 0, spam: 0 };
  expect((await ann.call(chats.counts)).body).toEqual({ data: none });
  await startChat(app, ann);
  await startChat(app, ann, { state: 'ready' });
  await startChat(app, ann, { agentId });
  await startChat(app, ann, { agentId, state: 'expired' });
  await startChat(app, ann, { state: 'expired' });
  await startChat(app, ann, { agentId, state: 'spam' });
  const { data: contact } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  await ann.call(chats.create, { body: { contact_id: contact.id } });
  expect((await ann.call(chats.counts)).data).toEqual({
    open: 4,
    unassigned: 3,
    ai: 0,
    awaiting_reply: 2,
    mine: 0,
    snoozed: 0,
    done: 2,
    spam: 1,
  });
});

test('a chat closed by inactivity counts as open until it is done', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await startChat(app, ann);
  app.clock.now = app.clock.now.add({ minutes: 7 });
  await app.run('chats.sweep');
  expect((await ann.call(chats.counts)).data).toMatchObject({ open: 1, unassigned: 1, awaiting_reply: 1, done: 0 });
});

test('mine counts chats of the signed-in agent or of agent_id, and is zero for a token', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const colleague = await addAgent(app, ann, 'operator');
  await startChat(app, ann, { agentId: ann.agentId });
  for (const state of ['active', 'ready', 'expired', 'spam'] as const) {
    await startChat(app, ann, { agentId: colleague.agentId, state });
  }
  const session = await signedIn(app, ann);
  const theirs = { query: { agent_id: colleague.agentId } };
  expect((await ann.call(chats.counts)).data.mine).toBe(0);
  expect((await ann.call(chats.counts, theirs)).data.mine).toBe(2);
  expect((await session(chats.counts)).data.mine).toBe(1);
  expect((await session(chats.counts, theirs)).data.mine).toBe(2);
  expect((await (await signedIn(app, colleague))(chats.counts)).data.mine).toBe(2);
});

test('an agent of another widget is 404, and an invalid id 422', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const other = await addWidget(app, ann);
  for (const agent_id of [bob.agentId, other.agentId, 987_654]) {
    expect((await ann.call(chats.counts, { query: { agent_id } })).status).toBe(404);
  }
  for (const agent_id of [0, 'me', '']) {
    expect((await ann.call(chats.counts, { query: { agent_id } })).status).toBe(422);
  }
});

test('counts stop at a thousand', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const load = (count: number, state: string, fields: { agent?: number; isDone?: boolean; isWaiting?: boolean }) =>
    loadRows(
      app,
      `WITH made AS (
        INSERT INTO chats (widget_id, channel, source, agent_id, created_at)
        SELECT ${ann.widgetId}, 'service', '{"page": null, "referrer": null, "language": null}', ${fields.agent ?? 'NULL'}, now()
        FROM generate_series(1, ${count}) RETURNING id
      )
      INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, state, done_at, waiting_since)
      SELECT ${ann.widgetId}, id, now(), now(), 0, '${state}', ${fields.isDone ? 'now()' : 'NULL'}, ${fields.isWaiting ? 'now()' : 'NULL'}
      FROM made`,
    );
  await load(999, 'active', { isWaiting: true });
  await load(1_000, 'spam', {});
  await load(1_001, 'expired', { isDone: true, agent: ann.agentId });
  // As autovacuum does after a while.
  await app.sql('ANALYZE chats, chat_heads');
  const counts = {
    open: 999,
    unassigned: 999,
    ai: 0,
    awaiting_reply: 999,
    mine: 0,
    snoozed: 0,
    done: 1_000,
    spam: 1_000,
  };
  expect((await ann.call(chats.counts)).data).toEqual(counts);
  await load(1_500, 'ready', { isWaiting: true, agent: ann.agentId });
  const { data } = await ann.call(chats.counts, { query: { agent_id: ann.agentId } });
  expect(data).toEqual({ ...counts, open: 1_000, awaiting_reply: 1_000, mine: 1_000 });
});
