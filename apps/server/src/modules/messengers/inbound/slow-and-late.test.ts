import { expect, test } from 'vitest';
import { whileLocked } from '../../../../test/locks.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import { chatWith, messagesIn, newCustomer, PNG, shareMessengers } from '../../../../test/messengers/inbound-server.ts';
import { fateOf, reply } from '../../../../test/messengers/messenger-app.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';

let fb: FakeVendor;
let wa: FakeVendor;
const get = shareMessengers(async () => {
  [fb, wa] = [await startFb(), await startWaCloud()];
  return [fb, wa];
});

async function begin(fake: FakeVendor) {
  const { app, owner } = get();
  const customer = newCustomer();
  await fake.write(customer, { text: 'Hello' });
  const chat = await chatWith(owner, customer);
  return { app, owner, customer, chat };
}

test('a mark of what was read until a time covers every reply before it', async () => {
  const { owner, customer, chat } = await begin(fb);
  const sent = [await reply(owner, chat.id, { body: 'One' }), await reply(owner, chat.id, { body: 'Two' })];
  for (const each of sent) await fateOf(owner, each, 'sent');
  await fb.read?.(customer);
  for (const each of sent) expect((await fateOf(owner, each, 'read')).seen_at).not.toBeNull();
});

test('a mark with the time of a reply covers it, and none after it', async () => {
  const { app, owner, customer, chat } = await begin(fb);
  // What Meta says counts, whatever time it is here.
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const sent = [await reply(owner, chat.id, { body: 'One' }), await reply(owner, chat.id, { body: 'Two' })];
  for (const each of sent) await fateOf(owner, each, 'sent');
  const [first, second] = fb.sent.filter(({ person }) => person === customer.id);
  const fates = async () => (await messagesIn(owner, chat.id, 3)).map(({ delivery }) => delivery?.status);
  await fb.read?.(customer, first?.id);
  await until(async () => (await fates()).includes('read'), 'a reply is read');
  expect(await fates()).toEqual([undefined, 'read', 'sent']);
  await fb.read?.(customer, second?.id);
  await until(async () => (await fates()).at(-1) === 'read', 'both are read');
});

test('a mark with the time of what was typed in Meta’s own inbox covers it', async () => {
  const { app, owner, customer, chat } = await begin(fb);
  app.clock.now = app.clock.now.add({ minutes: 1 });
  await fb.typeElsewhere?.(customer, 'From the inbox');
  await until(async () => (await messagesIn(owner, chat.id, 2)).length === 2, 'it is here');
  await fb.read?.(customer);
  await until(async () => (await messagesIn(owner, chat.id, 2))[1]?.delivery?.status === 'read', 'it is read');
});

const WINDOW_OVER = 131_047;

test('a message that Meta fails later because the time for replies is over closes the chat', async () => {
  const { owner, chat, customer } = await begin(wa);
  const sent = await reply(owner, chat.id, { body: 'Still there?' });
  await fateOf(owner, sent, 'sent');
  const id = wa.sent.find(({ person }) => person === customer.id)?.id ?? '';
  await wa.fail?.(id, WINDOW_OVER);
  expect((await fateOf(owner, sent, 'failed')).delivery).toMatchObject({ reason: 'window_closed' });
  expect((await chatWith(owner, customer, 2)).reach).toMatchObject({ state: 'window_closed' });
});

/** Waits until a lease is later than it was. */
async function untilRenewed(statement: string) {
  const { app } = get();
  const read = async () => (await app.sql<{ due_at: string | null }>(statement))[0]?.due_at ?? null;
  const first = await until(async () => (await read()) ?? false, 'it is leased');
  await until(async () => (await read()) !== first, 'the lease is renewed');
}

test('a delivery that takes long keeps its lease, and is sent once', async () => {
  const { app, owner, chat } = await begin(wa);
  wa.latencyMs = 300;
  const sent = await reply(owner, chat.id, { body: 'Slow' });
  await whileLocked(app, `SELECT FROM chat_heads WHERE chat_id = ${chat.id} FOR UPDATE`, async () => {
    await until(() => wa.sent.some(({ text }) => text === 'Slow'), 'Meta has the message');
    await untilRenewed(`SELECT due_at::text FROM deliveries WHERE message_id = ${sent.id} AND status = 'pending'`);
  });
  wa.latencyMs = 0;
  await fateOf(owner, sent, 'sent');
  expect(wa.sent.filter(({ text }) => text === 'Slow')).toHaveLength(1);
});

test('an update whose file takes long keeps its lease, and is stored once', async () => {
  const { app, owner, customer, chat } = await begin(wa);
  await whileLocked(app, 'LOCK TABLE files IN SHARE MODE', async ({ untilWaited }) => {
    await wa.write(customer, { file: { name: 'cat.png', type: 'image/png', bytes: PNG } });
    await untilWaited();
    await untilRenewed(`
      SELECT due_at::text FROM messenger_updates WHERE event->>'conversation' = '${customer.id}' AND due_at IS NOT NULL`);
  });
  expect(await messagesIn(owner, chat.id, 2)).toMatchObject([{ body: 'Hello' }, { type: 'image' }]);
});
