import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { startAli } from '../../../../test/messengers/ali.ts';
import { startApple } from '../../../../test/messengers/apple.ts';
import { startAvito } from '../../../../test/messengers/avito.ts';
import { startCian } from '../../../../test/messengers/cian.ts';
import {
  ann,
  changeRequest,
  type HostedDriver,
  hostChat,
  hostConnected,
  hostDriver,
  readRequest,
  refusalOf,
} from '../../../../test/messengers/driver-host.ts';
import type { FakeVendor, Fate, Sent } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import { signatureOf } from '../../../../test/messengers/meta.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { startOk } from '../../../../test/messengers/ok.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVb } from '../../../../test/messengers/vb.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { startWaTwilio } from '../../../../test/messengers/wa-twilio.ts';
import type { Access } from './access.ts';
import type { Driver, HookRequest, HookState, Vendor } from './driver.ts';
import type { Person, VendorEvent } from './events.ts';
import { driverOf } from './index.ts';

type Name = Exclude<Vendor, 'wa'> | 'wa-cloud' | 'wa-twilio';

type Signing = Pick<HostedDriver, 'access' | 'hook'>;

/** What one driver and the fake of its vendor have. A member that is missing is one that the vendor lacks. */
interface Row {
  start: () => Promise<FakeVendor>;
  /** Members that not every driver has. */
  has: string;
  /** What most vendors have: whether our hook is there, when a message was written, captions. */
  lacks?: 'check' | 'time' | 'captions';
  /** Id, name and user name of the account, and its link. */
  identity?: (access: Access) => [id: unknown, name: string | null, username: unknown, link: unknown];
  /** What connecting stores, and how often the vendor asks the hook meanwhile. */
  state?: object;
  asks?: number;
  /** What `check` says of a hook beside which somebody else has set one. */
  taken?: HookState | { heldBy: string };
  /** The vendor's words for a token that it does not know. */
  unknownToken: string;
  person: Person;
  /** Default: the id of the person. */
  conversation?: unknown;
  /** Default: the vendor's id. */
  messageId?: (id: string, access: Access) => string;
  /** Events have ids of their own, not those of messages. */
  hasEventIds?: true;
  page?: unknown;
  profile?: object;
  /** What customers send besides text: names of files, `coords`, and kinds that we cannot show. */
  receives: Partial<Record<keyof typeof WRITTEN, string>>;
  /** Of which files the vendor tells the size. */
  sizes?: string;
  /** What a link with a code ends with, here or without a name, and the event that the code comes with. */
  code?: { link: string; bare?: string; event: (id: string) => object };
  /** What customers do besides writing, and the events that it becomes. */
  tells: Partial<Record<keyof typeof DEEDS, (told: Told) => object[]>>;
  /** What a message to somebody who has blocked us ends with. */
  blocked?: 'recipient_blocked' | 'recipient_unknown';
  answer?: string;
  /** Updates are forms, and no JSON. */
  isForm?: true;
  /** The member of an update that proves whom it is from, and how the vendor makes it if it is over the body. */
  proof?: string;
  sign?: (body: string, hosted: Signing) => string;
  /** Changes after which the update of a message is none for us. */
  drops: Record<string, Record<string, unknown>>;
  /** What `**bold** and *italic*` is sent as. Default: plain text. */
  markup?: string;
  /** What files of ours are to the customer. */
  sends: Partial<Record<keyof typeof FILES, Sent['kind']>>;
  /** The vendor's code for each of `FATES`; `-`: it has no such answer. */
  codes: string;
  /** Default: the connection, for as long as the vendor says. */
  wait?: object;
}

const fileOf = (name: string, type: string) => ({ name, type, bytes: Buffer.from(`the bytes of ${name}`) });
const FILES = {
  picture: fileOf('cat.png', 'image/png'),
  gif: fileOf('cat.gif', 'image/gif'),
  webp: fileOf('cat.webp', 'image/webp'),
  file: fileOf('bill.pdf', 'application/pdf'),
};
const PLACE = { coords: { lat: 1.5, lng: 2.5 } };
const CODE = 'a-code_of-16chars';
const WRITTEN = {
  text: { text: 'Hello & good day' },
  picture: { file: FILES.picture, text: 'My cat' },
  file: { file: { ...FILES.file, name: 'The bill.pdf' } },
  audio: { file: fileOf('audio', 'audio/ogg') },
  video: { file: fileOf('video', 'video/mp4') },
  place: PLACE,
  unknown: { isUnknown: true as const },
};

const like = (pattern: RegExp) => expect.stringMatching(pattern);

/** A message of Ann's, and two of ours. */
interface Told {
  conversation: string;
  messageId: string;
  sent: string[];
  since: number;
}

