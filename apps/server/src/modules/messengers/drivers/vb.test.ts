import { expect, test } from 'vitest';
import { ann, hostConnected, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { startVb } from '../../../../test/messengers/vb.ts';
import { hmacHex } from './requests.ts';
import { vb } from './vb.ts';

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
const bill = { name: 'bill.pdf', type: 'application/pdf', bytes: Buffer.from('a bill') };
const hello = { kind: 'text', text: 'Hello' } as const;

const connected = async () => hostConnected(vb, await startVb());

test('an address that does not answer Viber is refused', async () => {
  const { driver, access, hook } = await hostDriver(vb, await startVb());
  const register = driver.register(access, { ...hook, url: 'http://127.0.0.1:9/hook' }, async () => {});
  expect(await refusalOf(register)).toMatchObject({ code: '1', detail: 'invalidUrl' });
});

test.for([
  [{ type: 'url', media: 'https://shop.example' }, { text: 'https://shop.example' }],
  [
    { type: 'url', text: 'See https://shop.example', media: 'https://shop.example' },
    { text: 'See https://shop.example' },
  ],
  [{ type: 'contact', contact: { name: 'Bob', phone_number: '+15550101' } }, { text: 'Bob, +15550101' }],
  [
    { type: 'sticker', sticker_id: 40123, media: 'https://cdn.example/40123.png' },
    { files: [{ ref: 'https://cdn.example/40123.png', isImage: true, name: 'sticker.png' }] },
  ],
  [{ type: 'sticker', sticker_id: 40123 }, { unknown: 'sticker' }],
  [
    { type: 'video', media: 'https://cdn.example/v', size: 5 },
    { files: [{ ref: 'https://cdn.example/v', isImage: false, name: 'video.mp4', size: 5 }] },
  ],
  [{ type: 'location', location: 'here' }, { unknown: 'location' }],
  [null, { unknown: 'message' }],
])('the message %j is shown as %j', async ([message, content]) => {
  const { access, hook, events } = await connected();
  const body = JSON.stringify({ event: 'message', message_token: 1, sender: { id: ann.id }, message });
  const headers = { 'x-viber-content-signature': hmacHex('sha256', access.token, body) };
  await fetch(hook.url, { method: 'POST', headers, body });
  expect(events.map((event) => event.kind === 'message' && event.content)).toEqual([content]);
});

test('receipts name messages by all digits of their tokens', async () => {
  const { send, fake, events } = await connected();
  const [first, second] = [await send(hello, ann), await send(hello, ann)];
  expect(Number(first)).toBe(Number(second));
  await fake.receive?.(ann);
  await fake.read?.(ann);
  await fake.fail?.(second);
  const ids = [`${first}:delivered`, `${second}:delivered`, `${first}:seen`, `${second}:seen`, `${second}:failed`];
  expect(events.map(({ id }) => id)).toEqual(ids);
});

test('messages are sent in the name of the account, and with what Viber wants to know of files', async () => {
  const { send, fake, offer } = await connected();
  const cat = offer(picture);
  await send(hello, ann);
  await send({ kind: 'file', file: cat }, ann);
  await send({ kind: 'file', file: offer(bill) }, ann);
  const [text, image, pdf] = fake.calls.filter(({ path }) => path === '/pa/send_message').map(({ json }) => json);
  expect(text.sender).toEqual({ name: 'The shop with a very long na' });
  expect(image).toMatchObject({ type: 'picture', text: '', media: cat.link });
  expect(pdf).toMatchObject({ type: 'file', size: 6, file_name: 'bill.pdf' });
});

test('the name of the account is asked for where it is not known yet', async () => {
  const { send, access, fake } = await connected();
  access.account = null;
  await send(hello, ann);
  expect(fake.sent).toMatchObject([{ text: 'Hello' }]);
});

test('a refusal has the words of Viber', async () => {
  const { send, fake } = await connected();
  await fake.block?.(ann);
  expect(await refusalOf(send(hello, ann))).toMatchObject({ code: '6', detail: 'receiverNotSubscribed' });
});

test.for([
  [0, { kind: 'ok' }],
  [1, { kind: 'refused', reason: 'content_rejected' }],
  [3, { kind: 'refused', reason: 'content_rejected' }],
  [4, { kind: 'refused', reason: 'content_rejected' }],
  [7, { kind: 'auth' }],
  [8, { kind: 'auth' }],
  [9, { kind: 'auth' }],
  [10, { kind: 'refused', reason: 'not_connected' }],
  [11, { kind: 'refused', reason: 'content_rejected' }],
  [15, { kind: 'auth' }],
  [99, { kind: 'refused', reason: 'content_rejected' }],
  [undefined, { kind: 'retry' }],
] as [number | undefined, object][])('the status %s is classified', ([status, verdict]) => {
  const json = status === undefined ? undefined : { status };
  expect(vb.classify({ status: 200, headers: {}, body: Buffer.alloc(0), json }).verdict).toEqual(verdict);
});
