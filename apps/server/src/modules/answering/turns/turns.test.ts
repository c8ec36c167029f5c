import { expect, test } from 'vitest';
import { addAi, addAiChat, shareAi } from '../../../../test/answering.ts';

const shared = shareAi();

test('the AI answers a visitor, accepts the chat and handles it', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  const { operatorId, assistantId, credentialId } = await addAi(ann);
  vendor.next({ text: ['We open ', 'at nine.'] });
  const chat = await addAiChat(app, ann, 'when do you open?');
  const [turn] = await chat.settled();
  expect(await chat.said()).toEqual(['client: when do you open?', 'ai: We open at nine.']);
  const messages = await chat.list();
  expect(messages.at(-1)).toMatchObject({ agent_id: operatorId, private: false, seq: 2 });
  expect(await chat.read()).toMatchObject({
    agent_id: null,
    accepted_by: { agent_id: operatorId, type: 'ai' },
    handled_by: { agent_id: operatorId, type: 'ai' },
    handling: 'ai',
    reply_owner: 'ai',
    awaiting_reply: false,
  });
  expect(turn).toMatchObject({
    turn: 1,
    outcome: 'answered',
    why: null,
    trigger_message_id: messages[0]?.id,
    message_id: messages[1]?.id,
    operator_id: operatorId,
    assistant_id: assistantId,
    persona_version: 1,
    attempts: [{ credential_id: credentialId, provider: 'openai', model: 'model-a', status: 200, error: null }],
    input_tokens: 12,
    output_tokens: 3,
    cost_usd_micro: 54,
  });
  expect(await chat.ai()).toMatchObject({ owner: 'ai', turn: 1, operator_id: operatorId, silence: null });
});
