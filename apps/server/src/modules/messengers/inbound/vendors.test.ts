import { api, type MessageType } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenApp, openApp } from '../../../../test/harness.ts';
import { startAli } from '../../../../test/messengers/ali.ts';
import { startApple } from '../../../../test/messengers/apple.ts';
import { startAvito } from '../../../../test/messengers/avito.ts';
import { startCian } from '../../../../test/messengers/cian.ts';
import { type FakeVendor, download as fetchFile } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import {
  avitoSettings,
  connectAvito,
  hookOf,
  LIVE,
  messagesIn,
  newCustomer,
  PNG,
  runClock,
  settingsFor,
} from '../../../../test/messengers/inbound-server.ts';
import { connect, fateOf, reply } from '../../../../test/messengers/messenger-app.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { startOk } from '../../../../test/messengers/ok.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVb } from '../../../../test/messengers/vb.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { startWaTwilio } from '../../../../test/messengers/wa-twilio.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';

const startAll = async () => ({
  tg: await startTg(),
  vk: await startVk(),
  'wa by Meta': await startWaCloud(),
  'wa by Twilio': await startWaTwilio(),
  vb: await startVb(),
  fb: await startFb(),
  ok: await startOk(),
  mx: await startMx(),
  cian: await startCian(),
  ali: await startAli(),
  apple: await startApple(),
  avito: await startAvito(),
});

let fakes: Awaited<ReturnType<typeof startAll>>;
type Name = keyof typeof fakes;
let app: OpenApp;
let stop: () => void;

beforeAll(async () => {
  fakes = await startAll();
  app = await openApp(settingsFor(Object.values(fakes), avitoSettings(fakes.avito)), LIVE);
  stop = runClock(app);
});

afterAll(async () => {
  stop();
  for (const fake of Object.values(fakes)) fake.close();
  await app.end();
});

const connectors: Partial<Record<Name, (owner: Owner) => Promise<unknown>>> = {
  vk: (owner) =>
    owner.call(api.messengers.addCommunity, {
      body: { token: fakes.vk.credential.token, community: fakes.vk.community },
    }),
  avito: (owner) => connectAvito(app, owner, fakes.avito),
  /** The address is typed in by hand at Apple's. */
  async apple(owner) {
    await connect(owner, fakes.apple);
    fakes.apple.hookUrl = await hookOf(app, owner, 'apple');
  },
};

interface Kind {
  channel: string | RegExp;
  /** What a picture becomes; undefined where customers cannot send any. */
  picture?: MessageType;
  /** How long the vendor lets us reply. */
  hours?: number;
  page?: RegExp;
  /** Names that the vendor does not tell. */
  name?: null;
}

const kinds: Record<Name, Kind> = {
  tg: { channel: 'tg', picture: 'image' },
  vk: { channel: 'vk', picture: 'image' },
  'wa by Meta': { channel: 'wa', picture: 'image', hours: 24 },
  'wa by Twilio': { channel: 'wa', picture: 'image', hours: 24 },
  vb: { channel: 'vb', picture: 'image' },
  fb: { channel: 'fb', picture: 'image', hours: 24 },
  ok: { channel: 'ok', picture: 'image' },
  mx: { channel: 'mx', picture: 'image' },
  cian: { channel: 'cian', page: /^https:\/\/www\.cian\.ru\/sale\/flat\// },
  ali: { channel: 'ali', picture: 'image' },
  apple: { channel: 'apple', picture: 'image', name: null },
  avito: { channel: /^av__\d+$/, picture: 'image', page: /^https:\/\/avito\.ru\/item\// },
};

/** Who the vendor does not name is found as the only one of the owner. */
async function chatOf(owner: Owner, name: string | null) {
  return until(async () => {
    const [chat] = (await owner.call(api.chats.list)).data.data;
    return chat !== undefined && chat.last_seq > 0 && chat.contact_name === name && chat;
  }, 'the chat has a message and a name');
}

test.each(Object.keys(kinds) as Name[])(
  '%s: messages and files of a customer arrive, and replies reach them',
  async (name) => {
    const owner = await app.owner();
    const fake: FakeVendor = fakes[name];
    const { channel, picture, hours, page, name: known } = kinds[name];
    const customer = newCustomer();
    await (connectors[name]?.(owner) ?? connect(owner, fake));
    await fake.write(customer, { text: 'Hello' });
    const chat = await chatOf(owner, known === null ? null : customer.name);
    expect(chat.channel).toEqual(channel instanceof RegExp ? expect.stringMatching(channel) : channel);
    const replyUntil = chat.reach?.reply_until ?? null;
    expect(chat.reach).toMatchObject({ state: 'open' });
    const left = replyUntil && Temporal.Instant.from(replyUntil).since(app.clock.now).total('hours');
    if (hours) expect(left).toBeCloseTo(hours, 1);
    else expect(replyUntil).toBeNull();
    if (page)
      await until(async () => page.test((await chatOf(owner, chat.contact_name)).source.page ?? ''), 'the page');
    const sent = await reply(owner, chat.id, { body: 'Good day' });
    await fateOf(owner, sent, 'sent');
    expect(fake.sent).toMatchObject([{ person: customer.id, text: 'Good day' }]);
    await fake.repeat();
    if (picture) {
      await fake.write(customer, { file: { name: 'a.png', type: 'image/png', bytes: PNG } });
      await fake.write(customer, { text: 'Bye' });
      const [, , photo] = await messagesIn(owner, chat.id, 3);
      expect(photo).toMatchObject({ sender: 'client', type: picture });
      expect((await fetchFile(photo?.url ?? '', '')).bytes).toEqual(PNG);
    }
    if (!picture) await fake.write(customer, { text: 'Bye' });
    const messages = await messagesIn(owner, chat.id, picture ? 4 : 3);
    expect(messages.map(({ sender, body }) => [sender, body])).toEqual([
      ['client', 'Hello'],
      ['agent', 'Good day'],
      ...(picture ? [['client', null]] : []),
      ['client', 'Bye'],
    ]);
    expect((await owner.call(api.chats.list)).data.data).toHaveLength(1);
  },
);
