import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addCalledChat } from '../../../../test/bots.ts';
import { Form } from '../../../../test/call.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import { PNG } from '../../../../test/pictures.ts';

const { aiBridge } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addCalledChat(app, ann);
  const { causation_id, ...about } = chat.called;
  return {
    app,
    ann,
    chat,
    about,
    reply: () => ann.call(aiBridge.reply, { body: { room_id: about.room_id, causation_id, content: 'Hi.' } }),
    update: (contacts: object, more: object = {}) =>
      ann.call(aiBridge.updateContact, { body: { ...about, contacts, ...more } }),
    review: (value: unknown, more: object = {}) => ann.call(aiBridge.review, { body: { ...about, value, ...more } }),
    attachment: (more: object = {}) => ann.call(aiBridge.readAttachment, { body: { ...about, ...more } }),
    attach: async (name: string, bytes: string | Buffer, columns = '') => {
      const { data: file } = await ann.call(api.files.create, { body: new Form(name, bytes) });
      if (columns) await app.sql(`UPDATE files SET ${columns} WHERE id = ${file.id}`);
      await app.sql(`UPDATE messages SET file_id = ${file.id} WHERE chat_id = ${about.room_id} AND sender = 'client'`);
      return file;
    },
    ratings: async () => (await ann.call(api.ratings.list)).data.data,
    updates: () => listEventData<{ source: string; contact_id: string }>(app, ann, 'contact.updated'),
  };
}

const reasonOf = ({ status, problem }: { status: number; problem: { reason?: string; errors?: object } }) =>
  `${status} ${Object.keys(problem.errors ?? {})[0] ?? problem.reason}`;

test('a contact is filled in where it is empty, and the card is returned', async () => {
  const { chat, update, updates } = await start();
  const { status, data } = await update({ name: 'Ira', email: 'ira@example.test' });
  const { contact_id } = await chat.read();
  expect({ status, data }).toMatchObject({ status: 200, data: { id: contact_id, name: 'Ira', phone: null } });
  expect((await update({ name: 'Irina', phone: '+7 900' })).data).toMatchObject({ name: 'Ira', phone: '+7 900' });
  expect(await updates()).toMatchObject([
    { source: 'ai', contact_id },
    { source: 'ai', contact_id },
  ]);
});

test('nothing new emits nothing', async () => {
  const { update, updates } = await start();
  await update({ name: 'Ira' });
  expect((await update({ name: 'Irina', email: null })).data).toMatchObject({ name: 'Ira', email: null });
  expect(await updates()).toHaveLength(1);
});

test('explicit overwrites and clears, and the event has the source', async () => {
  const { update, updates } = await start();
  await update({ name: 'Ira', phone: '+7 900' });
  const { data } = await update({ name: 'Irina', phone: null }, { explicit: true, source: 'crm-bot' });
  expect(data).toMatchObject({ name: 'Irina', phone: null });
  expect((await updates()).map(({ source }) => source).toSorted()).toEqual(['ai', 'crm-bot']);
});

test('an update id serves once: again it returns the card, with other content it is refused', async () => {
  const { ann, chat, update, updates } = await start();
  const explicit = { update_id: 'u-1', explicit: true };
  await update({ name: 'Ira' }, explicit);
  await ann.call(api.contacts.update, { params: { id: (await chat.read()).contact_id ?? '' }, body: { name: 'Olga' } });
  expect((await update({ name: 'Ira' }, explicit)).data).toMatchObject({ name: 'Olga' });
  expect(reasonOf(await update({ name: 'Eva' }, explicit))).toBe('409 update_id_reused');
  expect(reasonOf(await update({ name: 'Ira' }, { update_id: 'u-1' }))).toBe('409 update_id_reused');
  expect((await update({ name: 'Eva' }, { ...explicit, update_id: 'u-2' })).data).toMatchObject({ name: 'Eva' });
  expect(await updates()).toHaveLength(3);
});

test('concurrent updates with one id count once', async () => {
  const { update, updates } = await start();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => update({ name: 'Ira' }, { update_id: 'u-1', explicit: true })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await updates()).toHaveLength(1);
});

test('malformed contacts are named', async () => {
  const { update } = await start();
  for (const [contacts, more, field] of [
    [{}, {}, 'contacts'],
    [{ email: 'x' }, {}, 'contacts.email'],
    [{ name: ' ' }, {}, 'contacts.name'],
    [{ tags: [] }, {}, 'contacts.tags'],
    [{ name: 'Ira' }, { source: 'A text' }, 'source'],
    [{ name: 'Ira' }, { update_id: '' }, 'update_id'],
  ] as const) {
    expect([field, reasonOf(await update(contacts, more))]).toEqual([field, `422 ${field}`]);
  }
});

