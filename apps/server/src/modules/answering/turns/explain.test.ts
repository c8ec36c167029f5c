import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAi, addAiChat, shareAi } from '../../../../test/answering.ts';

const shared = shareAi();

interface Asked {
  messages: { role: string; content: string }[];
  temperature: number;
}

/** What a vendor was asked: the tests read its JSON as it is. */
const askedOf = (call: { body: object } | undefined) => (call?.body ?? {}) as Asked;

test('a turn’s prompt is rebuilt byte for byte, also after the assistant has changed', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  const { assistantId } = await addAi(ann, {
    assistant: { persona: 'You are Mia.\nYou sell tea.', system_prompt: 'Prices are in euros.', temperature: 0.7 },
  });
  const chat = await addAiChat(app, ann, 'Which tea?');
  const [turn] = await chat.settled();
  const asked = askedOf(vendor.calls()[0]);
  expect(asked.temperature).toBe(0.7);
  const params = { id: assistantId };
  await ann.call(api.aiAssistants.update, { params, body: { persona: 'You are Leo.' } });
  await chat.visitor.write('And coffee?');
  const [, second] = await chat.settled();
  for (const [each, call] of [
    [turn, vendor.calls()[0]],
    [second, vendor.calls()[1]],
  ] as const) {
    const { data } = await ann.call(api.aiTurns.read, { params: { id: each?.id ?? 0 } });
    expect(data.prompt).toEqual(askedOf(call).messages);
    expect(data).toMatchObject({ ...each, chat_id: chat.params.id });
  }
  expect([turn?.persona_version, second?.persona_version]).toEqual([1, 2]);
  const { data: first } = await ann.call(api.aiTurns.read, { params: { id: turn?.id ?? 0 } });
  expect(first.prompt[0]?.content).toContain('You are Mia.\nYou sell tea.\n\nPrices are in euros.');
  expect(first.prompt.slice(1)).toEqual([{ role: 'user', content: 'Which tea?' }]);
  await ann.call(api.aiOperators.remove, { params: { id: second?.operator_id ?? 0 } });
  await ann.call(api.aiAssistants.remove, { params });
  expect((await ann.call(api.aiTurns.read, { params: { id: turn?.id ?? 0 } })).data.prompt).toEqual(first.prompt);
});

test('the prompt has no e-mail, phone or card number of the contact, and no secret', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann, { credential: { api_key: 'sk-very-secret' } });
  const chat = await addAiChat(app, ann, 'My card is 4111 1111 1111 1111, is that fine?');
  await chat.settled();
  const { contact_id } = await chat.read();
  const fields = { email: 'eve@example.com', phone: '+49 30 123456', name: 'Eve Example' };
  await ann.call(api.contacts.update, { params: { id: contact_id ?? '' }, body: fields });
  await chat.visitor.write('And now?');
  await chat.settled();
  const sent = JSON.stringify(vendor.calls().map(({ body }) => body));
  for (const secret of ['4111', 'eve@example.com', '123456', 'sk-very-secret', 'Eve Example']) {
    expect(sent).not.toContain(secret);
  }
});

test('the history has roles, the newest forty messages at most, and files by name', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann);
  vendor.usual = { text: 'noted' };
  const chat = await addAiChat(app, ann, 'message 0');
  await chat.settled();
  await chat.reply('a person here');
  for (let at = 1; at <= 45; at += 1) await chat.visitor.write(`message ${at}`);
  await ann.call(api.chats.setAi, { params: chat.params, body: { enabled: true } });
  vendor.usual = { text: 'done' };
  await chat.visitor.write('last');
  await chat.settled();
  const { messages } = askedOf(vendor.calls().at(-1));
  expect(messages).toHaveLength(41);
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'last' });
  expect(messages[1]).toEqual({ role: 'user', content: 'message 7' });
});

test('turns of other widgets and unknown ones are 404', async () => {
  const { app } = shared();
  const [ann, eve] = [await app.owner(), await app.owner()];
  await addAi(ann);
  const chat = await addAiChat(app, ann);
  const [turn] = await chat.settled();
  expect((await eve.call(api.aiTurns.read, { params: { id: turn?.id ?? 0 } })).status).toBe(404);
  expect((await eve.call(api.chats.explain, { params: chat.params })).status).toBe(404);
});

test('turns are explained for 90 days', async () => {
  const { app } = shared();
  const ann = await app.owner();
  await addAi(ann);
  const chat = await addAiChat(app, ann);
  await chat.settled();
  const age = (days: number) =>
    app.sql(`UPDATE ai_turns SET created_at = '${app.clock.now}'::timestamptz - interval '${days} days'
      WHERE widget_id = ${ann.widgetId}`);
  await age(89);
  await app.run('turns.forget');
  expect((await chat.explain()).turns).toHaveLength(1);
  await age(91);
  await app.run('turns.forget');
  expect((await chat.explain()).turns).toHaveLength(0);
});

test('usage counts what replies cost', async () => {
  const { app } = shared();
  const ann = await app.owner();
  const { assistantId } = await addAi(ann);
  const chat = await addAiChat(app, ann);
  await chat.settled();
  const { data } = await ann.call(api.aiUsage.read);
  expect(data.rows).toMatchObject([
    {
      assistant_id: assistantId,
      model: 'model-a',
      purpose: 'reply',
      calls: 1,
      failures: 0,
      input_tokens: 12,
      output_tokens: 3,
      cost_usd_micro: 54,
    },
  ]);
});
