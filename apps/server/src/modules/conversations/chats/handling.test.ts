import { randomUUID } from 'node:crypto';
import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent } from '../../../../test/people.ts';
import type { WidgetContext } from '../../../kernel/data/context.ts';
import { post } from '../messages/index.ts';
import { getLocked } from './index.ts';

const { chats, messages } = api;

/** A chat in which a visitor has written. */
async function startChat(app: TestApp, owner: Owner) {
  const chat = await addChat(app, owner);
  const { params } = chat;
  return {
    ...chat,
    answer: async (agent_id: number) =>
      (await owner.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id } })).data,
  };
}

type Posting = Partial<Parameters<typeof post>[2]>;

/** Posts a message without a route. */
function postAs(app: TestApp, owner: Owner, chatId: number, message: Posting) {
  const { widgetId, accountId, buttonGuid } = owner;
  return app.unitOfWork.write({ tenant: { widgetId, accountId, buttonGuid } }, async (work) => {
    const ctx = { ...work, widgetId } as WidgetContext;
    return post(ctx, await getLocked(ctx, chatId), { type: 'text', sender: 'ai', body: 'beep', ...message });
  });
}

/** The AI operator of the widget. */
async function addAi(app: TestApp, owner: Owner) {
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
    `INSERT INTO agents (widget_id, account_id, type, role, created_at)
     VALUES (${owner.widgetId}, ${owner.accountId}, 'ai', 'operator', now()) RETURNING id::int`,
  );
  const operator = { id, type: 'ai' } as const;
  return { id, answer: (chatId: number, more: Posting = {}) => postAs(app, owner, chatId, { operator, ...more }) };
}

const acceptances = (app: TestApp, owner: Owner) => listEventData(app, owner, 'chat.accepted');

/** Advances the clock to a time that is printed with all its digits. */
function later(app: TestApp) {
  app.clock.now = app.clock.now.round('second').add({ seconds: 30, milliseconds: 125 });
  return app.clock.now.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00');
}

test('a chat without a reply is missed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  await ann.call(messages.addNote, { params: chat.params, body: { body: 'who takes it?', agent_id: ann.agentId } });
  await postAs(app, ann, chat.params.id, { sender: 'system', body: 'nobody is here' });
  expect(await chat.read()).toMatchObject({ handling: 'missed', accepted_by: null, handled_by: null, agent_id: null });
  expect(await acceptances(app, ann)).toEqual([]);
});

test('the first human reply accepts the chat once and makes its author the owner', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const at = later(app);
  await chat.answer(ann.agentId);
  const accepted = { agent_id: ann.agentId, type: 'human', at };
  expect(await chat.read()).toMatchObject({
    handling: 'human',
    agent_id: ann.agentId,
    accepted_by: accepted,
    handled_by: accepted,
  });
  later(app);
  await chat.answer(ann.agentId);
  await ann.call(chats.close, { params: chat.params, body: {} });
  await chat.visitor.write('one more thing');
  await chat.answer(ann.agentId);
  expect(await chat.read()).toMatchObject({ accepted_by: accepted, handled_by: accepted });
  expect(await acceptances(app, ann)).toEqual([
    {
      button_guid: ann.buttonGuid,
      chat_id: chat.params.id,
      client_id: expect.any(Number),
      contact_id: expect.any(String),
      channel: 'service',
      agent_id: ann.agentId,
      operator_type: 'human',
      at,
    },
  ]);
});

test('concurrent first replies accept once', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const chat = await startChat(app, ann);
  await Promise.all([ann.agentId, bob.agentId, ann.agentId, bob.agentId].map(chat.answer));
  const { accepted_by, agent_id } = await chat.read();
  expect(await acceptances(app, ann)).toMatchObject([{ agent_id: accepted_by?.agent_id }]);
  expect(agent_id).toBe(accepted_by?.agent_id);
});

test('a later reply changes who handles the chat, not its owner or who accepted it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const chat = await startChat(app, ann);
  await chat.answer(ann.agentId);
  const at = later(app);
  await chat.answer(bob.agentId);
  expect(await chat.read()).toMatchObject({
    handling: 'human',
    agent_id: ann.agentId,
    accepted_by: { agent_id: ann.agentId },
    handled_by: { agent_id: bob.agentId, type: 'human', at },
  });
});

test('the AI accepts with its first reply that the visitor sees, and never owns a chat', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const ai = await addAi(app, ann);
  const chat = await startChat(app, ann);
  await ai.answer(chat.params.id, { private: true });
  expect(await chat.read()).toMatchObject({ handling: 'missed', accepted_by: null, awaiting_reply: true });
  const at = later(app);
  for (let times = 0; times < 2; times += 1) await ai.answer(chat.params.id);
  const accepted = { agent_id: ai.id, type: 'ai', at };
  expect(await chat.read()).toMatchObject({
    handling: 'ai',
    agent_id: null,
    accepted_by: accepted,
    handled_by: accepted,
    awaiting_reply: false,
  });
  expect(await acceptances(app, ann)).toEqual([
    {
      button_guid: ann.buttonGuid,
      chat_id: chat.params.id,
      client_id: expect.any(Number),
      contact_id: expect.any(String),
      channel: 'service',
      agent_id: ai.id,
      operator_type: 'ai',
      at,
    },
  ]);
});

