import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor, anonymousCaller } from '../../../../test/callers.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent, addWidget } from '../../../../test/people.ts';

const { chats, contacts, messages } = api;

/** A time that is printed with all its digits. */
const NOON = Temporal.Instant.from('2026-03-01T12:00:00.125Z');

async function addContact({ call }: Owner) {
  return (await call(contacts.create, { body: { name: 'Ira' } })).data.id;
}

const creations = (app: TestApp, owner: Owner) => listEventData(app, owner, 'chat.created');

test('an agent starts an empty chat with a contact', async () => {
  const app = await startApp();
  app.clock.now = NOON;
  const ann = await app.owner();
  const contact_id = await addContact(ann);
  const made = await ann.call(chats.create, { body: { contact_id } });
  expect(made.status).toBe(201);
  const at = '2026-03-01T12:00:00.125+00:00';
  expect(made.data).toEqual({
    id: expect.any(Number),
    status: 'active',
    channel: 'service',
    external_client_id: null,
    external_channel_id: null,
    reach: null,
    contact_id,
    contact_name: 'Ira',
    agent_id: null,
    agents: [],
    department_id: null,
    accepted_by: null,
    handled_by: null,
    handling: 'missed',
    source: { page: null, referrer: null, language: null },
    unread: 0,
    last_seq: 0,
    visitor_received_seq: 0,
    visitor_seen_seq: 0,
    agent_seen_seq: 0,
    awaiting_reply: false,
    waiting_since: null,
    last_message_at: null,
    last_message: null,
    done_at: null,
    snoozed_at: null,
    reply_owner: null,
    snoozed_until: null,
    closed_at: null,
    close_reason: null,
    rating_requested_at: null,
    is_internal: false,
    is_new_to_owner: false,
    mentioned: [],
    version: 1,
    created_at: at,
    updated_at: at,
  });
  expect((await ann.call(chats.read, { params: { id: made.data.id } })).data).toEqual(made.data);
  const { id: chat_id } = made.data;
  expect(await creations(app, ann)).toEqual([
    { button_guid: ann.buttonGuid, chat_id, client_id: expect.any(Number), contact_id, channel: 'service', at },
  ]);
});

test('starting a chat with a contact who has one returns it and emits no event', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const contact_id = await addContact(ann);
  const { data: first } = await ann.call(chats.create, { body: { contact_id } });
  app.clock.now = app.clock.now.add({ hours: 1 });
  const again = await ann.call(chats.create, { body: { contact_id } });
  expect(again).toMatchObject({ status: 201, data: first });
  await ann.call(chats.close, { params: { id: first.id }, body: {} });
  expect((await ann.call(chats.create, { body: { contact_id } })).data.id).toBe(first.id);
  expect(await creations(app, ann)).toHaveLength(1);
});

test('a visitor message and an agent start lead to the same chat', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const visitor = await addVisitor(app, ann);
  await visitor.write('hello');
  const [chat] = (await ann.call(chats.list)).data.data;
  expect(chat?.source).toEqual({ page: 'https://shop.example/', referrer: null, language: null });
  const made = await ann.call(chats.create, { body: { contact_id: chat?.contact_id } });
  expect(made.data).toEqual(chat);
  await ann.call(messages.send, {
    params: { id: made.data.id },
    body: { type: 'text', body: 'hi', agent_id: ann.agentId },
  });
  const { data: heard } = await visitor.call(site.visitor.listMessages, { params: { button_guid: ann.buttonGuid } });
  expect(heard.data.map(({ body }) => body)).toEqual(['hi', 'hello']);
});

test('visiting a page or opening the widget creates no chat and no contact', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  await anonymousCaller(app)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
  await addVisitor(app, ann);
  expect((await ann.call(chats.list)).data.data).toEqual([]);
  expect((await ann.call(contacts.list)).data.data).toEqual([]);
});

test('concurrent starts create one chat', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (let round = 0; round < 3; round += 1) {
    const contact_id = await addContact(ann);
    const made = await Promise.all(
      Array.from({ length: 8 }, () => ann.call(chats.create, { body: { contact_id, agent_id: ann.agentId } })),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);
    expect(await creations(app, ann)).toHaveLength(round + 1);
  }
});

test('agent_id becomes the owner of an unowned chat without accepting it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId } = await addAgent(app, ann, 'operator');
  const contact_id = await addContact(ann);
  await ann.call(chats.create, { body: { contact_id } });
  const owned = await ann.call(chats.create, { body: { contact_id, agent_id: agentId } });
  expect(owned.data).toMatchObject({ agent_id: agentId, handling: 'missed', accepted_by: null, version: 2 });
  expect((await ann.call(chats.create, { body: { contact_id, agent_id: ann.agentId } })).data).toEqual(owned.data);
});

test('an attached agent who becomes the owner by a start is detached', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId: agent_id } = await addConnectedAgent(app, ann);
  const contact_id = await addContact(ann);
  const { data: chat } = await ann.call(chats.create, { body: { contact_id } });
  await ann.call(chats.attachAgent, { params: { id: chat.id }, body: { agent_id } });
  expect((await ann.call(chats.create, { body: { contact_id, agent_id } })).data).toMatchObject({
    agent_id,
    agents: [],
  });
});

test('a contact of another widget is 422 and named, even in the same account', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const other = await addWidget(app, ann);
  const [{ guid } = { guid: '' }] = await app.sql<{ guid: string }>(
    `INSERT INTO contacts (widget_id, guid, created_at, updated_at)
     VALUES (${other.widgetId}, md5('other'), now(), now()) RETURNING guid`,
  );
  for (const contact_id of [await addContact(bob), guid, 'f'.repeat(32), 'nobody', 1, null]) {
    const { status, problem } = await ann.call(chats.create, { body: { contact_id } });
    expect({ contact_id, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      contact_id,
      status: 422,
      fields: ['contact_id'],
    });
  }
  expect(await creations(app, ann)).toEqual([]);
});

test('an agent of another widget, an AI operator and a suspended agent are 422 and named', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { agentId: banned } = await addAgent(app, ann, 'operator');
  const { agentId: ai } = await addAgent(app, ann, 'operator');
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${banned}`);
  await app.sql(`UPDATE agents SET type = 'ai' WHERE id = ${ai}`);
  const contact_id = await addContact(ann);
  for (const agent_id of [bob.agentId, banned, ai, 987_654, 0, '1']) {
    const { status, problem } = await ann.call(chats.create, { body: { contact_id, agent_id } });
    expect({ agent_id, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      agent_id,
      status: 422,
      fields: ['agent_id'],
    });
  }
  expect((await ann.call(chats.list)).data.data).toEqual([]);
});
