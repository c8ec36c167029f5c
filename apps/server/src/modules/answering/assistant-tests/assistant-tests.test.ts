import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { addAi } from '../../../../test/answering.ts';
import { startBot } from '../../../../test/bots.ts';
import { startApp } from '../../../../test/harness.ts';
import { addRules, embeddedBy, promptsOf, scripted } from '../../../../test/knowledge-answers.ts';
import { CALLS_THIS_MACHINE } from '../../../../test/receiver.ts';
import { startVendor } from '../../../../test/vendors/vendor.ts';

const PERSONA = `You are Mia of the tea shop. ${'Tea is green, black or white. '.repeat(6)}`;

async function start(given: Parameters<typeof addAi>[1] = {}) {
  const vendor = await startVendor('openai');
  onTestFinished(vendor.close);
  const app = await startApp({ AI_VENDOR_URLS: `openai=${vendor.url}` });
  const ann = await app.owner();
  const assistant = { persona: PERSONA, escalation_triggers: ['refund'] };
  const { assistantId, credentialId } = await addAi(ann, { assistant, ...given });
  return {
    app,
    ann,
    vendor,
    credentialId,
    ask: (body: object = { message: 'hello' }, id = assistantId) =>
      ann.call(api.aiAssistants.test, { params: { id }, body }),
    usage: async () => (await ann.call(api.aiUsage.read)).data.rows,
  };
}

