import { expect, test } from 'vitest';
import { ann } from '../../../../../test/messengers/driver-host.ts';
import type { Receiver } from '../driver.ts';
import { vk } from '../vk.ts';

const peer = { from_id: Number(ann.id), peer_id: Number(ann.id) };
const receiver: Receiver = {
  hook: { url: 'https://here.example/hook', secret: 'secret' },
  token: 'token',
  sid: null,
  appSecret: null,
  account: { id: '100', name: 'Shop', username: 'shop' },
  state: { code: 'c0de' },
};

function read(body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method: 'POST' as const, query: new URLSearchParams(), headers: {}, body: Buffer.from(text) };
  return { isAuthentic: vk.authenticate(request, receiver), reading: vk.read(request, receiver) };
}

function eventsOf(update: object) {
  const { reading } = read({ group_id: 100, event_id: 'e1', ...update });
  return typeof reading === 'object' ? reading.events : reading;
}

const contentOf = (message: object) =>
  eventsOf({ type: 'message_new', object: { message: { id: 7, date: 1_700_000_000, ...peer, ...message } } });

const url = 'https://cdn.example/1';
test.for([
  [
    'photo',
    {
      sizes: [
        { url, width: 9 },
        { url: 'https://cdn.example/2', width: 99 },
      ],
    },
    { files: [{ isImage: true, ref: 'https://cdn.example/2', name: 'photo.jpg' }] },
  ],
  ['sticker', { images: [{ url, width: 64 }] }, { files: [{ isImage: true, ref: url, name: 'sticker.png' }] }],
  ['graffiti', { url }, { files: [{ isImage: true, ref: url, name: 'graffiti.png' }] }],
  [
    'doc',
    { url, title: 'Bill', ext: 'pdf', size: 5 },
    { files: [{ isImage: false, ref: url, name: 'Bill.pdf', size: 5 }] },
  ],
  ['doc', { url, title: 'Bill.PDF', ext: 'pdf' }, { files: [{ isImage: false, ref: url, name: 'Bill.PDF' }] }],
  ['audio_message', { link_mp3: url }, { files: [{ isImage: false, ref: url, name: 'voice.mp3' }] }],
  ['video', { owner_id: -5, id: 6 }, { text: 'https://vk.com/video-5_6' }],
  ['link', { url }, { text: url }],
  ['sticker', { product_id: 1 }, { unknown: 'sticker' }],
  ['wall', { id: 1 }, { unknown: 'wall' }],
] as [string, object, object][])('an attached %s is shown', ([type, value, content]) => {
  expect(contentOf({ text: '', attachments: [{ type, [type]: value }] })).toMatchObject([{ content }]);
});

test('all attachments of a message are kept, and what cannot be shown is named beside them', () => {
  const attachments = [
    { type: 'photo', photo: { sizes: [{ url, width: 1 }] } },
    { type: 'doc', doc: { url, title: 'a.txt' } },
    { type: 'link', link: { url: 'https://shop.example' } },
    { type: 'poll', poll: {} },
  ];
  const content = { text: 'See https://shop.example\n[poll]', files: [{ name: 'photo.jpg' }, { name: 'a.txt' }] };
  expect(contentOf({ text: 'See https://shop.example', attachments })).toMatchObject([{ content }]);
  expect(contentOf({ fwd_messages: [{ text: 'Hi' }] })).toMatchObject([{ content: { unknown: 'fwd_messages' } }]);
});

test('the code is told to whom confirms our community', () => {
  const confirmation = { type: 'confirmation', group_id: 100, secret: 'secret' };
  expect(read(confirmation)).toMatchObject({ isAuthentic: true, reading: { answer: { body: 'c0de' } } });
  expect(read({ ...confirmation, secret: undefined }).isAuthentic).toBe(true);
  expect(read({ ...confirmation, group_id: 101 }).reading).toMatchObject({ answer: { body: 'ok' } });
});

const hello = { id: 7, text: 'Hello' };
test.for([
  ['another community', { group_id: 101, type: 'message_new', object: { message: { ...hello, ...peer } } }],
  ['a group chat', { type: 'message_new', object: { message: { ...hello, from_id: 5, peer_id: 2_000_000_001 } } }],
  [
    'what we write in a group chat',
    { type: 'message_reply', object: { ...hello, peer_id: 2_000_000_001, admin_author_id: 7 } },
  ],
  [
    'an echo',
    { type: 'message_reply', object: { ...hello, from_id: -100, peer_id: 5, random_id: 3, admin_author_id: 0 } },
  ],
  ['an echo of an edit', { type: 'message_edit', object: { ...hello, from_id: -100, peer_id: 5 } }],
  ['our own reading', { type: 'message_read', object: { from_id: -100, peer_id: 5, read_message_id: 7 } }],
  ['an unknown kind', { type: 'wall_post_new', object: { id: 7 } }],
  ['a name of every object', { type: 'constructor', object: { id: 7 } }],
] as [string, object][])('%s is no event', ([, update]) => {
  expect(eventsOf(update)).toEqual([]);
});

test('odd JSON is never an error', () => {
  const types = [
    'message_new',
    'message_reply',
    'message_edit',
    'message_read',
    'message_allow',
    'message_deny',
    7,
    null,
  ];
  const odd = [
    null,
    7,
    'x',
    [],
    {},
    { message: null },
    { ...peer, id: 7, attachments: [null, 1, {}, { type: 'photo' }] },
  ];
  const objects = [
    ...odd,
    { ...peer, id: 7, attachments: {}, geo: 1, text: 5, date: 'x', ref: {}, admin_author_id: 1 },
  ];
  for (const type of types) {
    for (const object of objects) expect(eventsOf({ type, object })).toBeInstanceOf(Array);
  }
});
