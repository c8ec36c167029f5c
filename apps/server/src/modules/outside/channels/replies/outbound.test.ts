import { createHmac } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { addChat } from '../../../../../test/callers.ts';
import {
  addChannel,
  arrived,
  bodiesIn,
  replying,
  SECRET,
  settling,
  startChannel,
} from '../../../../../test/channels.ts';
import { shareSender } from '../../../../../test/delivery-server.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { startReceiver } from '../../../../../test/receiver.ts';
import type { WidgetContext } from '../../../../kernel/data/context.ts';
import { getLocked } from '../../../conversations/chats/index.ts';
import { post } from '../../../conversations/messages/index.ts';

const { chats, messages } = api;

const sender = shareSender();
const start = () => startChannel(sender());

const signatureOf = (body: string) => `sha256=v1:${createHmac('sha256', SECRET).update(body).digest('hex')}`;

/** Posts a message that only the server itself can send so far. */
function postAs(app: TestApp, owner: Owner, chatId: number, message: { sender: 'ai' | 'system'; body: string }) {
  const { widgetId, accountId, buttonGuid } = owner;
  const tenant = { widgetId, accountId, buttonGuid };
  return app.unitOfWork.write({ tenant }, async (work) => {
    const ctx = { ...work, widgetId, accountId, principal: { tenant } } as WidgetContext;
    return post(ctx, await getLocked(ctx, chatId), { type: 'text', ...message });
  });
}

test('a reply is posted with the ids as received, signed over its exact bytes, and with no id of ours but its own', async () => {
  const { ann, receiver, channel } = await start();
  const ids = { external_client_id: ' Клиент №1 "🔑" ', external_channel_id: 'room/1?x=%20' };
  const { chat_id } = (await channel.receive('hello', ids)).data;
  const sent = await replying(ann, chat_id)('Hello & welcome');
  const [arrival] = await arrived(receiver, 1);
  expect(arrival?.path).toBe('/replies?a=b');
  expect(JSON.parse(arrival?.body ?? '')).toEqual({
    ...ids,
    message: { id: sent.id, body: 'Hello & welcome', created_at: sent.created_at },
  });
  expect(arrival?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'channel.outbound',
    'x-service-signature': signatureOf(arrival?.body ?? ''),
  });
  const service = Object.keys(arrival?.headers ?? {}).filter((name) => name.startsWith('x-'));
  expect(service.toSorted()).toEqual(['x-service-event', 'x-service-signature']);
});

test('only replies are sent: no notes, no visitor messages, nothing of other chats', async () => {
  const { app, ann, receiver, channel, params, reply, untilSettled } = await start();
  await ann.call(messages.addNote, { params, body: { body: 'among us' } });
  await channel.receive('more of the customer');
  await ann.call(chats.close, { params });
  const { params: onSite } = await addChat(app, ann);
  await replying(ann, onSite.id)('on the site');
  await reply('the reply');
  await arrived(receiver, 1);
  await untilSettled('delivered', 0);
  expect(bodiesIn(receiver).map(({ message }) => message.body)).toEqual(['the reply']);
});

test('replies of an AI operator are sent like those of a human agent, and system messages are not', async () => {
  const { app, ann, receiver, params, reply, untilSettled } = await start();
  await postAs(app, ann, params.id, { sender: 'system', body: 'nobody is here' });
  await postAs(app, ann, params.id, { sender: 'ai', body: 'beep' });
  await reply('hello');
  await arrived(receiver, 2);
  await untilSettled('delivered', 0);
  expect(
    bodiesIn(receiver)
      .map(({ message }) => message.body)
      .toSorted(),
  ).toEqual(['beep', 'hello']);
});

test('buttons are fields of the message, and personal data in message text is hidden', async () => {
  const { receiver, reply } = await start();
  const buttons = [
    { label: 'Pay', url: 'https://shop.example/pay?phone=79001234567', style: 'primary' },
    { label: 'Call +7 900 123-45-67', url: 'https://shop.example/call', style: 'secondary' },
  ];
  const body = 'Write to ann@example.com, call +7 900 123-45-67 or pay from 4111 1111 1111 1111';
  await reply(body, { type: 'keyboard', keyboard: { buttons } });
  await arrived(receiver, 1);
  expect(bodiesIn(receiver)[0].message).toMatchObject({
    body: 'Write to [скрыто], call [скрыто] or pay from [скрыто]',
    buttons: [buttons[0], { ...buttons[1], label: 'Call [скрыто]' }],
  });
});

