import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { listEvents } from '../../../../test/events.ts';
import { type Customer, type FakeVendor, download as fetchFile } from '../../../../test/messengers/fake-vendor.ts';
import {
  chatsOf,
  chatWith,
  messagesWith,
  newCustomer,
  PNG,
  pushToTg,
  shareMessengers,
} from '../../../../test/messengers/inbound-server.ts';
import { startOk } from '../../../../test/messengers/ok.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { until } from '../../../../test/until.ts';

let tg: FakeVendor;
let ok: FakeVendor;
const get = shareMessengers(async () => {
  [tg, ok] = [await startTg(), await startOk()];
  return [tg, ok];
});

const MEBIBYTE = 1_048_576;

const messageFrom = ({ id, name }: Customer, message_id: number, content: object) => ({
  message_id,
  from: { id: Number(id), first_name: name },
  chat: { id: Number(id), type: 'private' },
  date: Math.floor(Date.now() / 1_000),
  ...content,
});

test('a text is a message with all its effects as soon as the vendor is answered', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { text: 'Hello' });
  expect(tg.pushes.at(-1)).toMatchObject({ status: 200 });
  const [chat] = await chatsOf(owner, customer);
  expect(chat).toMatchObject({ channel: 'tg', status: 'active', unread: 1, awaiting_reply: true, last_seq: 1 });
  expect(chat?.source).toEqual({ page: null, referrer: null, language: 'en' });
  const { data } = await owner.call(api.contacts.read, { params: { id: chat?.contact_id ?? '' } });
  expect(data).toMatchObject({ name: customer.name, phone: null, email: null });
  const events = await listEvents<{ chat_id?: number; contact_id?: string }>(app, owner);
  const own = events.filter(({ data }) => data.chat_id === chat?.id || data.contact_id === chat?.contact_id);
  expect(own.map(({ type }) => type)).toEqual(['client.created', 'visitor.lead', 'chat.created', 'message.created']);
});

test('a repeated update changes nothing, and a concurrent one neither', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { text: 'Once' });
  expect(await Promise.all([tg.repeat(), tg.repeat()])).toEqual([200, 200]);
  const message = messageFrom(customer, 990_001, { text: 'Twice at once' });
  const pushed = Array.from({ length: 5 }, () => pushToTg(tg, { update_id: 9_900_001, message }));
  expect(await Promise.all(pushed)).toEqual([200, 200, 200, 200, 200]);
  expect(await messagesWith(owner, customer, 2)).toMatchObject([{ body: 'Once' }, { body: 'Twice at once' }]);
});

test('a message is not stored twice even after its update was forgotten', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { text: 'Long ago' });
  const count = `SELECT FROM messenger_updates WHERE created_at <= '${app.clock.now}'`;
  expect((await app.sql(count)).length).toBeGreaterThan(0);
  app.clock.now = app.clock.now.add({ hours: 23 });
  await app.run('messengers.sweep_updates');
  expect((await app.sql(count)).length).toBeGreaterThan(0);
  const known = app.clock.now;
  app.clock.now = known.add({ hours: 2 });
  await app.run('messengers.sweep_updates');
  expect(await app.sql(`SELECT FROM messenger_updates WHERE created_at < '${known.subtract({ hours: 22 })}'`)).toEqual(
    [],
  );
  expect(await tg.repeat()).toBe(200);
  expect(await messagesWith(owner, customer)).toMatchObject([{ body: 'Long ago' }]);
});

/** Writes to the group in Odnoklassniki, with files from an address. */
function writeToOk(customer: Customer, id: string, { text, files = [] }: { text?: string; files?: string[] }) {
  const attachments = files.map((url) => ({ type: url.endsWith('.png') ? 'IMAGE' : 'FILE', payload: { url } }));
  const body = JSON.stringify({
    webhookType: 'MESSAGE_CREATED',
    sender: { user_id: `user:${customer.id}`, name: customer.name },
    recipient: { chat_id: `chat:C${customer.id}` },
    message: { ...(text && { text }), attachments, seq: 1, mid: `mid:C${customer.id}.${id}` },
    timestamp: Date.now(),
  });
  return ok.pushOnce({ body, conversation: '' });
}

/** Where files are that are not sent until they are released. */
async function startFiles() {
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const bytes = request.url?.endsWith('.png') ? PNG : Buffer.from('%PDF-1.4 a bill');
    if (request.url?.includes('held')) held.push(() => response.end(bytes));
    else response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held };
}

test('what follows a file waits for it, and other customers do not', async () => {
  const { owner } = get();
  const [slow, quick] = [newCustomer(), newCustomer()];
  const files = await startFiles();
  expect(await writeToOk(slow, '1', { files: [`${files.url}/held.pdf`] })).toBe(200);
  expect(await writeToOk(slow, '2', { text: 'Did you get it?' })).toBe(200);
  expect(await writeToOk(slow, '3', { text: 'Hello?' })).toBe(200);
  await until(() => files.held.length === 1, 'the file is being downloaded');
  expect(await writeToOk(quick, '1', { text: 'Quick' })).toBe(200);
  expect(await chatsOf(owner, quick)).toMatchObject([{ last_seq: 1 }]);
  expect(await chatsOf(owner, slow)).toEqual([]);
  files.held[0]?.();
  const messages = await messagesWith(owner, slow, 3);
  expect(messages.map(({ type, body }) => [type, body])).toEqual([
    ['file', null],
    ['text', 'Did you get it?'],
    ['text', 'Hello?'],
  ]);
  const { bytes } = await fetchFile(messages[0]?.url ?? '', '');
  expect(bytes.toString()).toBe('%PDF-1.4 a bill');
});

