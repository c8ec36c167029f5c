import { api, type MessengerProvider, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../test/callers.ts';
import { startAli } from '../../../../test/messengers/ali.ts';
import { startApple } from '../../../../test/messengers/apple.ts';
import { startCian } from '../../../../test/messengers/cian.ts';
import { ann } from '../../../../test/messengers/driver-host.ts';
import type { Customer, FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import { connect, startMessengerApp, type TestApp } from '../../../../test/messengers/messenger-app.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { startOk } from '../../../../test/messengers/ok.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVb } from '../../../../test/messengers/vb.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { startWaTwilio } from '../../../../test/messengers/wa-twilio.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';

const bob: Customer = { id: '700000002', name: 'Bob Stone' };

const hosts = (owner: Owner) => ({ button_guid: owner.buttonGuid });

/** A visitor who has opened the chat, with links of theirs. */
async function enter(app: TestApp, owner: Owner) {
  const visitor = await addVisitor(app, owner);
  const link = (provider: MessengerProvider) =>
    visitor.call(site.visitor.linkMessenger, { params: hosts(owner), body: { provider } });
  return { ...visitor, link, code: async (provider: MessengerProvider) => codeIn((await link(provider)).data.url) };
}

/** What the messenger hands over when somebody follows the link. */
function codeIn(url: string) {
  const [code] = /[\w-]{32}(?=$|\)$)/.exec(decodeURIComponent(url)) ?? [];
  if (code === undefined) throw new Error(`${url} carries no code`);
  return code;
}

async function startTelegram() {
  const tg = await startTg();
  const app = await startMessengerApp([tg]);
  const owner = await app.owner();
  await connect(owner, tg);
  return { app, owner, tg, visitor: await enter(app, owner) };
}

const chatsOf = async (owner: Owner) => (await owner.call(api.chats.list)).data.data;

/** The person of each chat, by channel, once there are so many chats. */
async function peopleOf(owner: Owner, count: number) {
  const chats = await until(async () => {
    const found = await chatsOf(owner);
    return found.length === count && found;
  }, `there are ${count} chats`);
  return chats.map(({ channel, contact_id }) => ({ channel, person: contact_id ?? channel }));
}

const configOf = async (app: TestApp, owner: Owner) =>
  (await app.call(site.visitor.readConfig, { params: hosts(owner) })).data;

/** Each messenger whose links carry a code, with the form of the link. */
const LINKS = [
  ['Telegram', startTg, /^https:\/\/t\.me\/shop_test_bot\?start=[\w-]{32}$/],
  ['VK', startVk, /^https:\/\/vk\.me\/shop\d+\?ref=[\w-]{32}$/],
  ['MAX', startMx, /^https:\/\/max\.ru\/shop_test_bot\?start=[\w-]{32}$/],
  ['Viber', startVb, /^viber:\/\/pa\?chatURI=shoptestbot&context=[\w-]{32}$/],
  ['Messenger', startFb, /^https:\/\/m\.me\/shop\d+\?ref=[\w-]{32}$/],
  ['WhatsApp', startWaCloud, /^https:\/\/wa\.me\/\d+\?text=Hello!%20\([\w-]{32}\)$/],
  ['WhatsApp by Twilio', startWaTwilio, /^https:\/\/wa\.me\/\d+\?text=Hello!%20\([\w-]{32}\)$/],
] as const;

test.each(LINKS)(
  'a link of %s leads into the messenger, where the visitor is the same person',
  async (_name, start, form) => {
    const fake: FakeVendor & { community?: string } = await start();
    const { vendor } = fake;
    const app = await startMessengerApp([fake]);
    const owner = await app.owner();
    if (vendor !== 'vk') await connect(owner, fake);
    else {
      const body = { token: fake.credential.token, community: fake.community ?? '' };
      expect((await owner.call(api.messengers.addCommunity, { body })).status).toBe(201);
    }
    const visitor = await enter(app, owner);
    await visitor.write('Is it blue?');
    const { status, data } = await visitor.link(vendor as MessengerProvider);
    expect([status, data.url]).toEqual([201, expect.stringMatching(form)]);
    await fake.write(ann, { code: codeIn(data.url) });
    const [messenger, chat] = await peopleOf(owner, 2);
    expect([messenger?.channel, chat?.channel]).toEqual([vendor, 'service']);
    expect(messenger?.person).toBe(chat?.person);
  },
);

test('a visitor who has not written yet is a contact by their link', async () => {
  const { owner, tg, visitor } = await startTelegram();
  await tg.start?.(ann, await visitor.code('tg'));
  const [messenger] = await peopleOf(owner, 1);
  await visitor.write('Is it blue?');
  expect((await peopleOf(owner, 2)).map(({ person }) => person)).toEqual([messenger?.person, messenger?.person]);
});

