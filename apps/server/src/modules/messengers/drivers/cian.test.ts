import { expect, test } from 'vitest';
import { startCian } from '../../../../test/messengers/cian.ts';
import { ann, hostChat, hostConnected } from '../../../../test/messengers/driver-host.ts';
import { cian } from './cian.ts';

const connected = async (options?: Parameters<typeof startCian>[0]) => hostConnected(cian, await startCian(options));

test.for(['v2', 'v3'] as const)('a token is disconnected by %s', async (version) => {
  const { driver, fake, access, hook } = await connected({ unsubscribeVersion: version });
  await driver.unregister(access, hook);
  expect(fake.hookUrl).toBeUndefined();
});

test('the customer of a chat that the bot of Cian opens is found by its chat', async () => {
  const { driver, fake, events, access } = await connected();
  await fake.writeAsBot(ann, 'Is the flat still free?');
  const conversation = events[0]?.conversation ?? '';
  const person = `chat:${conversation}`;
  expect(events).toMatchObject([
    { kind: 'message', person: { id: person }, isPersonUnknown: true, content: { text: 'Is the flat still free?' } },
  ]);
  expect(await driver.profile(access, { person, conversation })).toEqual({
    person: ann.id,
    name: 'Ann Field',
    page: expect.stringContaining('https://www.cian.ru/'),
  });
});

test('messages of several chats stay in order, with the offer and the person of each', async () => {
  const { events, hook } = await connected();
  const message = (messageId: number, userId: number) => ({
    messageId,
    userId,
    direction: 'in',
    content: { text: 'Hello' },
  });
  const update = {
    chats: [
      { chatId: 1, offerId: 7, messages: [message(11, 5001), message(12, 5001)] },
      { chatId: 2, offerId: 9, messages: [message(13, 5002)] },
    ],
    users: [{ userId: 5002, name: 'Bob' }],
    offers: [{ id: 7, url: 'https://www.cian.ru/7/' }],
  };
  await fetch(hook.url, { method: 'POST', body: JSON.stringify(update) });
  expect(events).toEqual([
    expect.objectContaining({ id: '11', conversation: '1', person: { id: '5001' }, page: 'https://www.cian.ru/7/' }),
    expect.objectContaining({ id: '12', conversation: '1' }),
    expect.objectContaining({ id: '13', conversation: '2', person: { id: '5002', name: 'Bob' } }),
  ]);
  expect(events[2]).not.toHaveProperty('page');
});

test('a message without an author is from somebody unknown', async () => {
  const { events, hook } = await connected();
  const chats = [{ chatId: 'c1', messages: [{ messageId: 'm1', direction: 'in', content: { text: 'Hello' } }] }];
  await fetch(hook.url, { method: 'POST', body: JSON.stringify({ chats }) });
  expect(events).toMatchObject([{ kind: 'message', person: { id: 'chat:c1' }, isPersonUnknown: true }]);
});

test('the bot of Cian is never the customer', async () => {
  const { driver, access, target } = await hostChat(cian, await startCian());
  const json = { result: { chat: { users: [{ userId: 68_084_393, role: 'initiator', name: 'Cian' }] } } };
  const call = async () => ({ status: 200, headers: {}, body: Buffer.alloc(0), json });
  expect(await driver.profile({ ...access, call }, target)).toEqual({});
});

test('ids beyond 2^53 keep their digits', async () => {
  const { events, hook } = await connected();
  await fetch(hook.url, {
    method: 'POST',
    body: '{"chats":[{"chatId":9007199254740993,"messages":[{"messageId":9007199254740995,"userId":1}]}]}',
  });
  expect(events).toMatchObject([{ conversation: '9007199254740993', messageId: '9007199254740995' }]);
});

test('a chat can be marked as read', async () => {
  const { driver, fake, access, target } = await hostChat(cian, await startCian());
  await driver.markSeen(access, { ...target, id: '1' });
  expect(fake.calls.at(-1)).toMatchObject({ path: '/v1/read-chat', json: { chatId: target.conversation } });
});

test('errors in an answer with the status of a success are a refusal', () => {
  const json = { result: { errors: [{ code: 'badUrl', message: 'The address is not valid' }] } };
  expect(cian.classify({ status: 200, headers: {}, body: Buffer.alloc(0), json })).toEqual({
    verdict: { kind: 'refused', reason: 'content_rejected' },
    code: 'badUrl',
    detail: 'The address is not valid',
  });
});
