import { api, site } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { addVisitor } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startAvito } from '../../../../test/messengers/avito.ts';
import type { Customer, FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import {
  avitoSettings,
  chatsOf,
  chatWith,
  connectAvito,
  messagesWith,
  newCustomer,
  pushToTg,
  shareMessengers,
} from '../../../../test/messengers/inbound-server.ts';
import { startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { addAgent } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

const GREETING = 'Welcome to the shop';
const OTHERS = 8;

let tg: FakeVendor;
let vk: Awaited<ReturnType<typeof startVk>>[];
let avito: Awaited<ReturnType<typeof startAvito>>;
let board: Awaited<ReturnType<typeof startSwitchboard>>;
const get = shareMessengers(
  async () => {
    board = await startSwitchboard();
    vk = [await board.add(startVk()), await board.add(startVk())];
    [tg, avito] = [await startTg(), await startAvito()];
    return [tg, avito];
  },
  () => ({ ...avitoSettings(avito), urls: `vk=${board.url}` }),
);

beforeAll(async () => {
  const { app, owner } = get();
  await owner.call(api.widget.updateSettings, { body: { widget_greeting: GREETING } });
  for (const { credential, community } of vk) {
    await owner.call(api.messengers.addCommunity, { body: { token: credential.token, community } });
  }
  await connectAvito(app, owner, avito);
  return () => board.close();
});

const contactOf = async (contact_id: string) => {
  const { data } = await get().owner.call(api.contacts.read, { params: { id: contact_id } });
  return data;
};

/** A visitor of the site follows a link into a messenger; returns its code. */
async function linkTo(provider: 'tg' | 'vk') {
  const { app, owner } = get();
  const visitor = await addVisitor(app, owner);
  const params = { button_guid: owner.buttonGuid };
  const { data } = await visitor.call(site.visitor.linkMessenger, { params, body: { provider } });
  const { searchParams } = new URL(data.url);
  return { visitor, code: searchParams.get('start') ?? searchParams.get('ref') ?? '' };
}

const greetings = ({ id }: Customer) => tg.sent.filter(({ person, text }) => person === id && text === GREETING).length;

test('who only starts the bot is greeted each time, and has no chat', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await tg.start?.(customer);
  await until(() => greetings(customer) === 1, 'the greeting');
  await tg.start?.(customer);
  await until(() => greetings(customer) === 2, 'the second greeting');
  expect(await chatsOf(owner, customer)).toEqual([]);
  await tg.write(customer, { text: 'Hello' });
  await tg.start?.(customer);
  await until(() => greetings(customer) === 3, 'the greeting of one whom we know');
  expect(await messagesWith(owner, customer)).toMatchObject([{ body: 'Hello' }]);
});

test('who follows a link of ours is the visitor of the site, once', async () => {
  const { owner } = get();
  const { visitor, code } = await linkTo('tg');
  const [customer, other] = [newCustomer(), newCustomer()];
  await visitor.write('On the site');
  await tg.start?.(customer, code);
  const chat = await until(
    async () => (await chatsOf(owner, customer)).find(({ channel }) => channel === 'tg') ?? false,
    'the chat',
  );
  expect(chat).toMatchObject({ last_seq: 0, reach: { state: 'open' } });
  const siteChat = (await chatsOf(owner, customer)).find(({ channel }) => channel === 'service');
  expect(siteChat).toMatchObject({ contact_id: chat.contact_id, last_seq: 1 });
  expect(greetings(customer)).toBe(0);
  await tg.start?.(other, code);
  await until(() => greetings(other) === 1, 'a used link is a mere start');
  expect(await chatsOf(owner, other)).toEqual([]);
});

test('a link whose code comes with the first message leads to the visitor too', async () => {
  const { owner } = get();
  const { visitor, code } = await linkTo('vk');
  await visitor.write('On the site');
  const [{ contact_id } = { contact_id: '' }] = (await owner.call(api.chats.list, { query: { limit: 1 } })).data.data;
  const customer = newCustomer();
  await vk[0]?.write(customer, { text: 'Here I am', code });
  const chat = await chatWith(owner, customer);
  expect(chat).toMatchObject({ channel: 'vk', contact_id });
});

test('a link of old does not lead to the visitor, and one whom we know stays who they are', async () => {
  const { app, owner } = get();
  const { code } = await linkTo('tg');
  const known = newCustomer();
  await tg.write(known, { text: 'Hello' });
  const { contact_id } = await chatWith(owner, known);
  await tg.start?.(known, code);
  await until(async () => (await app.sql('SELECT FROM messenger_links')).length === 0, 'the link is used up');
  expect((await chatWith(owner, known)).contact_id).toBe(contact_id);
  const late = await linkTo('tg');
  app.clock.now = app.clock.now.add({ minutes: 15 });
  const customer = newCustomer();
  await tg.start?.(customer, late.code);
  await until(() => greetings(customer) === 1, 'a link that has expired is a mere start');
  expect(await chatsOf(owner, customer)).toEqual([]);
});

test('a blocked contact is answered by nobody: their updates are accepted and dropped', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { text: 'Hello' });
  const { contact_id } = await chatWith(owner, customer);
  const params = { id: contact_id };
  await owner.call(api.contacts.block, { params });
  await tg.write(customer, { text: 'Listen' });
  expect(tg.pushes.at(-1)).toMatchObject({ status: 200 });
  await tg.start?.(customer);
  await tg.write(customer, { file: { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') } });
  await until(async () => (await waiting()) === 0, 'everything is processed');
  await owner.call(api.contacts.unblock, { params });
  await tg.write(customer, { text: 'Sorry' });
  expect((await messagesWith(owner, customer, 2)).map(({ body }) => body)).toEqual(['Hello', 'Sorry']);
  expect(greetings(customer)).toBe(0);
});

const waiting = async () => (await get().app.sql('SELECT FROM messenger_updates WHERE due_at IS NOT NULL')).length;

test('an erased contact leaves nothing of what the messenger said', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { text: 'My secret' });
  await avito.write(customer, { text: 'Hello' });
  await avito.typeElsewhere?.(customer, 'To the secret customer');
  await until(async () => (await waiting()) === 0, 'everything is processed');
  for (const { contact_id } of await chatsOf(owner, customer)) {
    await owner.call(api.contacts.remove, { params: { id: contact_id } });
  }
  expect(await chatsOf(owner, customer)).toEqual([]);
  expect(await app.sql("SELECT FROM messenger_updates WHERE event::text LIKE '%secret%'")).toEqual([]);
});

