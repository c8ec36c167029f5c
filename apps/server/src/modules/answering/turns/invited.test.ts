import { randomUUID } from 'node:crypto';
import { site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAi, addAiChat, configureAi, shareAi } from '../../../../test/answering.ts';
import { addRule, openPage } from '../../../../test/smart-invitations.ts';

const shared = shareAi();

/** A visitor who wrote while the AI was off and answers an invitation now that it is on. */
async function answerInvitation(question: string, answer: string) {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addAi(ann, { assistant: { escalation_triggers: ['person'] }, settings: { enabled: false } });
  const chat = await addAiChat(app, ann, question);
  await configureAi(ann, { enabled: true });
  const { invitation } = await addRule(ann, { from: { type: 'ai' } });
  const impression_id = await openPage(app, ann).see(invitation);
  const params = { button_guid: ann.buttonGuid };
  const { call } = chat.visitor;
  await call(site.visitor.open, { params, body: { impression_id } });
  await call(site.visitor.send, { params, body: { client_message_id: randomUUID(), type: 'text', body: answer } });
  return { vendor, chat };
}

test('the AI sees which invitation a visitor answers', async () => {
  const { vendor, chat } = await answerInvitation('hello', 'Yes, please');
  expect(await chat.settled()).toMatchObject([{ outcome: 'answered' }]);
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).toMatch(/hello.*Hello! May I help\?.*Yes, please/);
  expect((await chat.said()).slice(0, 3)).toEqual(['client: hello', 'ai: Hello! May I help?', 'client: Yes, please']);
});

test('an invitation leaves unanswered what the visitor wrote before it', async () => {
  const { chat } = await answerInvitation('Let me talk to a person', 'Yes, please');
  expect(await chat.settled()).toMatchObject([{ outcome: 'escalated', why: 'trigger' }]);
});
