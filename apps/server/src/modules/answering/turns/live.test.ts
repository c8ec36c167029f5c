import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAi, addAiChat, configureAi, shareAi } from '../../../../test/answering.ts';
import { anonymousCaller } from '../../../../test/callers.ts';
import { connectAgent, connectVisitor } from '../../../../test/sockets.ts';
import { until } from '../../../../test/until.ts';

// What connected visitors and agents see of the AI, and what operators of the server do.

const shared = shareAi({ live: true });

test('both sides see that the AI types, and then its message', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  const { operatorId } = await addAi(ann);
  const chat = await addAiChat(app, ann);
  await chat.settled();
  const console = await connectAgent(app, ann);
  const browser = await connectVisitor(app, ann, chat.visitor);
  vendor.next({ text: 'At nine.', latencyMs: 100 });
  await chat.visitor.write('when do you open?');
  const typing = await console.hears('typing', ({ side, state }) => side === 'agent' && state === 'start');
  expect(typing).toMatchObject({ chat_id: chat.params.id, agent_id: operatorId });
  await browser.hears('typing', ({ state }) => state === 'start');
  expect(await browser.hears('message', ({ message }) => message.sender === 'ai')).toMatchObject({
    message: { body: 'At nine.', agent_id: operatorId },
  });
  await console.hears('message', ({ message }) => message.sender === 'ai');
});

test('a handover publishes the visitor’s message again, for agents to be notified', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann);
  const console = await connectAgent(app, ann);
  vendor.next({ text: '[KEY_TO_OPERATOR]' });
  const chat = await addAiChat(app, ann);
  const [first] = await chat.list();
  await console.hears('message', ({ message, chat }) => message.id === first?.id && chat.reply_owner === 'ai');
  const again = await console.hears(
    'message',
    ({ message, chat }) => message.id === first?.id && chat.reply_owner === 'human',
  );
  expect(again.chat).toMatchObject({ agent_id: ann.agentId, awaiting_reply: true });
});

test('the widget is online while the AI answers, by every source that says so', async () => {
  const { app } = shared();
  const ann = await app.owner();
  const { operatorId } = await addAi(ann, { settings: { enabled: false } });
  const params = { button_guid: ann.buttonGuid };
  const call = anonymousCaller(app);
  const isOnline = async () => {
    const said = [
      (await call(site.visitor.readConfig, { params })).data.online,
      (await call(site.visitor.visit, { params, body: { page: 'https://shop.example/' } })).data.online,
      (await call(site.visitor.open, { params, body: {} })).data.online,
    ];
    expect(new Set(said).size).toBe(1);
    return said[0];
  };
  expect(await isOnline()).toBe(false);
  await configureAi(ann, { enabled: true });
  expect(await isOnline()).toBe(true);
  await configureAi(ann, { shadow_mode: true });
  expect(await isOnline()).toBe(false);
  await configureAi(ann, { shadow_mode: false });
  await ann.call(api.aiOperators.update, { params: { id: operatorId }, body: { status: 'relaxation' } });
  expect(await isOnline()).toBe(false);
});

test('visitors learn at once that the AI was switched on or off', async () => {
  const { app } = shared();
  const ann = await app.owner();
  await addAi(ann);
  const chat = await addAiChat(app, ann);
  await chat.settled();
  const browser = await connectVisitor(app, ann, chat.visitor);
  await configureAi(ann, { enabled: false });
  await browser.hears('online', ({ online }) => !online);
  await configureAi(ann, { enabled: true });
  await browser.hears('online', ({ online }) => online);
});

test('metrics count turns, tokens and failures', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann);
  const read = async (name: string) => {
    const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    const found = body.split('\n').find((line) => line.startsWith(name));
    return Number(found?.split(' ').at(-1) ?? 0);
  };
  const counters = ['ai_turns_total{kind="reply",outcome="answered"}', 'ai_tokens_total{direction="input"}'];
  const failed = 'ai_call_failures_total{provider="openai",error="unauthorized"}';
  const before = await Promise.all([...counters, failed].map(read));
  const chat = await addAiChat(app, ann);
  await chat.settled();
  vendor.next({ status: 401 });
  await chat.visitor.write('again');
  await chat.settled();
  await until(async () => (await read(failed)) === (before[2] ?? 0) + 1, 'the failure is counted');
  expect(await Promise.all(counters.map(read))).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 12]);
});
