import { api } from '@parley/contract';
import { afterEach, expect, test } from 'vitest';
import { startCian } from '../../../../test/messengers/cian.ts';
import {
  chatsOf,
  chatWith,
  messagesIn,
  messagesWith,
  newCustomer,
  shareMessengers,
  untilTried,
} from '../../../../test/messengers/inbound-server.ts';
import { until } from '../../../../test/until.ts';

let cian: Awaited<ReturnType<typeof startCian>>;
const get = shareMessengers(async () => {
  cian = await startCian();
  return [cian];
});

afterEach(() => cian.hideChats(0));

const asked = () => cian.calls.filter(({ path }) => path.endsWith('/get-chat')).length;

test('a chat that the bot of Cian opens for a customer whom we know belongs to their contact', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await cian.write(customer, { text: 'Hello' });
  const { contact_id, id } = await chatWith(owner, customer);
  const before = asked();
  cian.turnToNextOffer(customer);
  await cian.writeAsBot({ ...customer, name: 'Renamed' }, 'A customer wants to see the flat');
  const chat = await until(
    async () => (await chatsOf(owner, customer)).find((each) => each.id !== id) ?? false,
    'the second chat',
  );
  expect(chat).toMatchObject({ contact_id, source: { page: expect.stringContaining('https://www.cian.ru/') } });
  await cian.writeAsBot(customer, 'They call at noon');
  const messages = await messagesIn(owner, chat.id, 2);
  expect(messages.map(({ body }) => body)).toEqual(['A customer wants to see the flat', 'They call at noon']);
  expect(await chatsOf(owner, customer)).toHaveLength(2);
  expect(asked() - before).toBe(1);
});

test('what follows waits until Cian says who the customer of a new chat is', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  const before = asked();
  cian.hideChats(Number.POSITIVE_INFINITY);
  await cian.writeAsBot(customer, 'A customer wants to see the flat');
  await cian.write(customer, { text: 'May I come today?' });
  await untilTried(app, async () => asked() - before >= 2, 'Cian is asked again');
  expect(await chatsOf(owner, customer)).toEqual([]);
  cian.hideChats(0);
  await untilTried(app, async () => (await chatsOf(owner, customer)).length > 0, 'Cian has answered');
  expect((await messagesWith(owner, customer, 2)).map(({ body }) => body)).toEqual([
    'A customer wants to see the flat',
    'May I come today?',
  ]);
  cian.turnToNextOffer(customer);
  await cian.write(customer, { text: 'And this one?' });
  const chats = await chatsOf(owner, customer);
  expect(chats).toHaveLength(2);
  expect(chats[0]?.contact_id).toBe(chats[1]?.contact_id);
});

test('a message whose author Cian does not tell in four tries arrives without', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  cian.hideChats(Number.POSITIVE_INFINITY);
  const before = asked();
  await cian.writeAsBot(customer, 'Is it still free?');
  const chat = await untilTried(
    app,
    async () => {
      const [newest] = (await owner.call(api.chats.list)).data.data;
      return newest?.contact_name === null && newest;
    },
    'a chat of somebody without a name',
  );
  expect(await messagesIn(owner, chat.id, 1)).toMatchObject([{ sender: 'client', body: 'Is it still free?' }]);
  expect(asked() - before).toBeGreaterThanOrEqual(4);
  cian.hideChats(0);
  await untilTried(
    app,
    async () => (await chatsOf(owner, customer)).some(({ id }) => id === chat.id),
    'the name is known',
  );
  await cian.write(customer, { text: 'Hello' });
  const messages = await messagesIn(owner, chat.id, 2);
  expect(messages.map(({ body }) => body)).toEqual(['Is it still free?', 'Hello']);
});