const person = { id: ann.id };
const edit = ({ messageId }: Told) => [{ kind: 'edited', messageId, text: 'Good day' }];
const erase = ({ messageId }: Told) => [{ kind: 'removed', messageIds: [messageId] }];
const receive = ({ sent }: Told) => sent.map((id) => ({ kind: 'delivered', messageIds: [id] }));
const read = ({ sent }: Told) => sent.map((id) => ({ kind: 'read', messageIds: [id] }));
const failWith = (reason: string, code: string | null, detail: string) => (told: Told) => [
  { kind: 'failed', messageId: told.sent[1], reason, code, detail },
];
const block = () => [{ kind: 'blocked', person }];
const allow = () => [{ kind: 'allowed', person }];
const restart = () => [{ kind: 'started', person }];
const start = () => [{ kind: 'started', person, code: CODE }, ...restart()];
const typeElsewhere = () => [{ kind: 'typed-elsewhere', person, content: { text: 'From the app' } }];
/** Who the customer is, some hooks do not say when one of ours writes. */
const typeInChat = ({ conversation }: Told) =>
  typeElsewhere().map((event) => ({ ...event, person: { id: `chat:${conversation}` } }));

const startedBy = () => ({ kind: 'started' });
const messageWith = (text: string) => (id: string) => ({ kind: 'message', messageId: id, content: { text } });
const hmac = (algorithm: string, key: string, text: string) => createHmac(algorithm, key).update(text);
const signMeta: Row['sign'] = (body, { access }) => signatureOf(access.appSecret ?? '', body)['x-hub-signature-256'];

const HOOK = 'register unregister check';
const CHANGE = 'entry.0.changes.0';
const MESSAGE = `${CHANGE}.value.messages.0`;

