import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { arrived, startChannel } from '../../../../../test/channels.ts';
import { shareSender } from '../../../../../test/delivery-server.ts';
import { until } from '../../../../../test/until.ts';

const { channels, chats, contacts } = api;

const sender = shareSender();

async function start() {
  const started = await startChannel(sender());
  const params = { id: started.channel.id };
  const { ann } = started;
  const log = async (query: { status?: 'failed' | 'delivered' } = {}) =>
    (await ann.call(channels.listReplies, { params, query })).data.data;
  return { ...started, log };
}

test('replies to a channel are logged with their body and every attempt, without the secret', async () => {
  const { ann, receiver, reply, params, log } = await start();
  receiver.answering = (response, _arrival, place) => void response.writeHead(place ? 200 : 500).end('thanks');
  await reply('first');
  const [pending] = await until(async () => {
    const found = await log();
    return found[0]?.attempts.length === 1 && found;
  }, 'it was tried');
  expect(pending).toMatchObject({
    status: 'pending',
    chat_id: params.id,
    payload: { message: { body: 'first' } },
    next_attempt_at: expect.any(String),
    attempts: [{ status: 500, answer: 'thanks', error: null }],
  });
  const sent = await reply('second');
  await arrived(receiver, 2);
  const [newest] = await until(async () => {
    const found = await log({ status: 'delivered' });
    return found.length === 1 && found;
  }, 'it is delivered');
  expect(newest).toMatchObject({ status: 'delivered', message_id: sent.id, next_attempt_at: null });
  const other = (await ann.call(channels.create, { body: { name: 'Other' } })).data;
  expect((await ann.call(channels.listReplies, { params: { id: other.id } })).data.data).toEqual([]);
});

test('erasing a contact removes the replies to them from the log', async () => {
  const { ann, receiver, reply, params, log } = await start();
  await reply('Your parcel is at home');
  await arrived(receiver, 1);
  await until(async () => (await log({ status: 'delivered' })).length === 1, 'it is logged');
  const { contact_id } = (await ann.call(chats.read, { params })).data;
  await ann.call(contacts.remove, { params: { id: contact_id ?? '' } });
  expect(await log()).toEqual([]);
});