test('a test says what the assistant would reply, with the prompt of a turn, and stores only its usage', async () => {
  const { app, ann, vendor, credentialId, ask, usage } = await start();
  vendor.next({ text: 'We open at nine.' });
  const history = [
    { role: 'client', content: 'hi' },
    { role: 'assistant', content: 'Hello!' },
  ];
  const { status, body } = await ask({ message: 'when do you open?', history, locale: 'de' });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      content: 'We open at nine.',
      escalate: false,
      why: null,
      sources: [],
      model: 'model-a',
      credential_id: credentialId,
      input_tokens: 12,
      output_tokens: 3,
      duration_ms: expect.any(Number),
    },
  });
  const [asked] = vendor.calls() as unknown as { body: { messages: { role: string; content: string }[] } }[];
  const [system, ...said] = asked?.body.messages ?? [];
  expect(system?.content).toContain('You are Mia of the tea shop.');
  expect(system?.content).toContain('German');
  expect(said).toEqual([
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content: 'when do you open?' },
  ]);
  expect(await usage()).toMatchObject([
    { purpose: 'test', model: 'model-a', calls: 1, failures: 0, input_tokens: 12, cost_usd_micro: 54 },
  ]);
  expect((await ann.call(api.chats.list)).data.data).toEqual([]);
  expect(await app.sql(`SELECT FROM ai_turns WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test.each<[string, string, string | null, string]>([
  ['a marker', 'Wait. [KEY_TO_OPERATOR]', 'Wait.', 'marker'],
  ['an empty answer', '', null, 'empty'],
  ['the persona', PERSONA, null, 'floor'],
])('%s is judged as in a chat', async (_what, text, content, why) => {
  const { vendor, ask } = await start();
  vendor.next({ text });
  expect((await ask()).body).toMatchObject({ content, escalate: true, why });
});

test('a third equal reply is refused, as in a chat', async () => {
  const { vendor, ask } = await start();
  vendor.next({ text: 'Tea!' });
  const history = ['Tea!', 'Tea!'].flatMap((content) => [
    { role: 'client', content: 'what?' },
    { role: 'assistant', content },
  ]);
  expect((await ask({ message: 'what?', history })).body).toMatchObject({ content: null, why: 'floor' });
});

test('a trigger is answered without a model', async () => {
  const { vendor, ask, usage } = await start();
  const { body } = await ask({ message: 'I want a Refund.' });
  expect(body).toMatchObject({ content: null, escalate: true, why: 'trigger', model: null, credential_id: null });
  expect(vendor.calls()).toEqual([]);
  expect(await usage()).toEqual([]);
});

test('without a usable credential a test is 422, and of a failing provider 502 without its words', async () => {
  const { ann, vendor, credentialId, ask, usage } = await start();
  vendor.next({ status: 401, body: '{"error":{"message":"Incorrect key sk-test"}}' });
  const { problem } = await ask();
  expect(problem).toMatchObject({ status: 502, reason: 'upstream_failed' });
  expect(JSON.stringify(problem)).not.toContain('sk-test');
  expect(await usage()).toMatchObject([{ purpose: 'test', calls: 1, failures: 1 }]);
  expect((await ann.call(api.aiAlerts.list, { query: {} })).data.data).toEqual([]);
  await ann.call(api.aiCredentials.update, { params: { id: credentialId }, body: { is_active: false } });
  expect((await ask()).problem).toMatchObject({ status: 422, reason: 'ai_credential_missing' });
});

test('a credential of the operator who runs the assistant is used', async () => {
  const { ann, ask, credentialId } = await start();
  const [operator] = (await ann.call(api.aiOperators.list)).data.data;
  const body = { provider: 'openai' as const, api_key: 'sk-2', model: 'model-b', operator_id: operator?.id };
  const { data } = await ann.call(api.aiCredentials.create, { body });
  expect((await ask()).body).toMatchObject({ model: 'model-b', credential_id: data.id });
  expect(data.id).not.toBe(credentialId);
});

test('tests stop at 80 % of the widget’s budget', async () => {
  const { ask } = await start({ settings: { budget_widget_tokens: 18 } });
  expect((await ask()).body).toMatchObject({ why: null });
  expect((await ask()).body).toMatchObject({ content: null, escalate: true, why: 'budget_widget' });
});

test('unknown assistants are 404, and malformed conversations are named', async () => {
  const { ask } = await start();
  expect((await ask({ message: 'hi' }, 999_999_999)).status).toBe(404);
  for (const [body, field] of [
    [{}, 'message'],
    [{ message: ' ' }, 'message'],
    [{ message: 'x'.repeat(10_001) }, 'message'],
    [{ message: 'x', history: [{ role: 'system', content: 'x' }] }, 'history.0.role'],
    [{ message: 'x', history: [{ role: 'client' }] }, 'history.0.content'],
    [{ message: 'x', locale: '!' }, 'locale'],
  ] as const) {
    const { status, problem } = await ask(body);
    expect([field, status, Object.keys(problem.errors ?? {})]).toEqual([field, 422, [field]]);
  }
});

test('a webhook credential gets the conversation as a call with the event test', async () => {
  const app = await startApp(CALLS_THIS_MACHINE);
  const [ann, bot] = [await app.owner(), await startBot()];
  const credential = { provider: 'webhook', base_url: bot.url, signing_secret: 'a secret of sixteen', model: null };
  const { assistantId: id } = await addAi(ann, { credential });
  const { body } = await ann.call(api.aiAssistants.test, { params: { id }, body: { message: 'hello' } });
  expect(body).toMatchObject({ content: 'pong', model: 'webhook' });
  expect(JSON.parse(bot.arrivals[0]?.body ?? '')).toMatchObject({
    event: 'test',
    causation_id: null,
    message: { type: 'text', body: 'hello' },
    history: [{ sender: 'client', body: 'hello' }],
  });
});

test('a test is built on the knowledge base as a reply is, and stores nothing but usage', async () => {
  const { app, ann, vendor, ask, usage } = await start();
  const [rule] = await addRules(ann, ['We open at nine.']);
  vendor.requests.splice(0);
  vendor.usual = { text: 'At nine [K1].' };
  const history = [{ role: 'client', content: 'hi' }];
  const { body } = await ask({ message: 'When do you open?', history });
  expect(body).toMatchObject({
    content: 'At nine.',
    sources: [{ rule_id: rule, source: 'manual', source_label: null, similarity: expect.any(Number), cited: true }],
  });
  expect(embeddedBy(vendor)).toEqual(['hi\nWhen do you open?']);
  expect(
    promptsOf(vendor)[0]
      ?.slice(1)
      .map(({ content }) => content),
  ).toEqual(['<knowledge>\n[K1] We open at nine.\n</knowledge>', 'hi', 'When do you open?']);
  expect((await usage()).map(({ purpose, calls }) => [purpose, calls])).toEqual([
    ['embedding', 2],
    ['test', 1],
  ]);
  expect(await app.sql(`SELECT FROM ai_turns WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('a test whose words cannot be embedded goes by words alone, and raises no alert', async () => {
  const { ann, vendor, ask, usage } = await start();
  const [rule] = await addRules(ann, ['We open at nine.']);
  vendor.usual = scripted({ vectors: { status: 403 }, answer: { text: 'At nine.' } });
  const { body } = await ask({ message: 'When do you open?' });
  expect(body).toMatchObject({ content: 'At nine.', sources: [{ rule_id: rule, similarity: null, cited: false }] });
  expect(await usage()).toContainEqual(expect.objectContaining({ purpose: 'embedding', failures: 1 }));
  expect((await ann.call(api.aiAlerts.list)).data.data).toEqual([]);
});

test('a test of an assistant that does not use the knowledge base has no sources', async () => {
  const { ann, vendor, ask } = await start({ assistant: { rag_enabled: false } });
  await addRules(ann, ['We open at nine.']);
  vendor.requests.splice(0);
  expect((await ask({ message: 'When do you open?' })).body).toMatchObject({ sources: [] });
  expect(embeddedBy(vendor)).toEqual([]);
});
