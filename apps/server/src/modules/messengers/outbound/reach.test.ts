import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startAvito } from '../../../../test/messengers/avito.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import { avitoSettings, connectAvito } from '../../../../test/messengers/inbound-server.ts';
import {
  begin,
  beginChat,
  connectFake,
  inMessage,
  shareServer,
  skip,
} from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { connectAgent } from '../../../../test/sockets.ts';

let avito: Awaited<ReturnType<typeof startAvito>>;
const server = shareServer(async ({ env, add }) => {
  avito = await add(startAvito());
  return { ...avitoSettings(avito), MESSENGER_URLS: env.MESSENGER_URLS.replace(/avito=.*/, `avito=${avito.url}`) };
});

const sends = ({ calls }: FakeVendor) => calls.filter(({ path }) => path.endsWith('/sendMessage')).length;
const tg = { params: { provider: 'tg' as const } };

test('a rejected credential fails the message and later ones without a call, until it is replaced', async () => {
  const { app, owner, fake, say, fate } = await begin(server(), startTg());
  const reading = async () => (await owner.call(api.messengers.read, tg)).data.webhook;
  fake.behave({ fate: 'credential_rejected' });
  const first = await fate(await say('first'), 'failed');
  expect(first.delivery).toMatchObject({ reason: 'credential_rejected', code: '401', detail: 'Unauthorized' });
  expect(await reading()).toMatchObject({ registered: false, reason: 'credential_rejected', detail: 'Unauthorized' });
  const second = await fate(await say('second'), 'failed');
  expect(second.delivery).toMatchObject({ reason: 'credential_rejected', code: null });
  expect(sends(fake)).toBe(1);
  fake.behave({ fate: 'ok' });
  await owner.call(api.messengers.verify, tg);
  expect(await reading()).toMatchObject({ registered: true, reason: null });
  await fate(await say('third'), 'sent');
  fake.behave({ fate: 'credential_rejected', times: 1 });
  await skip(app, 1);
  await fate(await say('fourth'), 'failed');
  await connectFake(owner, fake);
  await fate(await say('fifth'), 'sent');
});

test('after a disconnection messages fail, and the chat says so; the same account goes on', async () => {
  const { owner, fake, say, fate, read, texts } = await begin(server(), startTg());
  await owner.call(api.messengers.disconnect, tg);
  expect((await read()).reach).toMatchObject({ state: 'not_connected' });
  const message = await fate(await say('first'), 'failed');
  expect(message.delivery).toMatchObject({ reason: 'not_connected' });
  await connectFake(owner, fake);
  expect((await read()).reach).toMatchObject({ state: 'open' });
  await owner.call(api.messages.resend, inMessage(message));
  await fate(message, 'sent');
  expect(texts()).toEqual(['first']);
});

test('another account cannot answer for the one that the customer wrote to', async () => {
  const { exchange, owner, fake, say, fate, read } = await begin(server(), startTg());
  const message = await fate(await say('first'), 'sent');
  const other = await exchange.add(startTg());
  await connectFake(owner, other);
  expect((await read()).reach).toMatchObject({ state: 'not_connected' });
  expect((await fate(await say('second'), 'failed')).delivery).toMatchObject({ reason: 'not_connected' });
  const edited = await owner.call(api.messages.edit, { ...inMessage(message), body: { body: 'x' } });
  expect(edited.problem).toMatchObject({ reason: 'edit_refused' });
  await connectFake(owner, fake);
  await fate(await say('third'), 'sent');
  expect(sends(other)).toBe(0);
  expect(fake.sent.map(({ text }) => text)).toEqual(['first', 'third']);
});

test('a customer who blocked us is shown as blocked until they write again', async () => {
  const { app, owner, fake, customer, say, fate, read } = await begin(server(), startTg());
  const socket = await connectAgent(app, owner);
  fake.behave({ fate: 'recipient_blocked', times: 1 });
  await fate(await say('first'), 'failed');
  expect((await read()).reach).toMatchObject({ state: 'blocked' });
  await socket.hears('chat', ({ chat }) => chat.reach.state === 'blocked');
  await fake.write(customer, { text: 'I am back' });
  expect((await read()).reach).toMatchObject({ state: 'open' });
  await fate(await say('second'), 'sent');
});

