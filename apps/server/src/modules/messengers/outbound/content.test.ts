import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { startCian } from '../../../../test/messengers/cian.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { begin, breakAfterFirst, shareServer, skip } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { PNG } from '../../../../test/pictures.ts';

const server = shareServer();

type Chat = Awaited<ReturnType<typeof begin<FakeVendor>>>;

async function upload({ owner }: Chat, name: string, bytes: string | Uint8Array) {
  return (await owner.call(api.files.create, { body: new Form(name, bytes) })).data.id;
}

const sentences = (length: number) =>
  'A line of words. '
    .repeat(Math.ceil(length / 17))
    .slice(0, length)
    .trim();

test('a long text is sent in parts, and a retry repeats none of them', async () => {
  const chat = await begin(server(), startVk());
  const { app, fake, say, fate, failed, texts } = chat;
  const text = sentences(9_000);
  const mend = breakAfterFirst(fake, 'broken');
  const message = await say(text);
  await failed(message, 1);
  expect(texts()).toHaveLength(1);
  mend();
  await skip(app, 10);
  await fate(message, 'sent');
  expect(texts()).toHaveLength(3);
  expect(texts().join(' ').replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
});

test('a text is sent as it was written', async () => {
  const { say, fate, texts } = await begin(server(), startVk());
  const body = 'Pay to 4111 1111 1111 1111 <b>or</b> call +15550100, mail ann@example.com *now*  ';
  await fate(await say(body), 'sent');
  expect(texts()).toEqual([body]);
});

test('formatting becomes that of the vendor, and is left out if it is refused', async () => {
  const { app, fake, say, fate, texts } = await begin(server(), startTg());
  await fate(await say('hi you', { markdown: 'hi **you**' }), 'sent');
  await skip(app, 1);
  await fate(await say('unparsable you', { markdown: 'unparsable **you**' }), 'sent');
  expect(texts()).toEqual(['hi <b>you</b>', 'unparsable you']);
  expect(fake.calls.filter(({ path }) => path.endsWith('/sendMessage'))).toHaveLength(3);
});

const keyboard = {
  buttons: [
    { label: 'Shop', url: 'https://example.com/shop' },
    { label: 'Help', url: 'https://example.com/help' },
  ],
};

test('Telegram shows each button of a keyboard in a row of its own', async () => {
  const { fake, send, fate } = await begin(server(), startTg());
  await fate(await send({ type: 'keyboard', body: 'Where to?', keyboard }), 'sent');
  expect(fake.sent).toMatchObject([{ text: 'Where to?', buttons: keyboard.buttons }]);
  const { json } = fake.calls.findLast(({ path }) => path.endsWith('/sendMessage')) ?? {};
  expect(json.reply_markup.inline_keyboard).toEqual(keyboard.buttons.map(({ label, url }) => [{ text: label, url }]));
});

test('elsewhere a keyboard is a text with a line for each button', async () => {
  const { fake, send, fate, texts } = await begin(server(), startVk());
  await fate(await send({ type: 'keyboard', body: 'Where to?', keyboard }), 'sent');
  expect(texts()).toEqual(['Where to?\nShop: https://example.com/shop\nHelp: https://example.com/help']);
  expect(fake.sent[0]?.buttons).toBeUndefined();
});

test('files and pictures are sent as bytes with their captions', async () => {
  const chat = await begin(server(), startTg());
  const { app, fake, send, fate } = chat;
  const [file, picture] = [await upload(chat, 'bill.pdf', '%PDF-1.4 a bill'), await upload(chat, 'dot.png', PNG)];
  await fate(await send({ type: 'file', file: { id: file }, body: 'Your bill' }), 'sent');
  await skip(app, 1);
  await fate(await send({ type: 'image', file: { id: picture } }), 'sent');
  expect(fake.sent).toMatchObject([
    { kind: 'file', text: 'Your bill', file: { name: 'bill.pdf', bytes: Buffer.from('%PDF-1.4 a bill') } },
    { kind: 'image', file: { name: 'dot.png', bytes: Buffer.from(PNG) } },
  ]);
});

test('a caption that is too long for the vendor follows as a text', async () => {
  const chat = await begin(server(), startTg());
  const { fake, send, fate } = chat;
  const body = sentences(2_000);
  await fate(await send({ type: 'file', file: { id: await upload(chat, 'a.txt', 'a') }, body }), 'sent');
  expect(fake.sent).toMatchObject([{ kind: 'file' }, { kind: 'text', text: body }]);
  expect(fake.sent[0]?.text).toBeUndefined();
});

test('a file that is too large for the vendor fails without a call', async () => {
  const chat = await begin(server(), startTg());
  const { app, fake, send, fate } = chat;
  const id = await upload(chat, 'film.txt', 'a');
  await app.sql(`UPDATE files SET size = ${51 * 1_048_576} WHERE id = ${id} AND widget_id = ${chat.owner.widgetId}`);
  const { delivery } = await fate(await send({ type: 'file', file: { id } }), 'failed');
  expect(delivery).toMatchObject({ reason: 'too_large', code: null });
  expect(fake.sent).toEqual([]);
});

test('a file that is no longer stored fails', async () => {
  const chat = await begin(server(), startTg());
  const { app, fake, send, fate } = chat;
  const id = await upload(chat, 'lost.txt', 'a');
  await app.sql(`UPDATE files SET key = key || '-lost' WHERE id = ${id} AND widget_id = ${chat.owner.widgetId}`);
  const { delivery } = await fate(await send({ type: 'file', file: { id } }), 'failed');
  expect(delivery).toMatchObject({ reason: 'content_rejected', detail: 'The file no longer exists.' });
  expect(fake.sent).toEqual([]);
});

test('a vendor that takes no files gets a link to the file', async () => {
  const chat = await begin(server(), startCian());
  const { send, fate, texts } = chat;
  const id = await upload(chat, 'bill.pdf', '%PDF-1.4 a bill');
  await fate(await send({ type: 'file', file: { id }, body: 'Your bill' }), 'sent');
  const [text = ''] = texts();
  expect(text).toMatch(/^Your bill\nbill\.pdf: http\S+$/);
  const link = await fetch(text.split('bill.pdf: ')[1] ?? '');
  expect(Buffer.from(await link.arrayBuffer()).toString()).toBe('%PDF-1.4 a bill');
});

test.for([
  ['tg', startTg],
  ['wa', startWaCloud],
] as const)('a location is a place on the map in %s', async ([, start]) => {
  const { fake, send, fate } = await begin(server(), start());
  await fate(await send({ type: 'location', coords: { lat: 55.75, lng: 37.61 } }), 'sent');
  expect(fake.sent).toMatchObject([{ kind: 'location', coords: { lat: 55.75, lng: 37.61 } }]);
});

test('elsewhere a location is its coordinates', async () => {
  const { send, fate, texts } = await begin(server(), startVk());
  await fate(await send({ type: 'location', coords: { lat: 55.75, lng: 37.61 }, body: 'Here' }), 'sent');
  expect(texts()).toEqual(['55.75, 37.61\nHere']);
});

test('a sticker is an emoji', async () => {
  const { send, fate, texts } = await begin(server(), startVk());
  await fate(await send({ type: 'sticker', sticker: { id: 'party' } }), 'sent');
  expect(texts()).toEqual(['🎉']);
});