test('who came by a link can be written to for as long as the vendor allows', async () => {
  const [fb, tg] = [await startFb(), await startTg()];
  const app = await startMessengerApp([fb, tg]);
  const owner = await app.owner();
  for (const fake of [fb, tg]) await connect(owner, fake);
  const visitor = await enter(app, owner);
  await fb.start?.(ann, await visitor.code('fb'));
  await tg.start?.(bob, await (await enter(app, owner)).code('tg'));
  await peopleOf(owner, 2);
  const reachIn = async (wanted: string) => (await chatsOf(owner)).find(({ channel }) => channel === wanted)?.reach;
  const { state, reply_until } = (await reachIn('fb')) ?? {};
  const left = Temporal.Instant.from(reply_until ?? '')
    .since(app.clock.now)
    .total('hours');
  expect([state, Math.round(left)]).toEqual(['open', 24]);
  expect(await reachIn('tg')).toEqual({ state: 'open', reply_until: null });
  app.clock.now = app.clock.now.add({ hours: 24 });
  expect(await reachIn('fb')).toMatchObject({ state: 'window_closed' });
});

test('a code serves once, and a second person who brings it is another', async () => {
  const { owner, tg, visitor } = await startTelegram();
  const code = await visitor.code('tg');
  await tg.start?.(ann, code);
  const [first] = await peopleOf(owner, 1);
  await tg.start?.(bob, code);
  await tg.write(bob, { text: 'Hello' });
  const people = (await peopleOf(owner, 2)).map(({ person }) => person);
  expect(new Set(people).size).toBe(2);
  expect(people).toContain(first?.person);
});

test('a code serves for 15 minutes', async () => {
  const { app, owner, tg, visitor } = await startTelegram();
  await visitor.write('Is it blue?');
  const before = app.clock.now;
  const { data } = await visitor.link('tg');
  const valid = before.until(Temporal.Instant.from(data.expires_at)).total('seconds');
  expect(Math.round(valid / 60)).toBe(15);
  app.clock.now = app.clock.now.add({ minutes: 15, seconds: 1 });
  await tg.start?.(ann, codeIn(data.url));
  await tg.write(ann, { text: 'Hello' });
  const people = (await peopleOf(owner, 2)).map(({ person }) => person);
  expect(new Set(people).size).toBe(2);
});

test('a person whom the messenger has made known keeps who they are', async () => {
  const { owner, tg, visitor } = await startTelegram();
  await tg.write(ann, { text: 'Hello' });
  const [known] = await peopleOf(owner, 1);
  await visitor.write('Is it blue?');
  await tg.start?.(ann, await visitor.code('tg'));
  await tg.write(ann, { text: 'It is me' });
  await until(async () => (await chatsOf(owner)).find(({ channel }) => channel === 'tg')?.last_seq === 2, 'she wrote');
  const people = await peopleOf(owner, 2);
  expect(people.find(({ channel }) => channel === 'tg')?.person).toBe(known?.person);
  expect(people.find(({ channel }) => channel === 'service')?.person).not.toBe(known?.person);
});

test('a code is for its messenger alone', async () => {
  const [tg, mx] = [await startTg(), await startMx()];
  const app = await startMessengerApp([mx, tg]);
  const owner = await app.owner();
  await connect(owner, tg);
  await connect(owner, mx);
  const visitor = await enter(app, owner);
  await visitor.write('Is it blue?');
  const code = await visitor.code('tg');
  await mx.start?.(ann, code);
  await mx.write(ann, { text: 'Hello' });
  expect(new Set((await peopleOf(owner, 2)).map(({ person }) => person)).size).toBe(2);
  // It has not been used up.
  await tg.start?.(ann, code);
  const people = await peopleOf(owner, 3);
  const personIn = (wanted: string) => people.find(({ channel }) => channel === wanted)?.person;
  expect(personIn('tg')).toBe(personIn('service'));
});

test('there is no link into a messenger that is not connected, or whose links carry no code', async () => {
  const { app, owner, visitor } = await startTelegram();
  for (const provider of ['vk', 'mx', 'vb', 'fb', 'wa'] as const) {
    const refused = await visitor.link(provider);
    expect(refused).toMatchObject({ status: 409, problem: { reason: 'messenger_not_connected' } });
  }
  for (const provider of ['ok', 'cian', 'ali', 'apple', 'custom'] as const) {
    expect(await visitor.link(provider)).toMatchObject({
      status: 422,
      problem: { errors: { provider: [/no links/] } },
    });
  }
  await owner.call(api.messengers.disconnect, { params: { provider: 'tg' } });
  expect(await visitor.link('tg')).toMatchObject({ status: 409 });
  expect((await configOf(app, owner)).messengers).toEqual([]);
});

test('the configuration has connected messengers in their order, each by the link of the owner or of the vendor', async () => {
  const [wa, tg, ok] = [await startWaCloud(), await startTg(), await startOk()];
  const [cian, ali, apple] = [await startCian(), await startAli(), await startApple()];
  const app = await startMessengerApp([wa, tg, ok, cian, ali, apple]);
  const owner = await app.owner();
  expect((await configOf(app, owner)).messengers).toEqual([]);
  const url = 'https://ok.ru/group/shop';
  for (const fake of [wa, tg, cian, ali, apple]) await connect(owner, fake);
  await connect(owner, { ...ok, credential: { ...ok.credential, url } });
  const { messengers } = await configOf(app, owner);
  // Neither a vendor that tells no link nor Apple's gateway is for visitors.
  expect(messengers).toEqual([
    { provider: 'tg', link: 'https://t.me/shop_test_bot' },
    { provider: 'wa', link: expect.stringMatching(/^https:\/\/wa\.me\/\d+$/) },
    { provider: 'ok', link: url },
  ]);
});
