import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { addAi, addAiChat, configureAi, shareAi } from '../../../../test/answering.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addConnectedAgent } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

// Who owns the next reply: the table in docs/guides/ai.md, one test a row.

const shared = shareAi();
const { chats, contacts } = api;

async function start(given?: Parameters<typeof addAi>[1]) {
  const { app, vendor } = shared();
  const ann = await app.owner();
  return { app, vendor, ann, ...(await addAi(ann, given)) };
}

/** A chat in which the vendor is asked and has not answered yet. */
async function startAsked(given?: Parameters<typeof addAi>[1]) {
  const started = await start(given);
  started.vendor.next({ fault: 'hang' });
  const chat = await addAiChat(started.app, started.ann);
  // A call that still hangs would be made again when a later test moves the clock.
  onTestFinished(async () => void (await close(started.ann, chat.params)));
  await until(() => started.vendor.calls().length === 1, 'the model is asked');
  return { ...started, chat };
}

const later = (app: TestApp, duration: Temporal.DurationLike) => {
  app.clock.now = app.clock.now.add(duration);
};

const close = (ann: Owner, params: { id: number }) => ann.call(chats.close, { params, body: {} });

test('another message of the visitor drops the turn, and the next one answers both', async () => {
  const { vendor, chat } = await startAsked();
  vendor.next({ text: 'Nine to five.' });
  await chat.visitor.write('and until when?');
  const turns = await chat.settled();
  expect(turns).toMatchObject([
    { turn: 1, outcome: 'superseded', why: 'visitor' },
    { turn: 2, outcome: 'answered' },
  ]);
  expect(await chat.said()).toEqual(['client: hello', 'client: and until when?', 'ai: Nine to five.']);
  expect(vendor.calls()[0]?.isAborted).toBe(true);
  const asked = vendor.calls()[1]?.body as { messages: { role: string; content: string }[] };
  expect(JSON.stringify(asked)).toContain('hello');
});

test.each<[string, (started: Awaited<ReturnType<typeof startAsked>>) => Promise<unknown>]>([
  ['replies', ({ chat }) => chat.reply('I am here')],
  [
    'claims the chat',
    async ({ app, ann, chat }) => {
      const bob = await addConnectedAgent(app, ann);
      return ann.call(chats.claim, { params: chat.params, body: { agent_id: bob.agentId } });
    },
  ],
  [
    'is assigned',
    ({ ann, chat }) => ann.call(chats.transfer, { params: chat.params, body: { agent_id: ann.agentId } }),
  ],
])('a person who %s takes the chat from the AI, whose answer is dropped', async (_what, act) => {
  const started = await startAsked();
  const { vendor, chat } = started;
  expect(await chat.ai()).toMatchObject({ owner: 'ai', turn: 1, silence: null });
  expect(await act(started)).toMatchObject({ status: 202 });
  await until(() => vendor.calls()[0]?.isAborted === true, 'the call is cut off');
  expect(await chat.settled()).toMatchObject([{ outcome: 'superseded', why: 'person', message_id: null }]);
  expect(await chat.ai()).toMatchObject({ owner: 'human', turn: 2, silence: 'person' });
  await chat.visitor.write('thanks');
  expect(vendor.calls()).toHaveLength(1);
  expect((await chat.said()).some((line) => line.startsWith('ai:'))).toBe(false);
});

test.each<[string, string, string, (started: Awaited<ReturnType<typeof startAsked>>) => Promise<unknown>]>([
  [
    'pausing',
    'paused',
    'paused',
    ({ ann, chat }) => ann.call(chats.setAi, { params: chat.params, body: { enabled: false } }),
  ],
  [
    'spam',
    'spam',
    'spam',
    ({ ann, chat }) => ann.call(chats.setState, { params: chat.params, body: { state: 'spam' } }),
  ],
  ['a block', 'blocked', 'blocked', ({ ann, chat }) => block(ann, chat)],
])('%s takes the chat from the AI', async (_what, why, silence, act) => {
  const started = await startAsked();
  const { chat } = started;
  await act(started);
  expect(await chat.settled()).toMatchObject([{ outcome: 'superseded', why }]);
  expect(await chat.ai()).toMatchObject({ owner: 'human', turn: 2, silence });
});

const block = async (ann: Owner, chat: { read: () => Promise<{ contact_id: string | null }> }) =>
  ann.call(contacts.block, { params: { id: (await chat.read()).contact_id ?? '' } });

test('a visitor who waits for the AI when they are blocked is routed', async () => {
  const { app, ann, chat } = await startAsked();
  const bob = await addConnectedAgent(app, ann);
  await block(ann, chat);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, awaiting_reply: true, reply_owner: 'human' });
});

