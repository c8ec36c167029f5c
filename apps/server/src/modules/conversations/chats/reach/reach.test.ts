import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { addMessengerChat } from '../../../../../test/messenger-chats.ts';

async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addMessengerChat(app, ann);
  return { app, ann, ...chat, reach: async () => (await chat.read()).reach };
}

test('a chat of the site has no reach', async () => {
  const app = await startApp();
  expect((await (await addChat(app, await app.owner())).read()).reach).toBeNull();
});

test('a customer in a messenger can be written to', async () => {
  const { reach } = await startChat();
  expect(await reach()).toEqual({ state: 'open', reply_until: null });
});

test.each([
  ['was disconnected', 'token = NULL'],
  ['is disabled', "status = 'disabled'"],
  ['is suspended', "status = 'suspended_by_billing'"],
  ['is another account now', "account_id = account_id || '-new'"],
])('a customer whose connection %s cannot be reached', async (_, assignments) => {
  const { setConnection, setOtherSide, reach } = await startChat();
  await setOtherSide('blocked_at = now()');
  await setConnection(assignments);
  expect(await reach()).toEqual({ state: 'not_connected', reply_until: null });
});

test('an account that the vendor has not told yet keeps nobody out', async () => {
  const { setConnection, setOtherSide, reach } = await startChat();
  await setConnection('account_id = NULL');
  expect(await reach()).toMatchObject({ state: 'open' });
  await setConnection("account_id = 'known'");
  await setOtherSide('account_id = NULL');
  expect(await reach()).toMatchObject({ state: 'open' });
});

test('a customer whose connection no longer exists cannot be reached', async () => {
  const { app, connectionId, reach } = await startChat();
  await app.sql(`DELETE FROM messenger_connections WHERE id = ${connectionId}`);
  expect(await reach()).toMatchObject({ state: 'not_connected' });
});

test('a customer who blocked us cannot be reached, whatever the time', async () => {
  const { setOtherSide, reach } = await startChat();
  await setOtherSide("blocked_at = now(), reply_until = '2020-01-01Z'");
  expect(await reach()).toEqual({ state: 'blocked', reply_until: '2020-01-01T00:00:00.000+00:00' });
});

test('the window closes when its time comes', async () => {
  const { app, ann, params, setOtherSide, reach } = await startChat();
  const until = app.clock.now.add({ hours: 24 });
  await setOtherSide(`reply_until = '${until}'`);
  const reply_until = until.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00');
  app.clock.now = until.subtract({ milliseconds: 1 });
  expect(await reach()).toEqual({ state: 'open', reply_until });
  app.clock.now = until;
  expect(await reach()).toEqual({ state: 'window_closed', reply_until });
  const [listed] = (await ann.call(api.chats.list, { query: { limit: 1 } })).data.data;
  expect(listed).toMatchObject({ id: params.id, reach: { state: 'window_closed' } });
});
