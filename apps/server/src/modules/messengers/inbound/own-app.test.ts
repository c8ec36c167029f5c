import { api } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { whileLocked } from '../../../../test/locks.ts';
import { startAvito } from '../../../../test/messengers/avito.ts';
import { startCian } from '../../../../test/messengers/cian.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import {
  avitoSettings,
  chatWith,
  connectAvito,
  messagesIn,
  messagesWith,
  newCustomer,
  shareMessengers,
} from '../../../../test/messengers/inbound-server.ts';
import { fateOf, reply } from '../../../../test/messengers/messenger-app.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { startVb } from '../../../../test/messengers/vb.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';
import { ATTEMPTS } from './settle.ts';

let vk: Awaited<ReturnType<typeof startVk>>;
let wa: FakeVendor;
let cian: Awaited<ReturnType<typeof startCian>>;
let mx: FakeVendor;
let vb: FakeVendor;
let avito: Awaited<ReturnType<typeof startAvito>>;
const get = shareMessengers(
  async () => {
    [vk, wa, cian, mx, vb, avito] = [
      await startVk(),
      await startWaCloud(),
      await startCian(),
      await startMx(),
      await startVb(),
      await startAvito(),
    ];
    return [vk, wa, cian, mx, vb, avito];
  },
  () => avitoSettings(avito),
);

beforeAll(async () => {
  const body = { token: vk.credential.token, community: vk.community };
  const { app, owner } = get();
  await owner.call(api.messengers.addCommunity, { body });
  await connectAvito(app, owner, avito);
});

/** A customer with a chat. */
async function begin(fake: FakeVendor) {
  const { owner } = get();
  const customer = newCustomer();
  const id = await fake.write(customer, { text: 'Hello' });
  const chat = await chatWith(owner, customer);
  return { owner, customer, chat, id };
}

async function replyTo({ owner, chat }: Awaited<ReturnType<typeof begin>>, body: string) {
  const sent = await reply(owner, chat.id, { body });
  await fateOf(owner, sent, 'sent');
  return sent;
}

test.each([
  ['vk', () => vk],
  ['cian', () => cian],
] as const)('what one of ours types in the vendor’s own app is a reply that is not sent out (%s)', async (_, get) => {
  const fake: FakeVendor = get();
  const begun = await begin(fake);
  const { owner, customer, chat } = begun;
  await replyTo(begun, 'From Parley');
  const count = fake.sent.length;
  await fake.typeElsewhere?.(customer, 'From the phone');
  await fake.repeat();
  await replyTo(begun, 'From Parley again');
  const messages = await messagesIn(owner, chat.id, 4);
  expect(messages.map(({ sender, agent_id, origin, body }) => [sender, agent_id, origin, body])).toEqual([
    ['client', null, null, 'Hello'],
    ['agent', owner.agentId, null, 'From Parley'],
    ['agent', null, fake.vendor, 'From the phone'],
    ['agent', owner.agentId, null, 'From Parley again'],
  ]);
  expect(messages[2]?.delivery).toMatchObject({ status: 'sent' });
  expect(await chatWith(owner, customer)).toMatchObject({ awaiting_reply: false });
  expect(fake.sent.slice(count).map(({ text }) => text)).toEqual(['From Parley again']);
});

test('an echo of what is being sent is not a message of its own, and holds nobody up', async () => {
  const { owner, customer, chat } = await begin(cian);
  cian.latencyMs = 500;
  const sent = await reply(owner, chat.id, { body: 'Slow' });
  await until(() => cian.calls.some(({ json }) => json?.content?.text === 'Slow'), 'the vendor has the message');
  // Cian knows its id before we do.
  await cian.typeElsewhere?.(customer, 'Meanwhile');
  await cian.write(customer, { text: 'Are you there?' });
  expect((await messagesWith(owner, customer)).map(({ body }) => body)).toEqual(['Hello', 'Slow', 'Are you there?']);
  await fateOf(owner, sent, 'sent');
  cian.latencyMs = 0;
  const messages = await messagesIn(owner, chat.id, 4);
  expect(messages.at(-1)).toMatchObject({ body: 'Meanwhile', agent_id: null, origin: 'cian' });
});

