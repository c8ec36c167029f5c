import { expect, test } from 'vitest';
import { startCian } from '../../../../test/messengers/cian.ts';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { cian } from './cian.ts';

async function host(options?: Parameters<typeof startCian>[0]) {
  const fake = await startCian(options);
  return { ...(await hostDriver(cian, fake)), fake };
}

/** A connection with a chat that Ann has begun. */
async function hostChat() {
  const hosted = await host();
  await hosted.connect();
  await hosted.fake.write(ann, { text: 'Hello' });
  const [first] = hosted.events.splice(0);
  return { ...hosted, customer: { ...ann, conversation: first?.conversation ?? '' } };
}

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) });

test.for(['v2', 'v3'] as const)('a token has chats sent here until it is disconnected by %s', async (version) => {
  const { connect, fake, access, hook } = await host({ unsubscribeVersion: version });
  await connect();
  expect(fake.hookUrl).toBe(hook.url);
  await cian.unregister?.(access, hook);
  expect(fake.hookUrl).toBeUndefined();
});

test('a token that Cian does not know is rejected', async () => {
  const { connect, fake } = await host();
  fake.revoke();
  expect((await refusalOf(connect()))?.verdict).toEqual({ kind: 'auth' });
});

test.for([
  [{ text: 'Hello' }, { text: 'Hello' }],
  [{ isUnknown: true as const }, { unknown: 'poll' }],
] as const)('a customer writes %j', async ([written, content]) => {
  const { connect, fake, events } = await host();
  await connect();
  const id = await fake.write(ann, written);
  expect(events).toMatchObject([
    {
      kind: 'message',
      id,
      messageId: id,
      content,
      person: { id: ann.id, name: 'Ann Field' },
      page: expect.stringMatching(/^https:\/\/www\.cian\.ru\/sale\/flat\/\d+\/$/),
    },
  ]);
  expect(events[0]?.at).toBeGreaterThan(Date.now() - 60_000);
});

test('the customer of a chat that the bot of Cian opens is found by its chat', async () => {
  const { connect, fake, events, access } = await host();
  await connect();
  await fake.writeAsBot(ann, 'Is the flat still free?');
  const conversation = events[0]?.conversation ?? '';
  const person = `chat:${conversation}`;
  expect(events).toMatchObject([
    { kind: 'message', person: { id: person }, content: { text: 'Is the flat still free?' } },
  ]);
  expect(await cian.profile?.(access, { person, conversation })).toEqual({
    name: 'Ann Field',
    page: expect.stringContaining('https://www.cian.ru/'),
  });
});

test('what a seller types at Cian is no message of the customer', async () => {
  const { connect, fake, events } = await host();
  await connect();
  await fake.typeElsewhere?.(ann, 'It is free');
  expect(events).toMatchObject([
    { kind: 'typed-elsewhere', content: { text: 'It is free' }, person: { id: `chat:${events[0]?.conversation}` } },
  ]);
});

test('messages of several chats stay in order, with the offer and the person of each', async () => {
  const { connect, events, hook } = await host();
  await connect();
  const message = (messageId: number, userId: number) => ({
    messageId,
    userId,
    direction: 'in',
    content: { text: 'Hello' },
  });
  await post(hook.url, {
    chats: [
      { chatId: 1, offerId: 7, messages: [message(11, 5001), message(12, 5001)] },
      { chatId: 2, offerId: 9, messages: [message(13, 5002)] },
    ],
    users: [{ userId: 5002, name: 'Bob' }],
    offers: [{ id: 7, url: 'https://www.cian.ru/7/' }],
  });
  expect(events).toEqual([
    expect.objectContaining({ id: '11', conversation: '1', person: { id: '5001' }, page: 'https://www.cian.ru/7/' }),
    expect.objectContaining({ id: '12', conversation: '1' }),
    expect.objectContaining({ id: '13', conversation: '2', person: { id: '5002', name: 'Bob' } }),
  ]);
  expect(events[2]).not.toHaveProperty('page');
});

test('ids beyond 2^53 keep their digits', async () => {
  const { connect, events, hook } = await host();
  await connect();
  await fetch(hook.url, {
    method: 'POST',
    body: '{"chats":[{"chatId":9007199254740993,"messages":[{"messageId":9007199254740995,"userId":1}]}]}',
  });
  expect(events).toMatchObject([{ conversation: '9007199254740993', messageId: '9007199254740995' }]);
});

test('an update that is repeated has the same id', async () => {
  const { connect, fake, events, answers } = await host();
  await connect();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  expect(answers).toEqual([200, 200]);
});

test.for([
  {},
  { chats: [{ chatId: 1, isRead: true }] },
  { chats: null, users: 7 },
  { chats: [null, 5, { messages: [null, {}] }] },
  { chats: [{ chatId: 1, messages: 'none' }] },
])('what says nothing of a message is acknowledged and dropped: %j', async (body) => {
  const { connect, events, answers, hook } = await host();
  await connect();
  await post(hook.url, body);
  expect({ events, answers }).toEqual({ events: [], answers: [200] });
});

test.for(['no JSON', '[]', '5'])('a body that is no object is malformed: %s', async (body) => {
  const { connect, answers, hook } = await host();
  await connect();
  await fetch(hook.url, { method: 'POST', body });
  expect(answers).toEqual([400]);
});

test('an answer arrives in the chat of the customer, which can be marked as read', async () => {
  const { send, fake, access, customer } = await hostChat();
  const id = await send({ kind: 'text', text: 'It is free', markdown: '**It** is free' }, customer);
  expect(fake.sent).toMatchObject([{ id, person: ann.id, conversation: customer.conversation, text: 'It is free' }]);
  await cian.markSeen?.(access, { person: ann.id, conversation: customer.conversation, id: '1' });
  expect(fake.calls.at(-1)).toMatchObject({ path: '/v1/read-chat', json: { chatId: customer.conversation } });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }, 'tooManyRequests'],
  ['broken', { kind: 'retry' }, '502'],
  ['credential_rejected', { kind: 'auth' }, 'unauthorized'],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }, 'chatNotFound'],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }, 'validationError'],
] as [Fate, object, string][])('the answer %s is classified', async ([fate, verdict, code]) => {
  const { send, fake, customer } = await hostChat();
  fake.behave({ fate, seconds: 7 });
  const refusal = await refusalOf(send({ kind: 'text', text: 'Hello' }, customer));
  expect(refusal).toMatchObject({ verdict, code });
});

test('errors in an answer with the status of a success are a refusal', () => {
  const json = { result: { errors: [{ code: 'badUrl', message: 'The address is not valid' }] } };
  expect(cian.classify({ status: 200, headers: {}, body: Buffer.alloc(0), json })).toEqual({
    verdict: { kind: 'refused', reason: 'content_rejected' },
    code: 'badUrl',
    detail: 'The address is not valid',
  });
});
