import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';

const { contacts, files, messages } = api;

/** A file that was sent to one of two contacts. */
async function startSharing(app: TestApp, ann: Owner) {
  const [ira, oleg] = [await addAnsweredVisitor(app, ann), await addAnsweredVisitor(app, ann)];
  const { data: file } = await ann.call(files.create, { body: new Form('x.txt', 'hello') });
  const sendTo = (id: number) =>
    ann.call(messages.send, { params: { id }, body: { type: 'file', file: { id: file.id } } });
  await sendTo(ira.chatId);
  const opens = async () => (await app.http.inject(new URL(file.url).pathname)).statusCode;
  return { ira, oleg, sendTo, opens };
}

test('a file that is being sent to another contact stays when the first one is erased', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { ira, oleg, sendTo, opens } = await startSharing(app, ann);
  const lock = `SELECT FROM chats WHERE id = ${oleg.chatId} FOR UPDATE`;
  const [sent, erased] = await whileLocked(app, lock, async ({ client, untilWaited }) => {
    const sending = sendTo(oleg.chatId);
    await untilWaited();
    const erasing = ann.call(contacts.remove, { params: { id: ira.contactId } });
    await client.query('COMMIT');
    return Promise.all([sending, erasing]);
  });
  expect([sent.status, erased.status]).toEqual([202, 204]);
  app.clock.now = app.clock.now.add({ minutes: 10 });
  await app.run('files.sweep');
  expect(await opens()).toBe(200);
});

test('a file sent to two contacts is removed with the last of them, even if both are erased at once', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { ira, oleg, sendTo, opens } = await startSharing(app, ann);
  await sendTo(oleg.chatId);
  const erased = await Promise.all(
    [ira, oleg].map(({ contactId: id }) => ann.call(contacts.remove, { params: { id } })),
  );
  expect(erased.map(({ status }) => status)).toEqual([204, 204]);
  expect(await opens()).toBe(404);
  app.clock.now = app.clock.now.add({ minutes: 10 });
  await app.run('files.sweep');
  expect(await app.sql(`SELECT FROM files WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});