test('what is typed elsewhere to somebody who never wrote is dropped', async () => {
  const { owner } = get();
  const stranger = newCustomer();
  await vk.typeElsewhere?.(stranger, 'Hi');
  expect(vk.pushes.at(-1)).toMatchObject({ status: 200 });
  await vk.write(stranger, { text: 'Hello' });
  await until(async () => (await messagesWith(owner, stranger)).length === 1, 'the first message of theirs');
});

test('customers edit and delete what they wrote', async () => {
  const { owner, customer, chat, id } = await begin(mx);
  await mx.edit?.(customer, id, 'Hello there');
  expect(await messagesIn(owner, chat.id, 1)).toMatchObject([
    { body: 'Hello there', edited_at: expect.any(String), deleted_at: null },
  ]);
  await mx.erase?.(customer, id);
  await mx.erase?.(customer, 'mid.unknown');
  const deleted = { body: null, deleted_at: expect.any(String) };
  expect(await messagesIn(owner, chat.id, 1)).toMatchObject([deleted]);
  await mx.edit?.(customer, id, 'Hello again');
  expect(await messagesIn(owner, chat.id, 1)).toMatchObject([deleted]);
});

test('messages are delivered and read, in any order of the reports, and never go back', async () => {
  const begun = await begin(wa);
  const { owner, customer, chat } = begun;
  const [one, two] = [await replyTo(begun, 'One'), await replyTo(begun, 'Two')];
  await wa.receive?.(customer);
  await fateOf(owner, one, 'delivered');
  expect(await fateOf(owner, two, 'delivered')).toMatchObject({ seen_at: null });
  await wa.read?.(customer);
  expect(await fateOf(owner, one, 'read')).toMatchObject({ seen_at: expect.any(String) });
  await fateOf(owner, two, 'read');
  await wa.repeat();
  expect((await messagesIn(owner, chat.id, 3)).map(({ delivery }) => delivery?.status)).toEqual([
    undefined,
    'read',
    'read',
  ]);
});

test('a message that the vendor took and could not deliver has failed', async () => {
  const begun = await begin(wa);
  const sent = await replyTo(begun, 'Lost');
  await wa.fail?.(wa.sent.at(-1)?.id ?? '');
  const { delivery } = await fateOf(begun.owner, sent, 'failed');
  expect(delivery).toMatchObject({ reason: 'recipient_unknown', code: '131026' });
});

/** Holds the chat while `work` runs: what was sent meanwhile can't be stored. */
const whileHeld = (chatId: number, work: () => Promise<unknown>) =>
  whileLocked(get().app, `SELECT FROM chat_heads WHERE chat_id = ${chatId} FOR UPDATE`, work);

test('a report of a message whose id is not known yet waits for it, and the customer does not', async () => {
  const { owner, customer, chat } = await begin(wa);
  wa.latencyMs = 300;
  const sent = await reply(owner, chat.id, { body: 'Slow' });
  await whileHeld(chat.id, async () => {
    await until(() => wa.sent.some(({ text }) => text === 'Slow'), 'Meta has the message');
    await wa.read?.(customer);
  });
  wa.latencyMs = 0;
  expect(wa.pushes.at(-1)).toMatchObject({ status: 200 });
  await wa.write(customer, { text: 'I see' });
  expect((await messagesIn(owner, chat.id, 3)).at(-1)).toMatchObject({ body: 'I see' });
  await fateOf(owner, sent, 'read');
});

test('a report of a message of another system holds nobody up, and is given up', async () => {
  const { owner, customer, chat } = await begin(wa);
  await wa.fail?.('wamid.of-another-system');
  await wa.write(customer, { text: 'Hello?' });
  expect((await messagesWith(owner, customer)).map(({ body }) => body)).toEqual(['Hello', 'Hello?']);
  expect(await messagesIn(owner, chat.id, 2)).toHaveLength(2);
});

