import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { startAli } from './ali.ts';
import { startApple } from './apple.ts';
import { startAvito } from './avito.ts';
import { startCian } from './cian.ts';
import { ann } from './driver-host.ts';
import { CODE, type Name, type Row, type Told } from './driver-row.ts';
import { startFb } from './fb.ts';
import { signatureOf } from './meta.ts';
import { startMx } from './mx.ts';
import { startOk } from './ok.ts';
import { startTg } from './tg.ts';
import { startVb } from './vb.ts';
import { startVk } from './vk.ts';
import { startWaCloud } from './wa-cloud.ts';
import { startWaTwilio } from './wa-twilio.ts';

const like = (pattern: RegExp) => expect.stringMatching(pattern);

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

export const rows: Record<Name, Row> = {
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
    has: `${HOOK} identify sendTemplate markSeen typing fetchMedia link hasLocation`,
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
    has: `${HOOK} identify sendTemplate fetchMedia link`,
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