test.each(['a reply', 'a claim', 'a transfer'])(
  '%s takes over from the AI without a second acceptance',
  async (way) => {
    const app = await startApp();
    const ann = await app.owner();
    const ai = await addAi(app, ann);
    const chat = await startChat(app, ann);
    await ai.answer(chat.params.id);
    const at = later(app);
    const { agentId: agent_id } = await addConnectedAgent(app, ann);
    const given = { params: chat.params, body: { agent_id } };
    if (way === 'a reply') await chat.answer(agent_id);
    else await ann.call(way === 'a claim' ? chats.claim : chats.transfer, given);
    expect(await chat.read()).toMatchObject({
      handling: 'ai_to_human',
      agent_id,
      accepted_by: { agent_id: ai.id, type: 'ai' },
      handled_by: { agent_id, type: 'human', at },
    });
    expect(await acceptances(app, ann)).toHaveLength(1);
  },
);

test('an AI reply in a chat accepted by a human handles it until a human replies again', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const ai = await addAi(app, ann);
  const chat = await startChat(app, ann);
  await chat.answer(ann.agentId);
  await chat.visitor.write('are you there?');
  await ai.answer(chat.params.id);
  expect(await chat.read()).toMatchObject({
    handling: 'human_to_ai',
    agent_id: null,
    agents: [ann.agentId],
    accepted_by: { agent_id: ann.agentId, type: 'human' },
    handled_by: { agent_id: ai.id, type: 'ai' },
  });
  await chat.answer(ann.agentId);
  expect(await chat.read()).toMatchObject({ handling: 'human', handled_by: { agent_id: ann.agentId } });
  expect(await acceptances(app, ann)).toHaveLength(1);
});

test('waiting_since is the time of the first unanswered message', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const ai = await addAi(app, ann);
  const since = later(app);
  const chat = await startChat(app, ann);
  later(app);
  await chat.visitor.write('anybody?');
  await ann.call(messages.addNote, { params: chat.params, body: { body: 'busy' } });
  await postAs(app, ann, chat.params.id, { sender: 'system' });
  expect(await chat.read()).toMatchObject({ awaiting_reply: true, waiting_since: since });
  for (const answer of [() => chat.answer(ann.agentId), () => ai.answer(chat.params.id)]) {
    await answer();
    expect(await chat.read()).toMatchObject({ awaiting_reply: false, waiting_since: null });
    const again = later(app);
    await chat.visitor.write('and then?');
    expect(await chat.read()).toMatchObject({ awaiting_reply: true, waiting_since: again });
  }
});

test('unread counts visitor messages that no agent has seen, also if the AI has answered them', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const second = await chat.visitor.write('anybody?');
  await chat.visitor.write('hello?');
  const answer = await (await addAi(app, ann)).answer(chat.params.id);
  expect((await chat.read()).unread).toBe(3);
  await ann.call(messages.markSeen, { params: chat.params, body: { message_id: second.id } });
  expect((await chat.read()).unread).toBe(2);
  await ann.call(messages.markRangeSeen, { params: chat.params, body: { to_message_id: answer.id } });
  expect((await chat.read()).unread).toBe(0);
});

test('every change raises version and updated_at; a no-op does not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const chat = await startChat(app, ann);
  const { params } = chat;
  const sent = { client_message_id: randomUUID(), type: 'text', body: 'hi', agent_id: ann.agentId };
  const seen = { params: { button_guid: ann.buttonGuid }, body: { seq: 2 } };
  const first = (await ann.call(messages.list, { params })).data.data[0]?.id;
  const repeated = randomUUID();
  const changes: [string, () => Promise<unknown>][] = [
    ['a read mark', () => ann.call(messages.markSeen, { params, body: { message_id: first } })],
    ['a message', () => ann.call(messages.send, { params, body: sent })],
    ['a read mark of the visitor', () => chat.visitor.call(site.visitor.markSeen, seen)],
    ['an owner', () => ann.call(chats.transfer, { params, body: { agent_id: bob.agentId } })],
    ['ready', () => ann.call(chats.setState, { params, body: { state: 'ready' } })],
    ['closing', () => ann.call(chats.close, { params, body: {} })],
    ['a silent AI', () => ann.call(chats.setAi, { params, body: { enabled: false } })],
    ['a message of the visitor', () => chat.visitor.write('and?', repeated)],
  ];
  for (const [name, change] of changes) {
    const before = await chat.read();
    const at = later(app);
    await change();
    const after = await chat.read();
    expect({ name, version: after.version, at: after.updated_at }).toEqual({ name, version: before.version + 1, at });
    later(app);
    if (name !== 'closing') await change();
    else await ann.call(chats.setState, { params, body: { state: 'expired' } });
    expect({ name, ...(await chat.read()) }).toEqual({ name, ...after });
  }
  const { version } = await chat.read();
  await ann.call(messages.addNote, { params, body: { body: 'mind the tone' } });
  expect((await chat.read()).version).toBe(version + 1);
  await ann.call(messages.sendTyping, { params, body: { state: 'start' } });
  expect((await chat.read()).version).toBe(version + 1);
});