test('rooms that are unknown are refused, and so are messages that are not the customer’s there', async () => {
  const { app, ann, chat, update, review, attachment, reply } = await start();
  const bob = await app.owner();
  const theirs = (await addCalledChat(app, bob)).params.id;
  await reply();
  const ours = (await chat.list()).at(-1)?.id;
  for (const room_id of [999_999_999, theirs]) {
    expect(reasonOf(await update({ name: 'Ira' }, { room_id }))).toBe('422 room_id');
    expect(reasonOf(await review(5, { room_id }))).toBe('422 room_id');
    expect(reasonOf(await attachment({ room_id }))).toBe('404 not_found');
  }
  const other = await addCalledChat(app, ann);
  for (const more of [{ trigger_message_id: ours }, { trigger_message_id: 999_999_999 }]) {
    expect(reasonOf(await update({ name: 'Ira' }, more))).toBe('409 trigger_mismatch');
    expect(reasonOf(await review(5, more))).toBe('409 trigger_mismatch');
    expect(reasonOf(await attachment(more))).toBe('409 trigger_mismatch');
  }
  await app.sql(`DELETE FROM messages WHERE chat_id = ${other.params.id}`);
  expect(reasonOf(await attachment({ room_id: other.params.id }))).toBe('409 trigger_mismatch');
});

test.each<[unknown, number]>([
  [1, 1],
  [4, 4],
  ['up', 5],
  ['down', 1],
])('a review of %s is a rating of %i for the operator who handles the chat', async (value, score) => {
  const { chat, about, reply, review, ratings } = await start();
  await reply();
  const { status, data } = await review(value, { comment: 'Quick' });
  expect({ status, data }).toEqual({
    status: 200,
    data: { chat_id: about.room_id, agent_id: chat.operatorId, score, comment: 'Quick' },
  });
  expect(await ratings()).toMatchObject([{ agent_id: chat.operatorId, score, comment: 'Quick' }]);
});

test('a chat that nobody handles has nobody to rate', async () => {
  const { review } = await start();
  expect(reasonOf(await review(5, { review_request_id: 'r-1' }))).toBe('409 nobody_to_rate');
});

test('a review request is answered once: again with the same value it changes nothing', async () => {
  const { chat, reply, review, ratings } = await start();
  await reply();
  const asked = { review_request_id: 'r-1' };
  await review('up', asked);
  expect((await review(5, asked)).data).toMatchObject({ agent_id: chat.operatorId, score: 5 });
  expect(reasonOf(await review('down', asked))).toBe('409 review_already_given');
  expect(await ratings()).toMatchObject([{ score: 5 }]);
  await review('down', { review_request_id: 'r-2' });
  expect(await ratings()).toMatchObject([{ score: 1 }]);
});

test('other values of a review are 422', async () => {
  const { review } = await start();
  for (const value of [0, 6, 1.5, 'good', null, true, undefined]) expect((await review(value)).status).toBe(422);
});

test('the file of a message is returned in base64', async () => {
  const { about, attach, attachment } = await start();
  await attach('dot.png', PNG);
  const { status, body } = await attachment();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message_id: about.trigger_message_id,
      name: 'dot.png',
      type: 'image/png',
      size: PNG.length,
      content_base64: PNG.toString('base64'),
    },
  });
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each<[string, string, string | number]>([
  ['sound.mp3', 'ID3\x03\x00\x00\x00\x00\x00\x00', 'audio/mpeg'],
  ['paper.pdf', '%PDF-1.7', 'application/pdf'],
  ['note.txt', 'hello', 'text/plain'],
  ['letter.docx', 'PK\x03\x04 word/document.xml', DOCX],
  ['sheet.docx', 'PK\x03\x04 xl/workbook.xml', 415],
  ['archive.zip', 'PK\x03\x04 word/document.xml', 415],
  ['film.mp4', '\x00\x00\x00\x18ftypisom', 415],
  ['data.bin', '\x00\x01\x02', 415],
])('a file %s of %s is %s', async (name, bytes, expected) => {
  const { attach, attachment } = await start();
  await attach(name, Buffer.from(bytes, 'latin1'));
  const { status, data } = await attachment();
  expect(status === 200 ? data.type : status).toBe(expected);
});

test('a message without a file is 404, and a file over 5 MiB is 422', async () => {
  const { attach, attachment } = await start();
  expect(reasonOf(await attachment())).toBe('404 not_found');
  await attach('note.txt', 'hello', `size = ${5 * 2 ** 20 + 1}`);
  expect(reasonOf(await attachment())).toBe('422 trigger_message_id');
  await attach('note.txt', 'hello', `size = ${5 * 2 ** 20}`);
  expect((await attachment()).status).toBe(200);
});

test('requests are forgotten after 90 days', async () => {
  const { app, reply, review } = await start();
  await reply();
  await review('up', { review_request_id: 'r-1' });
  app.clock.now = app.clock.now.add({ hours: 24 * 90, seconds: 1 });
  await app.run('bridge.forget');
  expect((await review('down', { review_request_id: 'r-1' })).status).toBe(200);
});