test('closing takes the chat from the AI, which answers the visitor’s next message', async () => {
  const { ann, chat } = await startAsked();
  await close(ann, chat.params);
  expect(await chat.settled()).toMatchObject([{ outcome: 'superseded', why: 'closed' }]);
  expect(await chat.ai()).toMatchObject({ owner: 'human', turn: 2, silence: null });
  await chat.visitor.write('one more thing');
  expect((await chat.settled()).at(-1)).toMatchObject({ turn: 3, outcome: 'answered' });
});

test('the sweep moves nothing', async () => {
  const { app, ann } = await start();
  const chat = await addAiChat(app, ann);
  await chat.settled();
  later(app, { minutes: 8 });
  await app.run('chats.sweep');
  expect(await chat.read()).toMatchObject({ status: 'expired', reply_owner: 'ai' });
  expect(await chat.ai()).toMatchObject({ owner: 'ai', turn: 1 });
});

test.each<[string, object]>([
  ['switched off', { enabled: false }],
  ['put into shadow mode', { shadow_mode: true }],
])('an AI that is %s leaves who waits to people', async (_what, settings) => {
  const { app, ann, chat, vendor } = await startAsked();
  const bob = await addConnectedAgent(app, ann);
  await configureAi(ann, settings);
  expect(await chat.settled()).toMatchObject([{ outcome: 'superseded', why: 'off' }]);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, reply_owner: 'human', awaiting_reply: true });
  expect(vendor.calls()[0]?.isAborted).toBe(true);
});

test('an operator who is retired leaves the chat to another one', async () => {
  const { ann, chat, vendor, operatorId, assistantId } = await startAsked();
  const { data: other } = await ann.call(api.aiOperators.create, { body: { assistant_id: assistantId, name: 'Leo' } });
  vendor.next({ text: 'Leo here.' });
  await ann.call(api.aiOperators.remove, { params: { id: operatorId } });
  expect(await chat.settled()).toMatchObject([{ outcome: 'answered', operator_id: other.id }]);
  expect(await chat.said()).toEqual(['client: hello', 'ai: Leo here.']);
});

test('handing a chat back gives it to the AI from the next message, and the person stays in it', async () => {
  const { ann, chat, vendor } = await startAsked();
  await chat.reply('one moment');
  expect(await chat.read()).toMatchObject({ agent_id: ann.agentId, agents: [] });
  await ann.call(chats.setAi, { params: chat.params, body: { enabled: true } });
  expect(await chat.read()).toMatchObject({ agent_id: null, agents: [ann.agentId] });
  expect(await chat.ai()).toMatchObject({ silence: null });
  expect(vendor.calls()).toHaveLength(1);
  await chat.visitor.write('are you there?');
  expect((await chat.settled()).at(-1)).toMatchObject({ outcome: 'answered' });
  expect(await chat.read()).toMatchObject({ handling: 'human_to_ai', agent_id: null });
});

test('a person’s chat without a message for a day goes to the AI with the visitor’s next one', async () => {
  const { app, ann } = await start();
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await chat.reply('I take this one');
  later(app, { hours: 23, minutes: 59 });
  await chat.visitor.write('still broken');
  expect(await chat.settled()).toHaveLength(1);
  await chat.reply('looking');
  later(app, { hours: 24 });
  await chat.visitor.write('hello again');
  const turns = await chat.settled();
  expect(turns.at(-1)).toMatchObject({ outcome: 'answered' });
  expect(await chat.read()).toMatchObject({ agent_id: null, reply_owner: 'ai' });
});

test('a paused chat stays with people, also after it was closed', async () => {
  const { app, ann } = await start();
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await ann.call(chats.setAi, { params: chat.params, body: { enabled: false } });
  await close(ann, chat.params);
  await chat.visitor.write('hello again');
  expect(await chat.settled()).toHaveLength(1);
  expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'paused' });
});

test('the AI takes over from a person who keeps the visitor waiting', async () => {
  const { app, ann, vendor, operatorId } = await start({ settings: { takeover_timeout_sec: 60 } });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await chat.reply('one moment');
  await chat.visitor.write('well?');
  later(app, { seconds: 59 });
  expect((await chat.explain()).turns[0]).toMatchObject({ outcome: 'waiting' });
  vendor.next({ text: 'Can I help?' });
  later(app, { seconds: 1 });
  const turns = await until(async () => {
    const found = (await chat.explain()).turns;
    return found[0]?.outcome === 'answered' && found;
  }, 'the AI has taken over');
  expect(turns[0]).toMatchObject({ operator_id: operatorId, why: null });
  expect((await chat.said()).at(-1)).toBe('ai: Can I help?');
  expect(await chat.read()).toMatchObject({ agent_id: null, agents: [ann.agentId], reply_owner: 'ai' });
});

