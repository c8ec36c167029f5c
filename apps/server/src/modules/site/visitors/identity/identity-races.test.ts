import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { identify, identityKey } from '../../../../../test/identities.ts';
import { whileLocked } from '../../../../../test/locks.ts';
import type { Owner } from '../../../../../test/owners.ts';

// Concurrent writes lose nothing and never deadlock.

const { contacts, messages } = api;
const { visitor: routes } = site;

async function startSite() {
  const app = await startApp();
  const ann = await app.owner();
  await identityKey(app, ann);
  return { app, ann, params: { button_guid: ann.buttonGuid } };
}

const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

const statusOf = ({ status }: { status: number }) => status;

/** Every chat is numbered from 1 without gaps, in id order, and matches its head. */
async function expectWhole({ sql }: TestApp, { widgetId }: Owner) {
  const rows = await sql<{ seqs: number[]; by_id: number[]; last_seq: number }>(
    `SELECT h.last_seq, array_agg(seq ORDER BY seq) AS seqs, array_agg(seq ORDER BY m.id) AS by_id
     FROM messages m JOIN chat_heads h USING (widget_id, chat_id)
     WHERE widget_id = ${widgetId} AND seq IS NOT NULL GROUP BY h.chat_id, h.last_seq`,
  );
  for (const { seqs, by_id, last_seq } of rows) {
    expect(seqs).toEqual(Array.from({ length: last_seq }, (_, at) => at + 1));
    expect(by_id).toEqual(seqs);
  }
}

const bodies = async ({ sql }: TestApp, { widgetId }: Owner, order = 'body') =>
  (await sql<{ body: string }>(`SELECT body FROM messages WHERE widget_id = ${widgetId} ORDER BY ${order}`)).map(
    ({ body }) => body,
  );

