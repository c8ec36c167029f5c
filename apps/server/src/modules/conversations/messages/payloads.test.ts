import { api, messageTypes, stickers } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { files, messages } = api;

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01', 'latin1');
const GIF = Buffer.from('GIF89a\x01\0\x01\0\0\0\0,', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01', 'latin1');
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8X\n\0\0\0', 'latin1');

/** A chat whose owner sends messages. */
async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const { chatId } = await addAnsweredVisitor(app, ann);
  const params = { id: chatId };
  const count = async () => (await ann.call(messages.list, { params })).data.data.length;
  return {
    app,
    ann,
    send: (body: object) => ann.call(messages.send, { params, body }),
    upload: async (name: string, bytes: string | Buffer, whose: Owner = ann) => addFile(app, whose, { name, bytes }),
    /** The refused fields; checks that nothing is stored. */
    refused: async (body: object) => {
      const before = await count();
      const { status, problem } = await ann.call(messages.send, { params, body });
      expect({ body, status, stored: (await count()) - before }).toEqual({ body, status: 422, stored: 0 });
      return Object.keys(problem.errors ?? {});
    },
  };
}

async function addFile(app: TestApp, owner: Owner, { name, bytes }: { name: string; bytes: string | Buffer }) {
  const call = await withToken(app, owner);
  return (await call(files.create, { body: new Form(name, bytes) })).data;
}

const NOTHING = { body: null, markdown: null, file: null, coords: null, sticker: null, keyboard: null };

test('each message type is read with its own payload only', async () => {
  const { send, upload } = await startChat();
  const text = await upload('price list.txt', 'hello');
  const picture = await upload('cat.png', PNG);
  const { url: _url, created_at: _at, ...file } = text;
  const { url: _pictureUrl, created_at: _pictureAt, ...image } = picture;
  const buttons = [{ label: 'Site', url: 'https://example.com/', style: 'secondary' }];
  for (const [sent, read] of [
    [{ type: 'text', body: 'hi' }, {}],
    [
      { type: 'file', file: { id: text.id } },
      { file, url: text.url, name: 'price list.txt' },
    ],
    [
      { type: 'image', file: { id: picture.id } },
      { file: image, url: picture.url, name: 'cat.png' },
    ],
    [{ type: 'location', coords: { lat: 55.75, lng: 37.62 } }, {}],
    [{ type: 'sticker', sticker: { id: 'thanks' } }, {}],
    [{ type: 'keyboard', body: 'where to?', keyboard: { buttons } }, {}],
  ] as const) {
    const { status, data } = await send(sent);
    expect(status).toBe(202);
    expect(data).toMatchObject({ ...NOTHING, url: null, name: null, ...sent, ...read });
  }
});

test('a payload of another type, and a missing payload, is 422 and named', async () => {
  const { refused, upload } = await startChat();
  const payloads = {
    file: { id: (await upload('cat.png', PNG)).id },
    coords: { lat: 1, lng: 1 },
    sticker: { id: 'ok' },
    keyboard: { buttons: [{ label: 'Site', url: 'https://example.com/' }] },
  };
  const own: Record<string, string | undefined> = {
    image: 'file',
    file: 'file',
    location: 'coords',
    sticker: 'sticker',
    keyboard: 'keyboard',
  };
  for (const type of messageTypes) {
    const others = Object.keys(payloads).filter((name) => name !== own[type]);
    expect(await refused({ type, body: 'hi', ...payloads })).toEqual(others);
    if (own[type]) expect(await refused({ type, body: 'hi' })).toEqual([own[type]]);
  }
  expect(await refused({ type: 'video', body: 'hi' })).toEqual(['type']);
  expect(await refused({ body: 'hi' })).toEqual(['type']);
  expect(await refused({ type: 'text', body: 'hi', sender: 'client' })).toEqual(['sender']);
});

test('text and keyboard messages require a body; for other types it is a caption', async () => {
  const { send, refused } = await startChat();
  const keyboard = { buttons: [{ label: 'Site', url: 'https://example.com/' }] };
  for (const content of [{ type: 'text' }, { type: 'keyboard', keyboard }]) {
    for (const body of [undefined, '', null, 7]) expect(await refused({ ...content, body })).toEqual(['body']);
  }
  const captioned = { type: 'sticker', sticker: { id: 'party' }, body: 'hooray' };
  expect(await send(captioned)).toMatchObject({ status: 202, data: captioned });
});

