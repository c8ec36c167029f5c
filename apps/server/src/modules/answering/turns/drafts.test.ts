import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAi, addAiChat, configureAi, shareAi } from '../../../../test/answering.ts';
import { addConnectedAgent } from '../../../../test/people.ts';

// Shadow mode: people answer, and the AI drafts for them.

const shared = shareAi();
const { chats } = api;

async function startDrafted(text = 'We open at nine.') {
  const { app, vendor } = shared();
  const ann = await app.owner();
  const bob = await addConnectedAgent(app, ann);
  const made = await addAi(ann, { settings: { shadow_mode: true } });
  vendor.next({ text });
  const chat = await addAiChat(app, ann);
  const turns = await chat.settled();
  const draft = (await chat.list()).find(({ sender }) => sender === 'ai');
  const params = { ...chat.params, message_id: draft?.id ?? 0 };
  return {
    ...{ app, vendor, ann, bob, chat, turns, draft, params },
    ...made,
    send: (body: object = {}) => ann.call(chats.sendDraft, { params, body }),
    discard: () => ann.call(chats.removeDraft, { params }),
  };
}

test('in shadow mode people answer as if there were no AI, and a draft is for them alone', async () => {
  const { bob, chat, turns, draft, operatorId } = await startDrafted();
  expect(draft).toMatchObject({
    sender: 'ai',
    origin: 'shadow',
    private: true,
    seq: null,
    agent_id: operatorId,
    body: 'We open at nine.',
  });
  expect(turns).toMatchObject([{ outcome: 'drafted', message_id: draft?.id }]);
  expect(await chat.said()).toEqual(['client: hello']);
  expect(await chat.read()).toMatchObject({
    agent_id: bob.agentId,
    accepted_by: null,
    awaiting_reply: true,
    reply_owner: 'human',
  });
  expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'shadow', operator_id: operatorId });
});

test('each message of the visitor makes a draft', async () => {
  const { chat } = await startDrafted();
  await chat.visitor.write('and on Sunday?');
  await chat.visitor.write('or Monday?');
  expect((await chat.settled()).map(({ outcome }) => outcome)).toEqual(['drafted', 'drafted', 'drafted']);
});

test('a draft is sent once, as a person, and leaves the chat', async () => {
  const { bob, chat, draft, send } = await startDrafted();
  const sent = await send();
  expect(sent).toMatchObject({
    status: 202,
    data: { sender: 'agent', agent_id: bob.agentId, body: 'We open at nine.', private: false, seq: 2 },
  });
  expect((await chat.list()).some(({ id }) => id === draft?.id)).toBe(false);
  expect(await chat.read()).toMatchObject({ handling: 'human', accepted_by: { agent_id: bob.agentId, type: 'human' } });
  expect((await send()).problem).toMatchObject({ status: 409, reason: 'draft_used' });
});

test('a draft can be edited, and sent as another agent', async () => {
  const { ann, send } = await startDrafted();
  const sent = await send({ body: 'At nine, and welcome!', agent_id: ann.agentId });
  expect(sent.data).toMatchObject({ agent_id: ann.agentId, body: 'At nine, and welcome!' });
});

test('a discarded draft leaves the chat and cannot be sent', async () => {
  const { chat, draft, send, discard } = await startDrafted();
  expect((await discard()).status).toBe(204);
  expect((await chat.list()).some(({ id }) => id === draft?.id)).toBe(false);
  expect((await discard()).problem).toMatchObject({ status: 409, reason: 'draft_used' });
  expect((await send()).problem).toMatchObject({ status: 409, reason: 'draft_used' });
});

test('a draft is of its chat and its widget; any other message is 404', async () => {
  const { app, ann, chat, params } = await startDrafted();
  const other = await addAiChat(app, ann);
  const eve = await app.owner();
  const [first] = await chat.list();
  const wrong: [typeof ann, object][] = [
    [ann, { ...params, id: other.params.id }],
    [ann, { ...params, message_id: first?.id }],
    [eve, params],
  ];
  for (const [owner, path] of wrong) {
    expect((await owner.call(chats.sendDraft, { params: path as never, body: {} })).status).toBe(404);
    expect((await owner.call(chats.removeDraft, { params: path as never })).status).toBe(404);
  }
  await other.settled();
});

test('a draft that a person was faster than is not shown', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann, { settings: { shadow_mode: true } });
  vendor.next({ text: 'Late.', latencyMs: 300 });
  const chat = await addAiChat(app, ann);
  await chat.reply('At nine.');
  expect(await chat.settled()).toMatchObject([{ outcome: 'superseded', why: 'person' }]);
  expect((await chat.list()).map(({ sender }) => sender)).toEqual(['client', 'agent']);
});

test('a draft that fails raises an alert and hands nothing over', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann, { settings: { shadow_mode: true } });
  vendor.next({ status: 403 });
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'failed', why: 'provider_failed' }]);
  expect(await chat.said()).toEqual(['client: hello']);
  expect((await ann.call(api.aiAlerts.list)).data.data).toMatchObject([{ kind: 'provider_failed' }]);
});

test('once shadow mode ends the AI answers itself', async () => {
  const { ann, chat } = await startDrafted();
  await configureAi(ann, { shadow_mode: false });
  await ann.call(chats.setAi, { params: chat.params, body: { enabled: true } });
  await chat.visitor.write('and now?');
  expect((await chat.settled()).at(-1)).toMatchObject({ outcome: 'answered' });
});
