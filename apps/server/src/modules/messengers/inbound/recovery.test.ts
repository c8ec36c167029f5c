import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/databases.ts';
import { openApp } from '../../../../test/harness.ts';
import { startCian } from '../../../../test/messengers/cian.ts';
import type { Customer, FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { LIVE, newCustomer, PNG, runClock, settingsFor } from '../../../../test/messengers/inbound-server.ts';
import { connect } from '../../../../test/messengers/messenger-app.ts';
import { startOk } from '../../../../test/messengers/ok.ts';
import { until } from '../../../../test/until.ts';

let ok: FakeVendor;
let cian: FakeVendor;
/** Files that are asked for and not sent. */
const held: (() => void)[] = [];
let isHolding = true;
const files = createServer((_request, response) => {
  if (isHolding) held.push(() => response.end(PNG));
  else response.end(PNG);
});
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  [ok, cian] = [await startOk(), await startCian()];
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  files.closeAllConnections();
  files.close();
  for (const fake of [ok, cian]) fake.close();
  for (const stop of stops) await stop();
});

async function startNode(connection: string) {
  const node = await openApp(settingsFor([ok, cian]), { ...LIVE, connection });
  const stopClock = runClock(node);
  let isEnded = false;
  const stop = async () => {
    stopClock();
    if (!isEnded) await node.end();
    isEnded = true;
  };
  stops.push(stop);
  return Object.assign(node, { stop });
}

function writeToOk({ id, name }: Customer, seq: number, content: object) {
  const body = JSON.stringify({
    webhookType: 'MESSAGE_CREATED',
    sender: { user_id: `user:${id}`, name },
    recipient: { chat_id: `chat:C${id}` },
    message: { ...content, seq, mid: `mid:C${id}.${seq}` },
    timestamp: Date.now(),
  });
  return ok.pushOnce({ body, conversation: '' });
}

test('another server finishes what one that stopped or died had accepted', async () => {
  const connection = await freshDatabase();
  const first = await startNode(connection);
  await connect(await first.owner(), ok);
  const customer = newCustomer();
  const { port } = files.address() as AddressInfo;
  const attachments = [{ type: 'IMAGE', payload: { url: `http://127.0.0.1:${port}/a.png` } }];
  expect(await writeToOk(customer, 1, { attachments })).toBe(200);
  expect(await writeToOk(customer, 2, { text: 'After it' })).toBe(200);
  await until(() => held.length === 1, 'the file is being downloaded');
  // It was the last attempt: a server that stops is no failure of the vendor.
  await first.sql('UPDATE messenger_updates SET attempts = 4 WHERE attempts = 1');
  await first.stop();
  const second = await startNode(connection);
  await until(() => held.length === 2, 'another server downloads it');
  const rows = () => second.sql<{ type: string; body: string }>('SELECT type, body FROM messages ORDER BY id');
  expect(await rows()).toEqual([]);
  // As a server leaves it that is killed: leased, and the file not there.
  await second.stop();
  const third = await startNode(connection);
  const leased = third.clock.now.add({ seconds: 3_600 });
  await third.sql(`UPDATE messenger_updates SET due_at = '${leased}' WHERE due_at < 'infinity'`);
  await until(() => held.length >= 2, 'the file');
  isHolding = false;
  for (const release of held) release();
  third.clock.now = leased.add({ seconds: 1 });
  const found = () => third.sql<{ type: string; body: string }>('SELECT type, body FROM messages ORDER BY id');
  await until(async () => (await found()).length === 2, 'both messages');
  expect(await found()).toEqual([
    { type: 'image', body: null },
    { type: 'text', body: 'After it' },
  ]);
  expect(await third.sql('SELECT FROM messenger_updates WHERE due_at IS NOT NULL')).toEqual([]);
});

test('what a vendor does not tell is given up', async () => {
  const app = await startNode(await freshDatabase());
  await connect(await app.owner(), cian);
  const message = { messageId: 'm1', createdAt: new Date().toISOString(), userId: 7, direction: 'in' };
  const chats = [{ chatId: 'unknown', messages: [{ ...message, content: { text: 'Hello' } }] }];
  const body = JSON.stringify({ chats, users: [], offers: [] });
  expect(await cian.pushOnce({ body, conversation: '' })).toBe(200);
  const asked = () => cian.calls.filter(({ path }) => path.endsWith('/get-chat')).length;
  const waiting = () =>
    app.sql<{ attempts: number }>('SELECT attempts FROM messenger_updates WHERE due_at IS NOT NULL');
  for (let attempts = 1; attempts <= 8; attempts += 1) {
    await until(() => asked() === attempts, `attempt ${attempts}`);
    await until(async () => (await waiting())[0]?.attempts !== undefined || attempts === 8, 'the next attempt');
    await until(async () => {
      app.clock.now = app.clock.now.add({ seconds: 20 });
      return asked() > attempts || (await waiting()).length === 0;
    }, 'it is tried again, or given up');
  }
  expect(await waiting()).toEqual([]);
  expect(await app.sql("SELECT FROM messages WHERE body = 'Hello'")).toHaveLength(1);
});