test('several files of one message are as many messages, and its text is the caption of the first', async () => {
  const { owner } = get();
  const customer = newCustomer();
  const { url } = await startFiles();
  await writeToOk(customer, '1', { text: 'Both', files: [`${url}/a.png`, `${url}/b.pdf`] });
  await writeToOk(customer, '1', { text: 'Both', files: [`${url}/a.png`, `${url}/b.pdf`] });
  await writeToOk(customer, '2', { text: 'Done' });
  const messages = await messagesWith(owner, customer, 3);
  expect(messages.map(({ type, body }) => [type, body])).toEqual([
    ['image', 'Both'],
    ['file', null],
    ['text', 'Done'],
  ]);
});

test('a picture or a sticker is an image, and a caption is the body', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { file: { name: 'a.png', type: 'image/png', bytes: PNG }, text: 'This one' });
  const [photo] = await messagesWith(owner, customer);
  expect(photo).toMatchObject({ type: 'image', body: 'This one' });
  expect((await fetchFile(photo?.url ?? '', '')).bytes).toEqual(PNG);
  const { file_id } = tg.calls.findLast(({ json }) => json?.file_id)?.json ?? {};
  await pushToTg(tg, { update_id: 9_900_003, message: messageFrom(customer, 990_003, { sticker: { file_id } }) });
  expect((await messagesWith(owner, customer, 2))[1]).toMatchObject({ type: 'image', body: null });
});

test('a file over 10 MB, or one that cannot be had in four tries, is a text with its name and size', async () => {
  const { app, owner } = get();
  const [large, lost] = [newCustomer(), newCustomer()];
  const bytes = Buffer.alloc(11 * MEBIBYTE);
  await tg.write(large, { file: { name: 'film.mp4', type: 'video/mp4', bytes }, text: 'Watch it' });
  expect(await messagesWith(owner, large)).toMatchObject([{ type: 'text', body: 'Watch it\nfilm.mp4 (11.0 MB)' }]);
  const asked = () => tg.calls.filter(({ json }) => json?.file_id === 'gone').length;
  const document = { file_id: 'gone', file_name: 'list.txt', file_size: 2_000 };
  await pushToTg(tg, { update_id: 9_900_002, message: messageFrom(lost, 990_002, { document }) });
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await until(() => asked() >= attempt, `the file is tried ${attempt} times`);
    if (attempt < 4) {
      await until(async () => {
        const [waiting] = await app.sql<{ is_waiting: boolean }>(`
          SELECT due_at > '${app.clock.now}'::timestamptz AND attempts = ${attempt} AS is_waiting FROM messenger_updates
          WHERE event_id LIKE '%/9900002'`);
        return waiting?.is_waiting === true;
      }, 'the next attempt is later');
      expect(await chatsOf(owner, lost)).toEqual([]);
      app.clock.now = app.clock.now.add({ minutes: 1 });
    }
  }
  expect(await messagesWith(owner, lost)).toMatchObject([{ type: 'text', body: 'list.txt (2 KB)' }]);
  expect(asked()).toBe(4);
});

test('a place is a location, and what we cannot show is named', async () => {
  const { owner } = get();
  const customer = newCustomer();
  await tg.write(customer, { coords: { lat: 55.75, lng: 37.62 } });
  await tg.write(customer, { isUnknown: true });
  expect(await messagesWith(owner, customer, 2)).toMatchObject([
    { type: 'location', coords: { lat: 55.75, lng: 37.62 } },
    { type: 'text', body: '[poll]' },
  ]);
});

test('an edit changes the message, and a card of their own fills an empty phone number', async () => {
  const { owner } = get();
  const customer = newCustomer();
  const id = await tg.write(customer, { text: 'Helo' });
  await tg.edit?.(customer, id, 'Hello');
  expect(await messagesWith(owner, customer)).toMatchObject([{ body: 'Hello', edited_at: expect.any(String) }]);
  const card = (update_id: number, user_id: number, phone_number: string) => {
    const message = messageFrom({ ...customer, name: 'Another name' }, update_id, {
      contact: { phone_number, user_id },
    });
    return pushToTg(tg, { update_id, message });
  };
  const contact = async () => {
    const { contact_id } = await chatWith(owner, customer);
    const { data } = await owner.call(api.contacts.read, { params: { id: contact_id } });
    return data;
  };
  await card(9_900_011, 1, '+15550111');
  expect(await contact()).toMatchObject({ phone: null, name: customer.name });
  await card(9_900_012, Number(customer.id), '+15550122');
  expect(await contact()).toMatchObject({ phone: '+15550122', name: customer.name });
  await card(9_900_013, Number(customer.id), '+15550133');
  expect(await contact()).toMatchObject({ phone: '+15550122' });
});