test('concurrently identified devices of one user become one contact with one chat', async () => {
  const { app, ann } = await startSite();
  const devices = await times(8, async () => addVisitor(app, ann));
  for (const [at, { write }] of devices.entries()) for (const each of ['a', 'b']) await write(`${at}${each}`);
  const answers = await Promise.all(devices.map((device) => identify(app, ann, device, 'user-1')));
  expect(answers.map(statusOf)).toEqual(Array(8).fill(200));
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
  expect(await app.sql(`SELECT FROM chats WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
  expect(await bodies(app, ann)).toEqual(Array.from({ length: 8 }, (_, at) => [`${at}a`, `${at}b`]).flat());
  await expectWhole(app, ann);
  const order = await bodies(app, ann, 'seq');
  const pairs = order.filter((_, at) => at % 2 === 0);
  expect(order).toEqual(pairs.flatMap((body) => [body, body.replace('a', 'b')]));
});

test('concurrent messages, replies, read marks and ratings are stored or refused, and never lost', async () => {
  const { app, ann, params } = await startSite();
  const devices = await times(5, async () => addAnsweredVisitor(app, ann));
  const work = devices.flatMap((device, at) => [
    identify(app, ann, device, 'user-1'),
    device.call(routes.send, { params, body: { client_message_id: `w${at}`, type: 'text', body: `w${at}` } }),
    device.call(routes.markSeen, { params, body: { seq: 2 } }),
    device.call(routes.rate, { params, body: { score: 5 } }),
    ann.call(messages.send, {
      params: { id: device.chatId },
      body: { type: 'text', body: `a${at}`, agent_id: ann.agentId },
    }),
  ]);
  const statuses = (await Promise.all(work)).map(statusOf);
  const of = (which: number) => statuses.filter((_, at) => at % 5 === which);
  expect(of(0)).toEqual(Array(5).fill(200));
  expect(of(1)).toEqual(Array(5).fill(201));
  expect(of(2).filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(of(3).filter((status) => ![201, 404, 409].includes(status))).toEqual([]);
  expect(of(4).filter((status) => status !== 202 && status !== 404)).toEqual([]);
  const answered = of(4).flatMap((status, at) => (status === 202 ? `a${at}` : []));
  const written = devices.map((_, at) => `w${at}`);
  expect(await bodies(app, ann)).toEqual(
    [...answered, ...Array(5).fill('hello'), ...Array(5).fill('hi'), ...written].sort(),
  );
  expect(await app.sql(`SELECT FROM chats WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
  await expectWhole(app, ann);
  const [head] = await app.sql<{ unread: number; clients: number }>(
    `SELECT unread, (SELECT count(*)::int FROM messages m
       WHERE m.widget_id = h.widget_id AND sender = 'client' AND seen_at IS NULL) AS clients
     FROM chat_heads h WHERE widget_id = ${ann.widgetId}`,
  );
  expect(head?.unread).toBe(head?.clients);
});

test('a known user who first writes while another device merges a chat has one chat', async () => {
  const { app, ann } = await startSite();
  for (let round = 0; round < 4; round += 1) {
    const user = `user-${round}`;
    const known = await addVisitor(app, ann);
    const { contact_id } = (await identify(app, ann, known, user)).data;
    const guest = await addAnsweredVisitor(app, ann);
    const lock = `SELECT FROM contacts WHERE guid = '${contact_id}' FOR UPDATE`;
    const [wrote, identified] = await whileLocked(app, lock, async ({ client, untilWaited }) => {
      const order = [() => known.write('first'), () => identify(app, ann, guest, user)];
      const [one, other] = round % 2 ? order.toReversed() : order;
      const begun = one?.();
      await untilWaited();
      const next = other?.();
      await client.query('COMMIT');
      return round % 2 ? [await next, await begun] : [await begun, await next];
    });
    expect(wrote).toMatchObject({ body: 'first' });
    expect(identified).toMatchObject({ status: 200 });
    const chats = await app.sql(
      `SELECT FROM chats JOIN contacts k ON k.id = contact_id WHERE k.guid = '${contact_id}'`,
    );
    expect(chats).toHaveLength(1);
  }
  expect(await bodies(app, ann)).toEqual([
    ...Array(4).fill('first'),
    ...Array(4).fill('hello'),
    ...Array(4).fill('hi'),
  ]);
  await expectWhole(app, ann);
});

test('a browser identified as two users at once ends as one of them, and each keeps their own data', async () => {
  const { app, ann, params } = await startSite();
  const shared = await addAnsweredVisitor(app, ann);
  const answers = await times(6, (at) => identify(app, ann, shared, `user-${at % 2}`));
  expect(answers.map(statusOf)).toEqual(Array(6).fill(200));
  const users = await app.sql<{ user_id: string }>(
    `SELECT user_id FROM contacts WHERE widget_id = ${ann.widgetId} ORDER BY user_id`,
  );
  expect(users).toEqual([{ user_id: 'user-0' }, { user_id: 'user-1' }]);
  expect((await shared.call(routes.open, { params, body: {} })).status).toBe(201);
  expect(await app.sql(`SELECT FROM chats WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
});

test('a user erased while their devices are identified is gone or recreated, and never half-erased', async () => {
  const { app, ann } = await startSite();
  for (let round = 0; round < 4; round += 1) {
    const known = await addAnsweredVisitor(app, ann);
    await identify(app, ann, known, 'user-1');
    const devices = await times(2, async () => addAnsweredVisitor(app, ann));
    const statuses = await Promise.all([
      ann.call(contacts.remove, { params: { id: known.contactId } }),
      ...devices.map((device) => identify(app, ann, device, 'user-1')),
      devices[0]?.write('hello').then(() => ({ status: 200 })),
    ]);
    expect(statuses.map((each) => each?.status)).toEqual([204, 200, 200, 200]);
    await expectWhole(app, ann);
    const [left] = (await ann.call(contacts.list, { query: { limit: 1 } })).data.data;
    if (left) await ann.call(contacts.remove, { params: { id: left.id } });
  }
});

test('a visitor who writes while becoming a user who is being erased is stored or refused, without deadlock', async () => {
  const { app, ann, params } = await startSite();
  for (let round = 0; round < 8; round += 1) {
    const [known, guest] = [await addAnsweredVisitor(app, ann), await addVisitor(app, ann)];
    // Holds the locks of an identification in progress, ahead of everything below.
    const identification = `SELECT pg_advisory_xact_lock_shared(hashtextextended('merging', ${ann.widgetId}));
      UPDATE visitors SET contact_id = k.id FROM contacts k
      WHERE k.guid = '${known.contactId}' AND visitors.id = (SELECT max(id) FROM visitors WHERE widget_id = ${ann.widgetId})`;
    const [erased, written] = await whileLocked(app, identification, async ({ client, untilWaited }) => {
      const erasing = ann.call(contacts.remove, { params: { id: known.contactId } });
      await untilWaited();
      const message = { client_message_id: 'a', type: 'text', body: 'hello' };
      const writing = guest.call(routes.send, { params, body: message });
      await client.query('COMMIT');
      return [await erasing, await writing] as const;
    });
    expect(erased.status).toBe(204);
    expect([201, 401]).toContain(written.status);
  }
});

test('rating locks the contact before the chat, as erasing does', async () => {
  const { app, ann, params } = await startSite();
  const calls = [
    ({ call }: Device) => call(routes.rate, { params, body: { score: 5 } }),
    ({ contactId }: Device) => ann.call(contacts.remove, { params: { id: contactId } }),
  ];
  type Device = Awaited<ReturnType<typeof addAnsweredVisitor>>;
  for (const begin of calls) {
    const device = await addAnsweredVisitor(app, ann);
    const lock = `SELECT FROM contacts WHERE guid = '${device.contactId}' FOR UPDATE`;
    const answer = await whileLocked(app, lock, async ({ client, untilWaited }) => {
      const begun = begin(device);
      await untilWaited();
      await client.query(`SELECT FROM chat_heads WHERE chat_id = ${device.chatId} FOR UPDATE`);
      await client.query('COMMIT');
      return begun;
    });
    expect(answer.status).toBeLessThan(300);
  }
});