test('a person who answers in time is not taken over from', async () => {
  const { app, ann, vendor } = await start({ settings: { takeover_timeout_sec: 60 } });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await chat.reply('one moment');
  await chat.visitor.write('well?');
  later(app, { seconds: 30 });
  await chat.reply('here I am');
  later(app, { seconds: 31 });
  await until(async () => (await chat.explain()).turns[0]?.outcome === 'superseded', 'it is dropped');
  expect((await chat.explain()).turns[0]).toMatchObject({ why: 'person' });
  expect(vendor.calls()).toHaveLength(1);
});

test('the AI does not take over the chat of a blocked visitor', async () => {
  const { app, ann, vendor } = await start({ settings: { takeover_timeout_sec: 60 } });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await chat.reply('one moment');
  await chat.visitor.write('well?');
  await block(ann, chat);
  later(app, { seconds: 60 });
  await until(async () => (await chat.explain()).turns[0]?.outcome !== 'waiting', 'it is dropped');
  expect((await chat.explain()).turns[0]).toMatchObject({ outcome: 'superseded', why: 'blocked' });
  expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'blocked' });
  expect(vendor.calls()).toHaveLength(1);
});

test('what was handed over is not taken over until a person has answered', async () => {
  const { app, ann, vendor } = await start({ settings: { takeover_timeout_sec: 10 } });
  const bob = await addConnectedAgent(app, ann);
  vendor.next({ text: '[KEY_TO_OPERATOR]' });
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'escalated', why: 'marker' }]);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, reply_owner: 'human' });
  expect(await chat.ai()).toMatchObject({ silence: 'handed_over', turn: 2 });
  later(app, { minutes: 5 });
  await chat.visitor.write('anybody?');
  expect(await chat.settled()).toHaveLength(1);
});

test('notes, typing and attached agents move nothing', async () => {
  const { app, ann, vendor, chat } = await startAsked();
  const { params } = chat;
  const bob = await addConnectedAgent(app, ann);
  await ann.call(api.messages.addNote, { params, body: { body: 'careful' } });
  await ann.call(api.messages.sendTyping, { params, body: { state: 'start' } });
  await ann.call(chats.attachAgent, { params, body: { agent_id: bob.agentId } });
  expect(await chat.ai()).toMatchObject({ owner: 'ai', turn: 1 });
  expect(vendor.calls()[0]?.isAborted).toBe(false);
});

test('a chat that another one is merged into is answered for both', async () => {
  const { app, ann, vendor } = await start();
  vendor.next({ text: 'Hi!' }, { fault: 'hang' }, { text: 'For both.' });
  const known = await addAiChat(app, ann, 'first');
  await known.settled();
  const guest = await addAiChat(app, ann, 'second');
  await until(() => vendor.calls().length === 2, 'the model is asked for the guest');
  const [into, from] = [await known.read(), await guest.read()];
  const merged = await ann.call(contacts.merge, {
    params: { id: into.contact_id ?? '' },
    body: { contact_id: from.contact_id ?? '' },
  });
  expect(merged.status).toBe(200);
  const turns = await known.settled();
  expect(turns.at(-1)).toMatchObject({ outcome: 'answered' });
  expect(await known.said()).toEqual(['client: first', 'ai: Hi!', 'client: second', 'ai: For both.']);
});

test('a turn that keeps failing is handed over', async () => {
  const { app, ann, chat } = await startAsked();
  const bob = await addConnectedAgent(app, ann);
  await app.sql(`UPDATE ai_turns SET leases = 5, due_at = '${app.clock.now}' WHERE widget_id = ${ann.widgetId}`);
  expect(await chat.settled()).toMatchObject([{ outcome: 'escalated', why: 'provider_failed' }]);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId });
});

test('an operator without a usable credential leaves the chat to people, and raises an alert', async () => {
  const { app, ann, bob, operatorId } = await startWithoutCredential();
  const chat = await addAiChat(app, ann);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, reply_owner: 'human' });
  expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'no_credential', operator_id: operatorId });
  await chat.visitor.write('anybody?');
  expect((await ann.call(api.aiAlerts.list)).data.data).toMatchObject([
    { kind: 'credential_missing', operator_id: operatorId, chat_id: chat.params.id, count: 2 },
  ]);
});

async function startWithoutCredential() {
  const { app, ann, credentialId, operatorId } = await start();
  const bob = await addConnectedAgent(app, ann);
  await ann.call(api.aiCredentials.update, { params: { id: credentialId }, body: { is_active: false } });
  return { app, ann, bob, operatorId };
}