test('a spam chat takes messages silently, and stays spam', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { text: 'Buy now' });
  const { id } = await chatWith(owner, customer);
  await owner.call(api.chats.setState, { params: { id }, body: { state: 'spam' } });
  await tg.write(customer, { text: 'Buy more' });
  expect(await chatWith(owner, customer, 2)).toMatchObject({ id, status: 'spam', awaiting_reply: false });
});

test('nobody is matched by a name or a number, and what is known stays', async () => {
  const { owner } = get();
  const [one, two] = [newCustomer(), newCustomer()];
  await tg.write(one, { text: 'Hello' });
  await tg.write({ ...two, name: one.name }, { text: 'Hello' });
  const chats = await chatsOf(owner, one);
  expect(chats).toHaveLength(2);
  expect(chats[0]?.contact_id).not.toBe(chats[1]?.contact_id);
  const params = { id: chats[0]?.contact_id ?? '' };
  await owner.call(api.contacts.update, { params, body: { name: 'Named by us', phone: '+15550000' } });
  const contact = { phone_number: '+15551111', user_id: Number(two.id) };
  const from = { id: Number(two.id), first_name: 'Renamed' };
  const message = { message_id: 1, from, chat: { id: Number(two.id), type: 'private' }, date: 1, contact };
  expect(await pushToTg(tg, { update_id: 8_800_001, message })).toBe(200);
  expect(await contactOf(params.id)).toMatchObject({ name: 'Named by us', phone: '+15550000' });
});

test('a person who writes to two communities of VK is one contact with a chat in each', async () => {
  const { owner } = get();
  const customer = newCustomer();
  for (const community of vk) await community.write(customer, { text: 'Hello' });
  const chats = await until(async () => {
    const found = await chatsOf(owner, customer);
    return found.length === 2 && found;
  }, 'two chats');
  expect(chats.map(({ channel }) => channel)).toEqual(['vk', 'vk']);
  expect(chats[0]?.contact_id).toBe(chats[1]?.contact_id);
  await vk[1]?.write(customer, { text: 'Again' });
  const seqs = (await chatsOf(owner, customer)).map(({ last_seq }) => last_seq);
  expect(seqs.toSorted()).toEqual([1, 2]);
});

test('the same id at two cabinets of Avito is two persons, each with a chat of the cabinet', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  const first = avito.oauth.current;
  await avito.write(customer, { text: 'Hello' });
  await chatWith(owner, customer);
  avito.signIn({ id: 5_550_001, name: 'Another shop' });
  await connectAvito(app, owner, avito);
  await avito.write(customer, { text: 'Hello' });
  const chats = await until(async () => {
    const found = await chatsOf(owner, customer);
    return found.length === 2 && found;
  }, 'two chats');
  expect(new Set(chats.map(({ contact_id }) => contact_id)).size).toBe(2);
  expect(new Set(chats.map(({ channel }) => channel)).size).toBe(2);
  avito.signIn(first);
});

test('what comes to a cabinet is for its department, and dropped while the cabinet is disabled', async () => {
  const { app, owner } = get();
  const cabinet = (await owner.call(api.messengers.listCabinets)).data.data.at(-1);
  const member = await addAgent(app, owner, 'operator');
  const department = await addDepartment(owner, [member], { channels: [`av__${cabinet?.id}`] });
  const customer = newCustomer();
  await avito.write(customer, { text: 'Is it still there?' });
  const chat = await chatWith(owner, customer);
  expect(chat).toMatchObject({ channel: `av__${cabinet?.id}`, department_id: department.id });
  const params = { id: cabinet?.id ?? 0 };
  const hook = avito.hookUrl;
  await owner.call(api.messengers.updateCabinet, { params, body: { status: 'disabled' } });
  avito.hookUrl = hook;
  await avito.write(customer, { text: 'Hello?' });
  expect(avito.pushes.at(-1)).toMatchObject({ status: 200 });
  await owner.call(api.messengers.updateCabinet, { params, body: { status: 'enabled' } });
  await avito.write(customer, { text: 'And now?' });
  const bodies = (await messagesWith(owner, customer, 2)).map(({ body }) => body);
  expect(bodies).toEqual(['Is it still there?', 'And now?']);
});

test('new people who write at once have one chat each', async () => {
  const { owner } = get();
  const customer = newCustomer();
  const pushed = Array.from({ length: OTHERS }, (_, index) => {
    const from = { id: Number(customer.id), first_name: customer.name };
    const chat = { id: Number(customer.id), type: 'private' };
    const message = { message_id: index + 1, from, chat, date: 1, text: `Message ${index}` };
    return pushToTg(tg, { update_id: 8_800_100 + index, message });
  });
  expect(new Set(await Promise.all(pushed))).toEqual(new Set([200]));
  expect(await chatsOf(owner, customer)).toMatchObject([{ last_seq: OTHERS, unread: OTHERS }]);
});