test('24 hours after the customer wrote in WhatsApp or Messenger, a message fails without a call', async () => {
  const { app } = server();
  const both = [await begin(server(), startWaCloud()), await begin(server(), startFb())];
  for (const { read } of both) {
    const { reach, last_message_at } = await read();
    const seconds = Temporal.Instant.from(reach?.reply_until ?? '')
      .since(last_message_at ?? '')
      .total('seconds');
    expect(Math.abs(seconds - 24 * 3_600)).toBeLessThan(120);
    expect(reach?.state).toBe('open');
  }
  await skip(app, 24 * 3_600);
  for (const { fake, customer, say, fate, read } of both) {
    expect((await read()).reach?.state).toBe('window_closed');
    const message = await fate(await say('first'), 'failed');
    expect(message.delivery).toMatchObject({ reason: 'window_closed', code: null });
    expect(fake.sent).toEqual([]);
    // The vendor's clock, which this test can't move, shows another time.
    await openWindow(app, customer.id);
    await fate(await say('second'), 'sent');
  }
});

test('a window that the vendor says is closed stays so until the customer writes', async () => {
  const { app, owner, fake, say, fate, read, customer } = await begin(server(), startWaCloud());
  await openWindow(app, customer.id);
  const socket = await connectAgent(app, owner);
  fake.behave({ fate: 'window_closed', times: 1 });
  expect((await fate(await say('first'), 'failed')).delivery).toMatchObject({
    reason: 'window_closed',
    code: '131047',
  });
  expect((await read()).reach?.state).toBe('window_closed');
  await socket.hears('chat', ({ chat }) => chat.reach.state === 'window_closed');
});

test('where no window is known, a late reply fails and the next one is tried', async () => {
  const { fake, say, fate, read } = await begin(server(), startVk());
  fake.behave({ fate: 'window_closed', times: 1 });
  expect((await fate(await say('first'), 'failed')).delivery).toMatchObject({ reason: 'window_closed', code: '950' });
  expect((await read()).reach).toEqual({ state: 'open', reply_until: null });
  await fate(await say('second'), 'sent');
});

test('a cabinet that is disabled sends nothing until it is enabled', async () => {
  const { app } = server();
  const owner = await app.owner();
  await connectAvito(app, owner, avito);
  const [cabinet] = (await owner.call(api.messengers.listCabinets)).data.data;
  const params = { id: cabinet?.id ?? 0 };
  const { say, fate, texts } = await beginChat(app, owner, avito);
  await owner.call(api.messengers.updateCabinet, { params, body: { status: 'disabled' } });
  expect((await fate(await say('first'), 'failed')).delivery).toMatchObject({ reason: 'cabinet_disabled' });
  await owner.call(api.messengers.updateCabinet, { params, body: { status: 'enabled' } });
  await fate(await say('second'), 'sent');
  expect(texts()).toEqual(['second']);
});

test('an access token that expired is renewed, also to delete a message', async () => {
  const { app } = server();
  const owner = await app.owner();
  avito.signIn({ id: 7_654_321, name: 'Another shop' });
  await connectAvito(app, owner, avito);
  const { say, fate } = await beginChat(app, owner, avito);
  avito.oauth.expire();
  const message = await fate(await say('first'), 'sent');
  avito.oauth.expire();
  expect((await owner.call(api.messages.remove, inMessage(message))).status).toBe(204);
  expect(avito.sent.at(-1)).toMatchObject({ text: 'first', isRemoved: true });
});

const openWindow = (app: ReturnType<typeof server>['app'], person: string) =>
  app.sql(`UPDATE messenger_chats SET reply_until = '${app.clock.now.add({ hours: 1 })}' WHERE person = '${person}'`);