test('body and markdown have up to 65,536 characters, counted as code points', async () => {
  const { send, refused } = await startChat();
  const longest = '😀'.repeat(65_536);
  expect(await send({ type: 'text', body: longest })).toMatchObject({ status: 202, data: { body: longest } });
  expect(await refused({ type: 'text', body: `${longest}x` })).toEqual(['body']);
  expect(await send({ type: 'text', body: 'hi', markdown: longest })).toMatchObject({
    status: 202,
    data: { markdown: longest },
  });
  expect(await refused({ type: 'text', body: 'hi', markdown: `${longest}x` })).toEqual(['markdown']);
});

test('body and markdown are stored unchanged, including HTML', async () => {
  const { send } = await startChat();
  const texts = {
    body: ' <b>hi</b>\r\n\ttwo & three &amp; ',
    markdown: '# <script>alert(1)</script>\n[x](javascript:1)',
  };
  expect(await send({ type: 'text', ...texts })).toMatchObject({ status: 202, data: texts });
});

test('an image is recognised by its bytes, whatever its name', async () => {
  const { send, refused, upload } = await startChat();
  for (const [name, bytes, type] of [
    ['a.txt', PNG, 'image/png'],
    ['b.gif', GIF, 'image/gif'],
    ['c.jpg', JPEG, 'image/jpeg'],
    ['d.webp', WEBP, 'image/webp'],
  ] as const) {
    const { id } = await upload(name, bytes);
    expect(await send({ type: 'image', file: { id } })).toMatchObject({ status: 202, data: { file: { type } } });
  }
  for (const [name, bytes] of [
    ['cat.png', 'not a picture'],
    ['cat.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['cat.jpg', '%PDF-1.7'],
  ] as const) {
    const { id } = await upload(name, bytes);
    expect(await refused({ type: 'image', file: { id } })).toEqual(['file.id']);
    expect((await send({ type: 'file', file: { id } })).status).toBe(202);
  }
});

test('a file of another widget, and one that does not exist, is 422 and the field is named', async () => {
  const { app, refused, upload } = await startChat();
  const foreign = await upload('theirs.txt', 'hello', await app.owner());
  for (const id of [foreign.id, 987_654]) expect(await refused({ type: 'file', file: { id } })).toEqual(['file.id']);
  for (const id of [0, 1.5, '1', 2 ** 53]) expect(await refused({ type: 'file', file: { id } })).toEqual(['file.id']);
  expect(await refused({ type: 'file', file: {} })).toEqual(['file.id']);
  expect(await refused({ type: 'file', file: { id: 1, name: 'mine.txt' } })).toEqual(['file.name']);
});

test('coordinates are within range', async () => {
  const { send, refused } = await startChat();
  for (const coords of [
    { lat: 90, lng: 180 },
    { lat: -90, lng: -180 },
    { lat: 0, lng: 0 },
  ]) {
    expect(await send({ type: 'location', coords })).toMatchObject({ status: 202, data: { coords } });
  }
  for (const [coords, field] of [
    [{ lat: 90.000_001, lng: 0 }, 'coords.lat'],
    [{ lat: -91, lng: 0 }, 'coords.lat'],
    [{ lat: 0, lng: 180.000_001 }, 'coords.lng'],
    [{ lat: 0, lng: -181 }, 'coords.lng'],
    [{ lat: '1', lng: 0 }, 'coords.lat'],
    [{ lat: 1 }, 'coords.lng'],
    [{ lat: 1, lng: 1, alt: 1 }, 'coords.alt'],
  ] as const) {
    expect(await refused({ type: 'location', coords })).toEqual([field]);
  }
});

test('a sticker is from the fixed set', async () => {
  const { send, refused } = await startChat();
  for (const id of stickers) {
    expect(await send({ type: 'sticker', sticker: { id } })).toMatchObject({ status: 202, data: { sticker: { id } } });
  }
  for (const id of ['angry', '', 'OK', 1, null]) {
    expect(await refused({ type: 'sticker', sticker: { id } })).toEqual(['sticker.id']);
  }
  expect(await refused({ type: 'sticker', sticker: {} })).toEqual(['sticker.id']);
});