test('a file is sent as its name and a download URL', async () => {
  const { app, ann, receiver, params } = await start();
  const file = (await ann.call(api.files.create, { body: new Form('price list.txt', 'hello') })).data;
  const body = { type: 'file', file: { id: file.id }, agent_id: ann.agentId };
  await ann.call(messages.send, { params, body });
  await arrived(receiver, 1);
  const { message } = bodiesIn(receiver)[0];
  expect(message).toMatchObject({ body: 'price list.txt', name: 'price list.txt' });
  const fetched = await app.http.inject(new URL(message.url).pathname);
  expect([fetched.statusCode, fetched.body]).toEqual([200, 'hello']);
});

test('personal data in a file name is hidden, in the URL too', async () => {
  const { ann, receiver, params } = await start();
  const file = (await ann.call(api.files.create, { body: new Form('for ira@example.com.txt', 'hello') })).data;
  const body = { type: 'file', file: { id: file.id }, agent_id: ann.agentId };
  await ann.call(messages.send, { params, body });
  await arrived(receiver, 1);
  const { message } = bodiesIn(receiver)[0];
  expect(message).toMatchObject({ body: 'for [скрыто]', name: 'for [скрыто]' });
  expect(message.url).not.toContain('example.com');
});

test.each([201, 204, 299])('%s is success', async (status) => {
  const { receiver, reply, untilSettled } = await start();
  receiver.answering = (response) => void response.writeHead(status).end();
  await reply('hello');
  await untilSettled('delivered', 0);
});

test.each([199, 300, 304, 400, 404, 410, 503])('%s is a failure', async (status) => {
  const { receiver, reply, untilSettled } = await start();
  receiver.answering = (response) =>
    status === 199 ? void response.socket?.destroy() : void response.writeHead(status).end();
  await reply('hello');
  await untilSettled('pending', 1);
});

test.each([301, 302, 303, 307, 308])(
  'a %s is followed once, with the same method, body and signature',
  async (status) => {
    const { receiver, reply, untilSettled } = await start();
    const behind = await startReceiver();
    receiver.answering = (response) => void response.writeHead(status, { location: `${behind.url}/moved` }).end();
    await reply('hello');
    const [arrival] = await arrived(behind, 1);
    await untilSettled('delivered', 0);
    const { body, headers } = receiver.arrivals[0] ?? {};
    expect(arrival).toMatchObject({ path: '/moved', body, headers: { 'x-service-event': 'channel.outbound' } });
    expect(arrival?.headers['x-service-signature']).toBe(headers?.['x-service-signature']);
    expect([receiver.arrivals.length, behind.arrivals.length]).toEqual([1, 1]);
  },
);

test('a second redirect is a failure', async () => {
  const { receiver, reply, untilSettled } = await start();
  const [second, third] = [await startReceiver(), await startReceiver()];
  receiver.answering = (response) => void response.writeHead(307, { location: second.url }).end();
  second.answering = (response) => void response.writeHead(307, { location: third.url }).end();
  await reply('hello');
  await untilSettled('pending', 1);
  expect([second.arrivals.length, third.arrivals.length]).toEqual([1, 0]);
});

test('the target of a redirect is guarded like the URL itself', async () => {
  const [receiver, inside] = [await startReceiver(), await startReceiver()];
  receiver.answering = (response) => void response.writeHead(307, { location: inside.url }).end();
  const app = await startApp({ OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` }, { background: true });
  const ann = await app.owner();
  const channel = await addChannel(ann, { outbound_url: receiver.url });
  await replying(ann, (await channel.receive('hello')).data.chat_id)('hello');
  await settling(app, ann)('pending', 1);
  expect([receiver.arrivals.length, inside.arrivals.length]).toEqual([1, 0]);
});

test('a URL that now resolves to our own network is not called', async () => {
  const app = await startApp({}, { background: true });
  const [ann, receiver] = [await app.owner(), await startReceiver()];
  const channel = await addChannel(ann, { outbound_url: 'https://1.1.1.1/' });
  await app.sql(`UPDATE channels SET outbound_url = '${receiver.url}' WHERE id = ${channel.id}`);
  await replying(ann, (await channel.receive('hello')).data.chat_id)('hello');
  await settling(app, ann)('pending', 1);
  expect(receiver.arrivals).toEqual([]);
});
