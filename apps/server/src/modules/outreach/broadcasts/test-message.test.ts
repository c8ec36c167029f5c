import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitors, HELLO } from '../../../../test/broadcasts.ts';
import { shareSender } from '../../../../test/delivery-server.ts';
import { begin, shareServer } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { until } from '../../../../test/until.ts';

const { broadcasts, contacts, messages } = api;

const sender = shareSender();
const server = shareServer();

async function start() {
  const app = sender();
  const ann = await app.owner();
  const [visitor, other] = await addVisitors(app, ann, 2);
  if (!visitor || !other) throw new Error('There are two visitors');
  const send = (settings: object, contactId = visitor.contactId, channel = 'service') =>
    ann.call(broadcasts.test, { body: { channel, settings, contact_id: contactId } });
  const textsOf = async (id: number) =>
    (await ann.call(messages.list, { params: { id } })).data.data.map(({ body }) => body);
  return { app, ann, visitor, other, send, textsOf };
}

test('a test of a broadcast reaches one contact, with their own text and nobody else', async () => {
  const { ann, visitor, other, send, textsOf } = await start();
  await ann.call(contacts.update, { params: { id: visitor.contactId }, body: { name: 'Ann Lee' } });
  const { status, data } = await send({
    message: { type: 'text', body: 'Hi {{contact.first_name|there}}' },
    audience: { tags_any: ['nobody'] },
    send_at: '2100-01-01T00:00:00Z',
  });
  expect({ status, chat: data.chat_id }).toEqual({ status: 202, chat: visitor.chatId });
  const { data: sent } = await ann.call(messages.list, { params: { id: visitor.chatId } });
  expect(sent.data[0]).toMatchObject({
    id: data.message_id,
    body: 'Hi Ann',
    sender: 'agent',
    origin: 'broadcast:test',
  });
  expect(await textsOf(other.chatId)).toEqual(['hi', 'hello']);
});

test('a test is in no list and no count, and the contact gets the broadcast too', async () => {
  const { ann, visitor, send, textsOf } = await start();
  await send({ message: HELLO });
  expect((await ann.call(broadcasts.list)).data.data).toEqual([]);
  const settings = { message: HELLO, min_gap_hours: 24 };
  const { data } = await ann.call(broadcasts.preview, { body: { channel: 'service', settings } });
  expect(data).toMatchObject({ matched: 2, reachable: 2, skipped: {} });
  expect(await textsOf(visitor.chatId)).toEqual(['Hello', 'hi', 'hello']);
});

test('a test goes through the messenger of the chat', async () => {
  const { owner, fake, texts } = await begin(server(), startTg());
  const { data: found } = await owner.call(contacts.list);
  const body = { channel: 'tg', settings: { message: HELLO }, contact_id: found.data[0]?.id ?? '' };
  expect(await owner.call(broadcasts.test, { body })).toMatchObject({ status: 202 });
  await until(() => texts().includes('Hello'), 'the test arrives');
  expect(fake.sent).toHaveLength(1);
});

test('a contact who cannot be reached is refused with the reason', async () => {
  const { ann, visitor, send, textsOf } = await start();
  const { data: stranger } = await ann.call(contacts.create, { body: { name: 'Bob' } });
  const refusals = {
    'has no chat on this channel': await send({ message: HELLO }, stranger.id),
    'is not a contact of this widget': await send({ message: HELLO }, '0'.repeat(32)),
  };
  for (const [message, answer] of Object.entries(refusals))
    expect(answer).toMatchObject({ status: 422, problem: { errors: { contact_id: [message] } } });
  await ann.call(contacts.block, { params: { id: visitor.contactId } });
  expect(await send({ message: HELLO })).toMatchObject({
    status: 422,
    problem: { errors: { contact_id: ['cannot be reached: blocked'] } },
  });
  expect(await textsOf(visitor.chatId)).toEqual(['hi', 'hello']);
});

test('a test needs a message, and a channel that can send', async () => {
  const { send, visitor } = await start();
  expect(await send({})).toMatchObject({
    status: 422,
    problem: { errors: { 'settings.message': ['is required to send a test'] } },
  });
  expect(await send({ message: HELLO }, visitor.contactId, 'tg')).toMatchObject({
    status: 409,
    problem: { reason: 'channel_not_ready' },
  });
});