test('a mark up to a message that nobody recorded waits for it, and then covers those before it', async () => {
  const begun = await begin(vk);
  const { app } = get();
  const { owner, customer, chat } = begun;
  const one = await replyTo(begun, 'One');
  // It takes an id, and is dropped.
  await vk.typeElsewhere?.(newCustomer(), 'Hi');
  const unknown = Number(vk.sent.find(({ person }) => person === customer.id)?.id) + 1;
  const two = await replyTo(begun, 'Two');
  await vk.read?.(customer, String(unknown));
  expect(await fateOf(owner, one, 'sent')).toMatchObject({ seen_at: null });
  const waiting = await app.sql(`
    UPDATE messenger_updates SET attempts = ${ATTEMPTS - 1} WHERE event ->> 'upToId' = '${unknown}' AND due_at IS NOT NULL
    RETURNING id`);
  expect(waiting).toHaveLength(1);
  app.clock.now = app.clock.now.add({ minutes: 1 });
  expect(await fateOf(owner, one, 'read')).toMatchObject({ seen_at: expect.any(String) });
  expect((await messagesIn(owner, chat.id, 3)).at(-1)).toMatchObject({ id: two.id, delivery: { status: 'sent' } });
});

test('what we send is not stored again when Avito echoes it before we know its id', async () => {
  const begun = await begin(avito);
  const { owner, customer, chat } = begun;
  const pushes = avito.pushes.length;
  avito.latencyMs = 300;
  await reply(owner, chat.id, { body: 'Quick echo' });
  await whileHeld(chat.id, async () => until(() => avito.pushes.length > pushes, 'Avito has told of it'));
  avito.latencyMs = 0;
  await replyTo(begun, 'Next');
  await avito.typeElsewhere?.(customer, 'From the phone');
  const bodies = async () => (await messagesWith(owner, customer)).map(({ body }) => body);
  await until(async () => (await bodies()).includes('From the phone'), 'the reply from the phone');
  await until(async () => (await waitingUpdates()) === 0, 'nothing waits');
  expect(await bodies()).toEqual(['Hello', 'Quick echo', 'Next', 'From the phone']);
});

test('a file is had with a new token where the old one has expired', async () => {
  const { owner, customer, chat } = await begin(avito);
  avito.oauth.expire();
  await avito.write(customer, { file: { name: 'a.mp4', type: 'audio/mp4', bytes: Buffer.from('voice') } });
  expect((await messagesIn(owner, chat.id, 2)).at(-1)).toMatchObject({ type: 'file', name: 'voice.mp4' });
});

async function waitingUpdates() {
  const waiting = `SELECT FROM messenger_updates WHERE due_at IS NOT NULL AND event ->> 'kind' = 'typed-elsewhere'`;
  return (await get().app.sql(waiting)).length;
}

test('who blocks us cannot be reached until they allow it, or write', async () => {
  const { owner, customer } = await begin(vk);
  const reach = async () => (await chatWith(owner, customer)).reach?.state;
  expect(await reach()).toBe('open');
  const { version } = await chatWith(owner, customer);
  await vk.block?.(customer);
  expect(await reach()).toBe('blocked');
  expect((await chatWith(owner, customer)).version).toBe(version + 1);
  await vk.allow?.(customer);
  expect(await reach()).toBe('open');
  const begun = await begin(vb);
  await vb.block?.(begun.customer);
  expect((await chatWith(owner, begun.customer)).reach?.state).toBe('blocked');
  await vb.write(begun.customer, { text: 'Back again' });
  expect((await chatWith(owner, begun.customer, 2)).reach?.state).toBe('open');
});

test('a bot that opens a conversation for a customer leaves them one chat', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await cian.writeAsBot(customer, 'A customer wants to see the flat');
  await cian.write(customer, { text: 'May I come today?' });
  expect((await messagesWith(owner, customer, 2)).map(({ body }) => body)).toEqual([
    'A customer wants to see the flat',
    'May I come today?',
  ]);
});