const rows: Record<Name, Row> = {
  tg: {
    start: startTg,
    has: `${HOOK} identify isProbed poll edit remove typing fetchMedia link hasKeyboard hasLocation`,
    identity: ({ token }) => [token.split(':')[0], 'Shop bot', 'shop_test_bot', 'https://t.me/shop_test_bot'],
    taken: 'conflict',
    unknownToken: 'Unauthorized',
    person: { id: ann.id, name: 'Ann Field', locale: 'en' },
    messageId: (id, { token }) => `${token.split(':')[0]}:${ann.id}:${id}`,
    hasEventIds: true,
    receives: { picture: 'photo.jpg', file: 'The bill.pdf', place: 'coords', unknown: 'poll' },
    sizes: 'picture file',
    code: { link: '?start=CODE', event: startedBy },
    tells: { edit, block, allow, start },
    proof: 'headers.x-telegram-bot-api-secret-token',
    drops: {
      'of a group': { 'message.chat.type': 'supergroup' },
      'of a bot': { 'message.from.is_bot': true },
      'of nobody': { 'message.from': undefined },
      'of an unknown kind': { message: undefined, poll: {} },
      'without an id': { update_id: undefined },
    },
    markup: '<b>bold</b> and <i>italic</i>',
    sends: { picture: 'image', file: 'file' },
    codes: '429 502 401 403 400 - 400',
    wait: { kind: 'rate', scope: 'chat', seconds: 7 },
  },
  vk: {
    start: startVk,
    has: `${HOOK} identify isProbed begin poll edit remove markSeen typing profile fetchMedia link`,
    identity: () => [like(/^\d+$/), 'Shop', like(/^shop\d+$/), like(/^https:\/\/vk\.me\/shop\d+$/)],
    state: { code: expect.any(String), server_id: '1' },
    asks: 1,
    taken: 'registered',
    unknownToken: 'User authorization failed: invalid access_token (4).',
    person,
    hasEventIds: true,
    profile: { name: 'Ann Field' },
    receives: { picture: 'photo.jpg', file: 'The bill.pdf', audio: 'voice.mp3', place: 'coords', unknown: 'poll' },
    sizes: 'file',
    code: { link: '?ref=CODE', event: messageWith('Hello') },
    tells: { edit, read: ({ sent }) => [{ kind: 'read', upToId: sent[1] }], block, allow, typeElsewhere },
    blocked: 'recipient_blocked',
    answer: 'ok',
    proof: 'secret',
    drops: {
      'of another community': { group_id: 101 },
      'of a group': { 'object.message.peer_id': 2_000_000_001 },
      'of an unknown kind': { type: 'wall_post_new' },
    },
    sends: { picture: 'image', gif: 'image', webp: 'file', file: 'file' },
    codes: '6 10 5 901 113 950 914',
    wait: { kind: 'rate', scope: 'connection' },
  },
  'wa-cloud': {
    start: startWaCloud,
    has: `${HOOK} identify markSeen typing fetchMedia link hasLocation`,
    identity: () => [like(/^1555\d{7}$/), 'Test shop', like(/^\+1 555-/), like(/^https:\/\/wa\.me\/1555\d{7}$/)],
    asks: 1,
    taken: 'conflict',
    unknownToken: 'Malformed access token',
    person: { id: ann.id, name: 'Ann Field', phone: `+${ann.id}` },
    receives: {
      picture: 'image.png',
      file: 'The bill.pdf',
      audio: 'audio.ogg',
      video: 'video.mp4',
      place: 'coords',
      unknown: 'unsupported',
    },
    code: { link: '?text=Hello!%20(CODE)', event: messageWith(`Hello! (${CODE})`) },
    tells: { receive, read, fail: failWith('recipient_unknown', '131026', 'Message undeliverable') },
    proof: 'headers.x-hub-signature-256',
    sign: signMeta,
    drops: {
      'of another number': { [`${CHANGE}.value.metadata.phone_number_id`]: '999' },
      'of a group': { [`${MESSAGE}.group_id`]: 'g1' },
      'of a reaction': { [`${MESSAGE}.type`]: 'reaction', [`${MESSAGE}.reaction`]: { emoji: '+' } },
      'of an unknown kind': { [`${CHANGE}.field`]: 'message_template_status_update' },
    },
    markup: '*bold* and _italic_',
    sends: { picture: 'image', gif: 'file', file: 'file' },
    codes: '130429 131000 190 131050 131026 131047 131051',
  },
  'wa-twilio': {
    start: startWaTwilio,
    has: `${HOOK} identify fetchMedia link`,
    identity: ({ url }) => [url?.split('/').at(-1), null, url?.replace('https://wa.me/', '+'), url],
    state: { sender: like(/^XE\w{32}$/) },
    taken: 'conflict',
    unknownToken: 'Authenticate',
    person: { id: ann.id, name: 'Ann Field', phone: `+${ann.id}` },
    lacks: 'time',
    receives: { picture: 'image.png', file: 'file.pdf', audio: 'audio.ogg', place: 'coords', unknown: 'order' },
    code: { link: '?text=Hello!%20(CODE)', event: messageWith(`Hello! (${CODE})`) },
    tells: { receive, read, fail: failWith('recipient_unknown', '63024', 'Invalid message recipient') },
    answer: '<Response/>',
    isForm: true,
    proof: 'headers.x-twilio-signature',
    sign: (body, { access, hook }) =>
      hmac('sha1', access.token, hook.url + [...new URLSearchParams(body)].sort().flat().join('')).digest('base64'),
    drops: {
      'of another account': { AccountSid: 'AC0' },
      'of another number': { To: 'whatsapp:+999' },
      'of another channel': { From: '+1' },
      'of a reaction': { MessageType: 'reaction', Body: '+' },
      'of nobody': { AccountSid: undefined, MessageSid: undefined, From: undefined, To: undefined },
    },
    markup: '*bold* and _italic_',
    sends: { picture: 'image', file: 'file' },
    codes: '20429 20500 20003 - 63024 63016 63013',
  },
  vb: {
    start: startVb,
    has: `${HOOK} identify fetchMedia link hasLocation`,
    identity: () => [like(/^pa:/), 'The shop with a very long name', 'shoptestbot', 'viber://pa?chatURI=shoptestbot'],
    asks: 1,
    taken: 'conflict',
    unknownToken: 'invalidAuthToken',
    person: { id: ann.id, name: 'Ann Field', locale: 'en' },
    receives: { picture: 'photo.jpg', file: 'The bill.pdf', place: 'coords', unknown: 'rich_media' },
    sizes: 'file',
    code: { link: '&context=CODE', event: (id) => ({ kind: 'started', id }) },
    tells: { receive, read, fail: failWith('content_rejected', null, 'Bad media format'), block, allow, start },
    blocked: 'recipient_blocked',
    proof: 'headers.x-viber-content-signature',
    sign: (body, { access }) => hmac('sha256', access.token, body).digest('hex'),
    drops: {
      'of an unknown kind': { event: 'action' },
      'of nobody': { event: 'seen', sender: undefined },
      'of somebody without an id': { sender: 'Ann' },
      'without an id': { message_token: undefined },
    },
    sends: { picture: 'image', file: 'file' },
    codes: '12 502 2 6 5 - 3',
    wait: { kind: 'rate', scope: 'connection' },
  },
  fb: {
    start: startFb,
    has: `${HOOK} identify accountsIn markSeen typing stopTyping profile fetchMedia link`,
    identity: () => [like(/^\d{15}$/), 'Test shop', like(/^shop/), like(/^https:\/\/m\.me\/shop/)],
    state: { app: like(/^\d{15}$/) },
    asks: 1,
    taken: { heldBy: 'https://other.example.com/hook' },
    unknownToken: 'Malformed access token',
    person,
    profile: { name: 'Ann Field' },
    receives: { picture: 'cat.png', file: 'The bill.pdf', place: 'coords', unknown: 'template' },
    code: { link: '?ref=CODE', bare: 'https://m.me/123?ref=CODE', event: messageWith('Hello') },
    tells: {
      receive: ({ sent }) => [{ kind: 'delivered', messageIds: sent }],
      read: ({ since }) => [{ kind: 'read', upToTime: expect.toSatisfy((time) => time >= since) }],
      start,
      typeElsewhere,
    },
    proof: 'headers.x-hub-signature-256',
    sign: signMeta,
    drops: {
      'of another page': { 'entry.0.id': '999' },
      'of another product': { object: 'instagram' },
      'of a reaction': { 'entry.0.messaging.0.message': undefined, 'entry.0.messaging.0.reaction': { emoji: '+' } },
    },
    sends: { picture: 'image', file: 'file' },
    codes: '613 1200 190 551 100 10 100',
  },
  ok: {
    start: startOk,
    has: `${HOOK} fetchMedia`,
    taken: 'registered',
    unknownToken: 'PARAM_SESSION_EXPIRED : Session expired',
    person: { id: `user:${ann.id}`, name: 'Ann Field' },
    conversation: like(/^chat:/),
    receives: { picture: 'photo.jpg', file: 'file', place: 'LOCATION', unknown: 'CONTACT' },
    tells: {},
    drops: {
      'of a group': { 'sender.user_id': 'group:77' },
      'of nobody': { sender: null },
      'of an unknown kind': { webhookType: 'CHAT_SYSTEM' },
      'outside a chat': { 'recipient.chat_id': 'user:5001' },
      'without an id': { 'message.mid': undefined },
    },
    sends: { picture: 'image', file: 'file' },
    codes: '11 503 102 - 300 - 454',
    wait: { kind: 'rate', scope: 'connection' },
  },
  mx: {
    start: startMx,
    has: `${HOOK} identify poll edit remove markSeen typing fetchMedia link`,
    identity: () => [like(/^\d+$/), 'Shop bot', 'shop_test_bot', 'https://max.ru/shop_test_bot'],
    taken: 'conflict',
    unknownToken: 'Invalid access_token',
    person: { id: ann.id, name: 'Ann Field', locale: 'en' },
    conversation: like(/^\d+$/),
    receives: { picture: 'photo.jpg', file: 'The bill.pdf', place: 'coords', unknown: 'data' },
    sizes: 'file',
    code: { link: '?start=CODE', event: startedBy },
    tells: { edit, erase, block, allow: restart, start },
    blocked: 'recipient_blocked',
    proof: 'headers.x-max-bot-api-secret',
    drops: {
      'of a group': { 'message.recipient.chat_type': 'chat', 'message.recipient.chat_id': -7 },
      'of a bot': { 'message.sender.is_bot': true },
      'of nobody': { 'message.sender': null },
      'to another bot': { 'message.recipient.user_id': 1 },
      'of an unknown kind': { update_type: 'dialog_muted', chat_id: 7, user: { user_id: 5001 } },
      'about nobody': { update_type: 'bot_started', chat_id: 7 },
      'about nothing': { message: 'Hello' },
    },
    markup: '**bold** and *italic*',
    sends: { picture: 'image', webp: 'file', file: 'file' },
    codes: 'too.many.requests service.unavailable verify.token chat.denied chat.not.found - proto.payload',
  },
  cian: {
    start: startCian,
    has: 'register unregister markSeen profile',
    lacks: 'check',
    unknownToken: 'The token is not valid',
    person: { id: ann.id, name: 'Ann Field' },
    conversation: like(/^c\w+$/),
    page: like(/^https:\/\/www\.cian\.ru\/sale\/flat\/\d+\/$/),
    profile: { person: ann.id, name: 'Ann Field', page: like(/^https:\/\/www\.cian\.ru\/sale\/flat\/\d+\/$/) },
    receives: { unknown: 'poll' },
    tells: { typeElsewhere: typeInChat },
    drops: {
      'of reading': { 'chats.0.messages': undefined, 'chats.0.isRead': true },
      'without chats': { chats: null, users: 7 },
      'with odd chats': { chats: [null, 5, { messages: [null, {}] }] },
      'with odd messages': { 'chats.0.messages': 'none' },
    },
    sends: {},
    codes: 'tooManyRequests 502 unauthorized - chatNotFound - validationError',
  },
  ali: {
    start: startAli,
    has: 'begin poll pollEveryMs markSeen fetchMedia',
    unknownToken: 'The token is not valid',
    person: { id: ann.id, name: 'Ann Field' },
    receives: { picture: 'photo.jpg', unknown: 'order' },
    tells: { typeElsewhere },
    drops: {},
    sends: { picture: 'image' },
    codes: 'TOO_MANY_REQUESTS 503 UNAUTHORIZED - NOT_FOUND - INVALID_REQUEST',
  },
  apple: {
    start: startApple,
    has: 'typing stopTyping fetchMedia',
    unknownToken: 'The token is not valid',
    person: { id: ann.id, locale: 'en' },
    lacks: 'time',
    receives: { picture: 'cat.png', file: 'The bill.pdf', unknown: 'interactive' },
    sizes: 'picture file',
    tells: { block },
    blocked: 'recipient_unknown',
    proof: 'headers.authorization',
    drops: {
      'of another business': { 'headers.destination-id': 'another-business' },
      'of nobody': { 'headers.source-id': undefined, sourceId: undefined },
      'of typing': { type: 'typing_start' },
      'of the end of typing': { type: 'typing_end' },
      'of an unknown kind': { type: 'another' },
      'without an id': { 'headers.id': undefined, id: undefined },
    },
    sends: { picture: 'image', file: 'file' },
    codes: '429 500 403 - 404 - 400',
  },
  avito: {
    start: startAvito,
    has: `${HOOK} identify renew remove markSeen profile fetchMedia`,
    identity: () => [like(/^\d+$/), 'A shop', null, null],
    taken: 'registered',
    unknownToken: 'invalid access token',
    person,
    conversation: like(/^u2i-/),
    hasEventIds: true,
    lacks: 'captions',
    profile: { name: 'Ann Field', page: like(/^https:\/\/avito\.ru\/item\/\d+$/) },
    receives: { picture: 'photo.jpg', audio: 'voice.mp4', place: 'coords', unknown: 'call' },
    tells: { erase, typeElsewhere: typeInChat },
    drops: {
      'of another account': { 'payload.value.user_id': 1 },
      'of Avito itself': { 'payload.value.chat_type': 'a2u' },
      'of the system': { 'payload.value.type': 'system' },
      'of an unknown kind': { 'payload.type': 'chat_read' },
      'without a chat': { 'payload.value.chat_id': undefined },
      'without a message': { 'payload.value': 7 },
      'about nothing': { payload: undefined },
    },
    sends: { picture: 'image' },
    codes: '429 504 403 - 404 - 400',
  },
};

