import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import type { FakeVendor, VendorCall } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { begin, shareServer } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import { showTyping } from './jobs.ts';

const server = shareServer();

type Chat = Awaited<ReturnType<typeof begin<FakeVendor>>>;

/** As conversations enqueue it, more often than agents may. */
function enqueueTyping({ app, owner, chatId }: Chat) {
  const { widgetId, accountId, buttonGuid } = owner;
  const tenant = { widgetId, accountId, buttonGuid };
  return app.unitOfWork.write({ tenant }, async (work) => {
    asSystem(work, tenant).enqueue(showTyping, { widget_id: widgetId, chat_id: chatId, state: 'start' });
  });
}

const type = ({ owner, params }: Chat, state: 'start' | 'stop') =>
  owner.call(api.messages.sendTyping, { params, body: { state } });

const has = ({ calls }: FakeVendor, path: RegExp, fits: (json: Record<string, unknown>) => boolean = () => true) =>
  calls.some((call) => path.test(call.path) && fits(call.json ?? {}));

test.for([
  ['tg', startTg, /sendChatAction$/],
  ['vk', startVk, /messages\.setActivity$/],
  ['mx', startMx, /\/actions$/],
] as const)('the customer sees that an agent is typing (%s)', async ([, start, path]) => {
  const chat = await begin(server(), start());
  await type(chat, 'start');
  await until(() => has(chat.fake, path), 'the vendor is told');
});

test('a typing agent has read the newest message, where the vendor shows typing with the read mark', async () => {
  const chat = await begin(server(), startWaCloud());
  const { fake, customer, list } = chat;
  const message_id = await fake.write(customer, { text: 'Are you there?' });
  await until(async () => (await list()).length === 2, 'both are here');
  await type(chat, 'start');
  const typed = ({ json }: VendorCall) => json?.typing_indicator !== undefined;
  await until(() => fake.calls.some(typed), 'the vendor is told');
  expect(fake.calls.find(typed)?.json).toMatchObject({
    status: 'read',
    message_id,
    typing_indicator: { type: 'text' },
  });
});

test('the customer sees that an agent no longer types, where the vendor shows it', async () => {
  const [fb, wa] = [await begin(server(), startFb()), await begin(server(), startWaCloud())];
  await type(wa, 'stop');
  await type(fb, 'stop');
  await until(() => has(fb.fake, /\/messages$/, (json) => json.sender_action === 'typing_off'), 'the vendor is told');
  expect(has(wa.fake, /\/messages$/)).toBe(false);
});

/** A customer who wrote twice more, and what the vendor hears of it. */
async function beginUnread(start: () => Promise<FakeVendor>) {
  const chat = await begin(server(), start());
  const { owner, params, fake, customer, list } = chat;
  const written = [await fake.write(customer, { text: 'Two' }), await fake.write(customer, { text: 'Three' })];
  const messages = await until(async () => {
    const all = await list();
    return all.length === 3 && all;
  }, 'all are here');
  /** Ids up to which the vendor was told that all is read. */
  const marked = (): string[] =>
    fake.calls.flatMap(({ json }) => json?.start_message_id ?? (json?.status === 'read' ? json.message_id : []));
  return {
    ...chat,
    ids: messages.map(({ id }) => id),
    written,
    marked,
    see: (message_id: number | undefined) => owner.call(api.messages.markSeen, { params, body: { message_id } }),
    seeUpTo: (to_message_id: number | undefined) =>
      owner.call(api.messages.markRangeSeen, { params, body: { to_message_id } }),
    untilMarked: (count: number) => until(() => marked().length === count && marked(), `there are ${count} marks`),
  };
}

test.for([
  ['wa', startWaCloud],
  ['vk', startVk],
] as const)('the customer sees what was read, and not what came after it (%s)', async ([, start]) => {
  const { ids, written, see, seeUpTo, untilMarked } = await beginUnread(start);
  await see(ids[1]);
  expect(await untilMarked(1)).toEqual([written[0]]);
  await seeUpTo(ids[2]);
  expect(await untilMarked(2)).toEqual(written);
  expect((await seeUpTo(ids[2])).data).toMatchObject({ seen: 0 });
});

test('a range that ends with a reply marks the newest message of the customer before it', async () => {
  const { fake, customer, say, fate, seeUpTo, untilMarked, written } = await beginUnread(startWaCloud);
  const reply = await say('Hi');
  await fate(reply, 'sent');
  await fake.write(customer, { text: 'Four' });
  await seeUpTo(reply.id);
  expect(await untilMarked(1)).toEqual([written[1]]);
});

test('one of several files of a message marks the message', async () => {
  const { app, ids, written, see, untilMarked } = await beginUnread(startVk);
  await app.sql(
    `UPDATE external_messages SET external_id = external_id || '#1', part = 1 WHERE message_id = ${ids[1]}`,
  );
  await see(ids[1]);
  expect(await untilMarked(1)).toEqual([written[0]]);
});

test('without the vendor’s id of a message only the newest one is marked', async () => {
  const chat = await beginUnread(startVk);
  const { app, fake, chatId, ids, written, see, marked, untilMarked } = chat;
  await app.sql(`DELETE FROM external_messages WHERE chat_id = ${chatId}`);
  await see(ids[1]);
  await type(chat, 'start');
  await until(() => has(fake, /messages\.setActivity$/), 'the next job has run');
  expect(marked()).toEqual([]);
  await see(ids[2]);
  expect(await untilMarked(1)).toEqual([written[1]]);
});

test('a disconnected or rejected account is not called', async () => {
  const chat = await begin(server(), startVk());
  const { owner, fake, say, fate } = chat;
  fake.behave({ fate: 'credential_rejected' });
  await fate(await say('Hi'), 'failed');
  fake.behave({ fate: 'ok' });
  const working = await begin(server(), startTg());
  await enqueueTyping(chat);
  await enqueueTyping(working);
  await until(() => has(working.fake, /sendChatAction$/), 'the next job has run');
  await owner.call(api.messengers.disconnect, { params: { provider: 'vk' } });
  await enqueueTyping(chat);
  await enqueueTyping(working);
  const typed = () => working.fake.calls.filter(({ path }) => path.endsWith('sendChatAction')).length;
  await until(() => typed() === 2, 'the next job has run');
  expect(has(fake, /messages\.setActivity$/)).toBe(false);
});
