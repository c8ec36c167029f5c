import { api, dashboard, locales } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAi, addAiChat, configureAi, shareAi } from '../../../../test/answering.ts';
import { signedIn } from '../../../../test/callers.ts';
import { addConnectedAgent } from '../../../../test/people.ts';
import { newBrowser, startPushService } from '../../../../test/push-service.ts';
import { until } from '../../../../test/until.ts';

// Why a chat is handed to people, and what the visitor and the agents see of it.

const shared = shareAi();

async function start(given?: Parameters<typeof addAi>[1], { isStaffed = true } = {}) {
  const { app, vendor } = shared();
  const ann = await app.owner();
  const made = await addAi(ann, given);
  const bob = isStaffed ? await addConnectedAgent(app, ann) : undefined;
  return { app, vendor, ann, bob, ...made };
}

const phrasesOf = async (ann: Awaited<ReturnType<typeof start>>['ann']) =>
  (await ann.call(api.aiMessages.read)).data.phrases;

const PERSONA = `You are Mia of the shop on Elm Street. ${'Be kind and brief with every customer who writes. '.repeat(4)}`;

test.each<[string, string, object]>([
  ['an empty answer', 'empty', { text: '  ' }],
  ['a filtered answer', 'filtered', { finish: 'filtered', text: 'bad' }],
  ['the marker alone', 'marker', { text: '[KEY_TO_OPERATOR]' }],
  ['an answer that repeats 100 characters of the persona', 'floor', { text: `My orders: ${PERSONA.slice(20, 140)}` }],
])('%s hands the chat over, and the visitor reads one phrase', async (_what, why, script) => {
  const { app, ann, bob, vendor } = await start({ assistant: { persona: PERSONA } });
  vendor.next(script);
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'escalated', why, message_id: null }]);
  const { handoff } = await phrasesOf(ann);
  expect(await chat.said()).toEqual(['client: hello', `system: ${handoff?.ru}`]);
  expect((await chat.list()).at(-1)).toMatchObject({ origin: 'platform', agent_id: null });
  expect(await chat.read()).toMatchObject({
    agent_id: bob?.agentId,
    accepted_by: null,
    handling: 'missed',
    awaiting_reply: true,
    reply_owner: 'human',
  });
});

test('what stands beside the marker is shown, and no phrase follows', async () => {
  const { app, ann, bob, operatorId, vendor } = await start();
  vendor.next({ text: 'A colleague knows that. [KEY_TO_OPERATOR]' });
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'escalated', why: 'marker' }]);
  expect(await chat.said()).toEqual(['client: hello', 'ai: A colleague knows that.']);
  expect(await chat.read()).toMatchObject({
    agent_id: bob?.agentId,
    accepted_by: { agent_id: operatorId, type: 'ai' },
    handled_by: { agent_id: bob?.agentId, type: 'human' },
    handling: 'ai_to_human',
    awaiting_reply: true,
  });
});

test('the marker in another case is text', async () => {
  const { app, ann, vendor } = await start();
  vendor.next({ text: 'Write [key_to_operator] if you like.' });
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'answered' }]);
  expect((await chat.said()).at(-1)).toBe('ai: Write [key_to_operator] if you like.');
});

test.each<[string, string[], string, boolean]>([
  ['a word, in whatever case', ['manager'], 'I want the MANAGER!', true],
  ['a part of a word', ['man'], 'I want the manager', false],
  ['several words', ['real person'], 'give me a  real person', true],
  ['a Russian word', ['оператор'], 'Позовите оператора', false],
  ['Russian words in a row', ['позовите оператора'], 'Позовите оператора, пожалуйста', true],
  ['Chinese, anywhere', ['人工'], '我要人工客服', true],
  ['Thai, anywhere', ['เจ้าหน้าที่'], 'ขอคุยกับเจ้าหน้าที่ครับ', true],
])('a trigger is found without asking a model: %s', async (_what, triggers, text, isFound) => {
  const { app, ann, vendor } = await start({ assistant: { escalation_triggers: triggers } });
  const chat = await addAiChat(app, ann, text);
  const [turn] = await chat.settled();
  expect(turn).toMatchObject(
    isFound ? { outcome: 'escalated', why: 'trigger', attempts: [] } : { outcome: 'answered' },
  );
  expect(vendor.calls()).toHaveLength(isFound ? 0 : 1);
});

test('a third equal reply is not shown', async () => {
  const { app, ann, vendor } = await start();
  vendor.usual = { text: 'Please try again.' };
  const chat = await addAiChat(app, ann);
  await chat.settled();
  for (const text of ['again', 'and again']) {
    await chat.visitor.write(text);
    await chat.settled();
  }
  const turns = await chat.settled();
  expect(turns.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['answered', null],
    ['answered', null],
    ['escalated', 'floor'],
  ]);
});

test('a chat whose credentials all failed is handed over with the phrase for failures, and one alert a credential', async () => {
  const { app, ann, credentialId, vendor } = await start();
  vendor.usual = { status: 401 };
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([
    {
      outcome: 'escalated',
      why: 'provider_failed',
      attempts: [{ credential_id: credentialId, error: 'unauthorized' }],
    },
  ]);
  const { failure } = await phrasesOf(ann);
  expect((await chat.said()).at(-1)).toBe(`system: ${failure?.ru}`);
  await ann.call(api.chats.setAi, { params: chat.params, body: { enabled: true } });
  await chat.visitor.write('again');
  await chat.settled();
  expect((await ann.call(api.aiAlerts.list)).data.data).toMatchObject([
    { kind: 'provider_failed', credential_id: credentialId, chat_id: chat.params.id, count: 2 },
  ]);
});