const DEEDS = {
  edit: (fake: FakeVendor, id: string) => fake.edit?.(ann, id, 'Good day'),
  erase: (fake: FakeVendor, id: string) => fake.erase?.(ann, id),
  receive: (fake: FakeVendor) => fake.receive?.(ann),
  read: (fake: FakeVendor) => fake.read?.(ann),
  fail: (fake: FakeVendor) => fake.fail?.(fake.sent[1]?.id ?? ''),
  block: (fake: FakeVendor) => fake.block?.(ann),
  allow: (fake: FakeVendor) => fake.allow?.(ann),
  start: async (fake: FakeVendor) => [await fake.start?.(ann, CODE), await fake.start?.(ann)],
  typeElsewhere: (fake: FakeVendor) => fake.typeElsewhere?.(ann, 'From the app'),
};
const deeds = Object.keys(DEEDS) as (keyof typeof DEEDS)[];

const FATES = [
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['window_closed', { kind: 'refused', reason: 'window_closed' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as const satisfies [Fate, object][];

const names = Object.keys(rows) as Name[];
const has = (name: Name, member: keyof Driver) => rows[name].has.split(' ').includes(member);
const having = (member: keyof Driver) => names.filter((name) => has(name, member));
const naming = (member: keyof Row) => names.filter((name) => rows[name][member] !== undefined);
/** Vendors that post JSON. */
const posted = names.filter((name) => !rows[name].isForm && !has(name, 'pollEveryMs'));
/** Every entry of one member of the rows. */
const entriesOf = <Key extends string, Value>(pick: (row: Row) => Partial<Record<Key, Value>>) =>
  names.flatMap((name) =>
    (Object.entries(pick(rows[name])) as [Key, Value][]).map((entry) => [name, ...entry] as const),
  );

const driverNamed = (name: Name) =>
  name === 'wa-cloud' || name === 'wa-twilio'
    ? driverOf({ provider: 'wa', is_twilio: name === 'wa-twilio' })
    : driverOf({ provider: name });
const connected = async (name: Name) => hostConnected(driverNamed(name), await rows[name].start());
const chat = async (name: Name) => hostChat(driverNamed(name), await rows[name].start());
const hello = { kind: 'text', text: 'Hello' } as const;

/** What one of `receives` is to us. */
function contentOf(name: Name, key: keyof typeof WRITTEN): object {
  const { receives, sizes = '', lacks } = rows[name];
  const written = WRITTEN[key];
  const shown = receives[key];
  if (shown === undefined || shown === 'coords') return written;
  if (!('file' in written)) return { unknown: shown };
  const size = sizes.split(' ').includes(key) ? written.file.bytes.length : undefined;
  const isImage = key === 'picture';
  const text = isImage && lacks !== 'captions' ? WRITTEN.picture.text : undefined;
  return { text, files: [{ ref: expect.any(String), isImage, name: shown, size }] };
}

const ALWAYS = 'hosts modes limits pace windowHours isIdempotent classify authenticate read send';

test.for(names)('%s: its row has what its driver and its fake have', async (name) => {
  const { has, lacks, tells, receives, sends, code, profile, taken } = rows[name];
  const [driver, fake] = [driverNamed(name), await rows[name].start()];
  fake.close();
  expect(Object.keys(driver).sort()).toEqual(`${ALWAYS} ${has}`.split(' ').sort());
  expect(deeds.filter((deed) => deed in fake)).toEqual(deeds.filter((deed) => deed in tells));
  const { modes, limits, pace, windowHours, pollEveryMs } = driver;
  expect('register' in driver && 'unregister' in driver).toBe(modes.includes('webhook'));
  expect('check' in driver || lacks === 'check').toBe(modes.includes('webhook'));
  expect('poll' in driver).toBe(modes.includes('polling'));
  expect(['check' in driver, 'profile' in driver, 'link' in driver]).toEqual([taken, profile, code].map(Boolean));
  expect('fetchMedia' in driver).toBe('picture' in receives);
  expect(['picture' in sends, 'file' in sends]).toEqual([limits.image > 0, limits.file > 0]);
  const positive = [limits.text, pace.perSecond, windowHours ?? 1, pollEveryMs ?? 1];
  expect([...positive, ...Object.values(limits), pace.chatMs].filter((limit) => !(limit >= 0))).toEqual([]);
  expect(positive).not.toContain(0);
});

test.for(names)('%s: who connects is named, and gets updates until they disconnect', async (name) => {
  const { state = {}, asks = 0 } = rows[name];
  const { driver, fake, access, hook, answers, identity, takeEvents } = await connected(name);
  const [id, called, username, link] = rows[name].identity?.(access) ?? [];
  expect(identity).toEqual(id && { account: { id, name: called, username }, link });
  if (identity?.link) expect(identity.link).toContain(identity.account.username?.replaceAll(/[+ -]/g, ''));
  expect(access.state).toEqual(state);
  expect(answers).toEqual(Array(asks).fill(200));
  expect(await takeEvents()).toEqual([]);
  await fake.write(ann, { text: 'Hello' });
  expect(await takeEvents()).toMatchObject([{ kind: 'message', content: { text: 'Hello' } }]);
  if (!has(name, 'register')) return;
  expect(fake.hookUrl).toBe(hook.url);
  if (has(name, 'check')) expect(await driver.check(access, hook)).toBe('registered');
  await driver.unregister(access, hook);
  expect(fake.hookUrl).toBeUndefined();
  if (has(name, 'check')) expect(await driver.check(access, hook)).toBe('missing');
});

test.for(having('check'))('%s: a lost hook is missing, one of others may be a conflict', async (name) => {
  const { driver, fake, access, hook } = await connected(name);
  const { taken } = rows[name];
  fake.takeHook?.();
  expect(await driver.check(access, hook)).toEqual(taken);
  fake.loseHook?.();
  expect(await driver.check(access, hook)).toBe('missing');
  fake.takeHook?.();
  if (taken === 'registered') expect(await driver.check(access, hook), 'beside that of others').toBe('missing');
});

test.for(names)('%s: a token that the vendor does not know is rejected, and not quoted', async (name) => {
  const { driver, fake, access, hook, send, customer } = await chat(name);
  const code = rows[name].codes.split(' ')[2];
  fake.revoke();
  const calls = [
    // The sender at Twilio is named by its link alone.
    has(name, 'identify') && name !== 'wa-twilio' && (() => driver.identify(access)),
    has(name, 'register') && (() => driver.register(access, hook, async () => {})),
    has(name, 'check') && (() => driver.check(access, hook)),
    has(name, 'poll') && (() => driver.poll(access, '1', 0)),
    () => send(hello, customer),
  ].filter((call) => call !== false);
  for (const call of calls) {
    const refusal = await refusalOf(call());
    expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code, detail: rows[name].unknownToken });
    expect(refusal?.message).not.toContain(access.token);
  }
});

const received = entriesOf(({ receives }) => ({ text: '', ...receives }));

test.for(received)('%s: a customer sends: %s', async ([name, key]) => {
  const { driver, access, fake, isPolled, takeEvents } = await connected(name);
  const { conversation = ann.id, messageId = (id) => id, person, page, hasEventIds, lacks, answer } = rows[name];
  const written = WRITTEN[key];
  const since = Math.floor(Date.now() / 1_000) * 1_000;
  const id = await fake.write(ann, written);
  const events = await takeEvents();
  const now = Date.now();
  expect(events).toEqual([
    {
      id: hasEventIds ? expect.any(String) : id,
      kind: 'message',
      conversation,
      messageId: messageId(id, access),
      person,
      content: contentOf(name, key),
      page,
      at: lacks === 'time' ? undefined : expect.toSatisfy((at) => at >= since && at <= now),
    },
  ]);
  expect(fake.pushes).toEqual(isPolled ? [] : [{ status: 200, body: answer ?? '{}' }]);
  const [event] = events;
  if (!('file' in written) || event?.kind !== 'message') return;
  const { url, headers, decode } = await driver.fetchMedia(access, event.content.files?.[0]?.ref ?? '');
  const bytes = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
  expect(decode ? decode(bytes) : bytes).toEqual(written.file.bytes);
  if (decode) expect(bytes, 'encrypted').not.toEqual(written.file.bytes);
  if (headers) expect((await fetch(url)).status, 'without the credential').toBe(401);
});

test.for(naming('code'))('%s: a link brings its code along', async (name) => {
  const { driver, fake, identity, takeEvents } = await connected(name);
  const { code, person, conversation = ann.id } = rows[name];
  if (!identity || !code) throw new Error('Only accounts that are named have links');
  expect(driver.link(identity, CODE)).toBe(`${identity.link}${code.link.replace('CODE', CODE)}`);
  const unnamed = { account: { id: '123', name: null, username: null }, link: null };
  expect(driver.link(unnamed, CODE)).toBe(code.bare?.replace('CODE', CODE));
  const id = await fake.write(ann, { code: CODE });
  expect(await takeEvents()).toMatchObject([{ code: CODE, person, conversation, ...code.event(id) }]);
});

test.for(names)('%s: what a customer does besides writing is an event with an id of its own', async (name) => {
  const { tells } = rows[name];
  const { fake, send, customer, message, writtenId, takeEvents } = await chat(name);
  const since = Date.now();
  const isReported = 'receive' in tells || 'read' in tells;
  const sent = isReported ? [await send(hello, customer, 1), await send(hello, customer, 2)] : [];
  const done = deeds.filter((deed) => deed in tells);
  for (const deed of done) await DEEDS[deed](fake, writtenId);
  const { conversation, messageId } = message;
  const expected = done.flatMap((deed) => tells[deed]?.({ conversation, messageId, sent, since }));
  const events = await takeEvents();
  expect(events).toMatchObject(expected.map((event) => ({ conversation, ...event })));
  expect(new Set([message, ...events].map(({ id }) => id)).size).toBe(events.length + 1);
  const starts = events.filter(({ kind }) => kind === 'started');
  expect(starts.filter((event) => 'code' in event)).toHaveLength('start' in tells ? 1 : 0);
});

test.for(names)('%s: an update that is repeated has the same id', async (name) => {
  const { fake, takeEvents } = await connected(name);
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  const events = await takeEvents();
  expect(events).toHaveLength(2);
  expect(events[1]).toEqual(events[0]);
});

test.for(naming('proof'))('%s: a forged update is refused', async (name) => {
  const { proof = '', sign } = rows[name];
  const { update, take, takeEvents } = await chat(name);
  const genuine: string = proof.split('.').reduce((member, key) => member[key], readRequest(update));
  const similar = genuine.slice(0, -1) + (genuine.endsWith('0') ? '1' : '0');
  const forged = [undefined, '', 'guess', similar].map((value) => changeRequest(update, { [proof]: value }));
  if (sign) forged.push({ ...update, body: Buffer.from(update.body.toString().replace('Hello', 'Hullo')) });
  expect(forged.map((request) => take(request).status)).toEqual(forged.map(() => 401));
  expect(await takeEvents()).toEqual([]);
});

test.for(posted.filter((name) => !rows[name].proof))('%s: nothing but the address guards the hook', async (name) => {
  const { update, take } = await chat(name);
  expect(take({ ...update, headers: {} }).status).toBe(200);
});

/** As the vendor sends it. */
function signed(name: Name, request: HookRequest, hosted: Signing): HookRequest {
  const { proof = '', sign } = rows[name];
  const value = sign?.(request.body.toString(), hosted);
  return { ...request, headers: { ...request.headers, ...(value && { [proof.replace('headers.', '')]: value }) } };
}

test.for(posted)('%s: an update that is no JSON object is malformed', async (name) => {
  const { update, take, takeEvents, access, hook } = await chat(name);
  const texts = ['no JSON', '', '5', '[]', '{"half":'];
  const answers = texts.map((text) => take(signed(name, { ...update, body: Buffer.from(text) }, { access, hook })));
  expect(answers).toEqual(texts.map(() => ({ status: 400 })));
  expect(await takeEvents()).toEqual([]);
});

test.for(posted)('%s: an update without anything is acknowledged and dropped', async (name) => {
  const { update, take, takeEvents, access, hook } = await chat(name);
  const body = Buffer.from(JSON.stringify(rows[name].proof === 'secret' ? { secret: hook.secret } : {}));
  expect(take(signed(name, { ...update, body }, { access, hook })).status).toBe(200);
  expect(await takeEvents()).toEqual([]);
});

test.for(entriesOf(({ drops }) => drops))('%s: an update %s is acknowledged and dropped', async ([name, , changes]) => {
  const { update, take, takeEvents, access, hook } = await chat(name);
  expect(take(signed(name, changeRequest(update, changes), { access, hook })).status).toBe(200);
  expect(await takeEvents()).toEqual([]);
});

test.for(having('poll'))('%s: a poll goes on where the last one ended', async (name) => {
  const { driver, fake, access } = await hostDriver(driverNamed(name), await rows[name].start());
  await fake.write(ann, { text: 'Before' });
  const begin = has(name, 'begin') ? await driver.begin(access) : undefined;
  const unread = await driver.poll(access, null, begin === undefined ? 0 : 25);
  expect(textsOf(unread.events)).toEqual(begin === undefined ? ['Before'] : []);
  const id = await fake.write(ann, { text: 'One' });
  await fake.edit?.(ann, id, 'Two');
  const first = await driver.poll(access, begin ?? unread.position, 0);
  expect(textsOf(first.events)).toEqual(fake.edit ? ['One', 'Two'] : ['One']);
  expect(await driver.poll(access, first.position, 0)).toEqual({ events: [], position: first.position });
  if (has(name, 'pollEveryMs')) return;
  const { path } = fake.calls.at(-1) ?? {};
  const polls = () => fake.calls.filter((call) => call.path === path).length;
  const before = polls();
  const waiting = driver.poll(access, first.position, 10);
  await vi.waitFor(() => expect(polls()).toBe(before + 1), { timeout: 10_000 });
  await fake.write(ann, { text: 'Three' });
  expect(textsOf((await waiting).events)).toEqual(['Three']);
});

const textsOf = (events: VendorEvent[]) =>
  events.map((event) => (event.kind === 'message' ? event.content.text : event.kind === 'edited' && event.text));

test.for(names)('%s: text arrives with its markup, and up to the limit', async (name) => {
  const { driver, access, fake, send, customer } = await chat(name);
  const { markup = 'bold and italic', messageId = (id) => id } = rows[name];
  const long = 'x'.repeat(driver.limits.text);
  const ids = [
    await send({ kind: 'text', text: 'bold and italic', markdown: '**bold** and *italic*' }, customer, 1),
    await send({ kind: 'text', text: 'plain' }, customer, 2),
    await send({ kind: 'text', text: long }, customer, 3),
  ];
  const sent = { kind: 'text', person: ann.id, conversation: customer.conversation };
  expect(fake.sent).toMatchObject([markup, 'plain', long].map((text) => ({ ...sent, text })));
  expect(ids).toEqual(fake.sent.map(({ id }) => messageId(id, access)));
});

test.for(entriesOf(({ sends }) => sends))('%s: a file of ours arrives: %s', async ([name, key, kind]) => {
  const { driver, access, fake, offer, send, customer } = await chat(name);
  const { messageId = (id) => id } = rows[name];
  const file = offer(FILES[key]);
  const { caption, fileCaption = caption } = driver.limits;
  const text = (kind === 'image' ? caption : fileCaption) > 0 ? 'Look' : undefined;
  const ids = [
    await send({ kind: 'file', file }, customer, 1),
    await send({ kind: 'file', file, caption: text }, customer, 2),
  ];
  const sent = { kind, person: ann.id, conversation: customer.conversation, file: FILES[key] };
  expect(fake.sent).toMatchObject([sent, { ...sent, ...(text && { text }) }]);
  expect(ids).toEqual(fake.sent.map(({ id }) => messageId(id, access)));
});

test.for(having('hasLocation'))('%s: a location arrives', async (name) => {
  const { fake, send, customer } = await chat(name);
  await send({ kind: 'location', ...PLACE.coords }, customer);
  expect(fake.sent).toMatchObject([{ kind: 'location', person: ann.id, ...PLACE }]);
});

test.for(having('hasKeyboard'))('%s: the buttons of a keyboard arrive', async (name) => {
  const { fake, send, customer } = await chat(name);
  const buttons = [{ label: 'Shop', url: 'https://shop.example' }];
  await send({ ...hello, markdown: 'Hello', buttons }, customer);
  expect(fake.sent).toMatchObject([{ text: 'Hello', buttons }]);
});

test.for(names)('%s: a part that is sent again arrives once if the driver says so', async (name) => {
  const { driver, fake, send, customer } = await chat(name);
  const [first, again] = [await send(hello, customer, 2 ** 31 - 1), await send(hello, customer, 2 ** 31 - 1)];
  expect(again === first).toBe(driver.isIdempotent);
  expect(await send(hello, customer, 3)).not.toBe(again);
  expect(fake.sent).toHaveLength(driver.isIdempotent ? 2 : 3);
});

test.for(having('remove'))('%s: what we sent can be changed as far as the vendor lets us', async (name) => {
  const { driver, access, fake, send, customer, target } = await chat(name);
  const message = { ...target, id: await send(hello, customer, 1) };
  await send(hello, customer, 2);
  if (has(name, 'edit')) await driver.edit(access, message, 'Good day');
  expect(fake.sent).toMatchObject([has(name, 'edit') ? { text: 'Good day', isEdited: true } : hello, hello]);
  await driver.remove(access, message);
  expect(fake.sent.map(({ isRemoved = false }) => isRemoved)).toEqual([true, false]);
});

test.for(names)('%s: reading, typing and the profile of a customer are one accepted call each', async (name) => {
  const { driver, access, fake, writtenId, target } = await chat(name);
  fake.calls.length = 0;
  if (has(name, 'markSeen')) await driver.markSeen(access, { ...target, id: writtenId });
  if (has(name, 'typing')) await driver.typing(access, { ...target, lastMessage: writtenId });
  if (has(name, 'stopTyping')) await driver.stopTyping(access, target);
  expect(has(name, 'profile') ? await driver.profile(access, target) : undefined).toEqual(rows[name].profile);
  const members = ['markSeen', 'typing', 'stopTyping', 'profile'] as const;
  expect(fake.calls).toHaveLength(members.filter((member) => has(name, member)).length);
});

const answers = names.flatMap((name) =>
  rows[name].codes.split(' ').flatMap((code, at) => {
    const [fate, verdict] = FATES[at] ?? [];
    return fate && code !== '-' ? [[name, fate, code, verdict] as const] : [];
  }),
);

test.for(answers)('%s: the answer %s is classified', async ([name, fate, code, verdict]) => {
  const { fake, send, customer } = await chat(name);
  fake.behave({ fate, seconds: 7 });
  const refusal = await refusalOf(send(hello, customer));
  expect(refusal?.verdict).toEqual((fate === 'limited' && rows[name].wait) || verdict);
  expect(refusal?.code).toBe(code);
});

test.for(names)('%s: a page of something in between is judged by its status', (name) => {
  const { classify } = driverNamed(name);
  const verdictOf = (status: number) =>
    classify({ status, headers: {}, body: Buffer.from('<html>'), json: undefined }).verdict;
  expect(verdictOf(502)).toEqual({ kind: 'retry' });
  expect(verdictOf(408)).toEqual({ kind: 'retry' });
  expect(verdictOf(429)).toMatchObject({ kind: 'rate' });
  expect(verdictOf(413)).toEqual({ kind: 'refused', reason: 'too_large' });
  expect(verdictOf(418)).toEqual({ kind: 'refused', reason: 'content_rejected' });
});

test.for(names)('%s: a vendor that does not answer, or that is away, is tried again', async (name) => {
  const { access, fake, send, customer } = await chat(name);
  const { call } = access;
  access.call = (request) => call({ ...request, timeoutMs: 100 });
  const unanswered = { verdict: { kind: 'retry' }, status: null };
  fake.behave({ fate: 'hung' });
  expect(await refusalOf(send(hello, customer))).toMatchObject(unanswered);
  fake.close();
  expect(await refusalOf(send(hello, customer))).toMatchObject(unanswered);
});

test.for(naming('blocked'))('%s: somebody who has blocked us is not written to', async (name) => {
  const { fake, send, customer } = await chat(name);
  await fake.block?.(ann);
  const refusal = await refusalOf(send(hello, customer));
  const [, , code, verdict] = answers.find(([vendor, fate]) => vendor === name && fate === rows[name].blocked) ?? [];
  expect(refusal).toMatchObject({ verdict, code, detail: expect.any(String) });
});