test('a backup answers when the credential fails, and each that fails has its alert', async () => {
  const { app, ann, credentialId, vendor } = await start();
  const body = { provider: 'openai', api_key: 'sk-2', model: 'model-b' };
  const { data: backup } = await ann.call(api.aiCredentials.create, { body: { ...body, is_active: true } });
  const params = { id: credentialId };
  await ann.call(api.aiCredentials.update, { params, body: { backup_credential_id: backup.id } });
  vendor.next({ status: 403 }, { text: 'Here I am.' });
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([
    {
      outcome: 'answered',
      attempts: [
        { credential_id: credentialId, error: 'unauthorized', status: 403 },
        { credential_id: backup.id, model: 'model-b', error: null },
      ],
    },
  ]);
  vendor.usual = { status: 401 };
  await chat.visitor.write('again');
  await chat.settled();
  const { data: alerts } = (await ann.call(api.aiAlerts.list)).data;
  expect(alerts.map(({ credential_id, count }) => [credential_id, count]).toSorted()).toEqual([
    [credentialId, 2],
    [backup.id, 1],
  ]);
  const { rows } = (await ann.call(api.aiUsage.read)).data;
  expect(rows).toMatchObject([
    { model: 'model-a', calls: 2, failures: 2 },
    { model: 'model-b', calls: 2, failures: 1 },
  ]);
});

test.each(['budget_visitor', 'budget_widget'] as const)('a spent %s hands over without asking a model', async (why) => {
  const { app, ann, vendor } = await start({ settings: { [`${why}_tokens`]: 15 } });
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'answered', input_tokens: 12, output_tokens: 3 }]);
  await chat.visitor.write('and now?');
  expect((await chat.settled()).at(-1)).toMatchObject({ outcome: 'escalated', why, attempts: [] });
  expect(vendor.calls()).toHaveLength(1);
  const { failure } = await phrasesOf(ann);
  expect((await chat.said()).at(-1)).toBe(`system: ${failure?.ru}`);
  expect((await ann.call(api.aiAlerts.list)).data.data).toMatchObject([{ kind: why, count: 1 }]);
});

test('where nobody is at work the visitor reads that, also after a shown reply unless that is suppressed', async () => {
  const { app, ann, vendor } = await start(undefined, { isStaffed: false });
  const { offline } = await phrasesOf(ann);
  vendor.usual = { text: 'A colleague knows. [KEY_TO_OPERATOR]' };
  const chat = await addAiChat(app, ann);
  await chat.settled();
  expect(await chat.said()).toEqual(['client: hello', 'ai: A colleague knows.', `system: ${offline?.ru}`]);
  expect(await chat.read()).toMatchObject({ agent_id: null, handling: 'ai', awaiting_reply: true });
  await configureAi(ann, { offline_outcome_mode: 'suppress_after_safe_reply' });
  const other = await addAiChat(app, ann);
  await other.settled();
  expect(await other.said()).toEqual(['client: hello', 'ai: A colleague knows.']);
  vendor.usual = { text: '[KEY_TO_OPERATOR]' };
  const third = await addAiChat(app, ann);
  await third.settled();
  expect(await third.said()).toEqual(['client: hello', `system: ${offline?.ru}`]);
});

test('agents who are away get a push about an AI chat only once it is handed over', async () => {
  const { app, ann, vendor } = await start(undefined, { isStaffed: false });
  const service = await startPushService();
  const browser = newBrowser(service.origin);
  await (await signedIn(app, ann))(dashboard.push.subscribe, { body: browser.subscription });
  vendor.next({ text: 'Hi!' }, { text: '[KEY_TO_OPERATOR]' });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await chat.visitor.write('a person please');
  await chat.settled();
  await until(() => service.taken.length > 0, 'a push has arrived');
  expect(service.taken.map(({ body }) => browser.read(body))).toEqual([
    { chat_id: chat.params.id, name: 'Visitor', text: 'a person please' },
  ]);
});

test('the phrase is in the visitor’s language, and the widget’s own wording goes before ours', async () => {
  const { app, ann, vendor } = await start();
  vendor.usual = { text: '[KEY_TO_OPERATOR]' };
  await ann.call(api.aiMessages.update, { body: { handoff: { de: 'Einen Moment, bitte.' } } });
  const { handoff } = await phrasesOf(ann);
  expect(Object.keys(handoff ?? {}).toSorted()).toEqual([...locales].toSorted());
  const chat = await addAiChat(app, ann);
  await app.sql(`UPDATE chats SET source = jsonb_set(source, '{language}', '"de-AT"') WHERE id = ${chat.params.id}`);
  await chat.settled();
  await ann.call(api.chats.setAi, { params: chat.params, body: { enabled: true } });
  await chat.visitor.write('Hallo?');
  await chat.settled();
  expect((await chat.said()).at(-1)).toBe('system: Einen Moment, bitte.');
});
