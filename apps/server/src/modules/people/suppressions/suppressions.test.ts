import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { text } from '../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import { asSystem, type WidgetWork } from '../../../kernel/data/context.ts';
import * as suppressions from './index.ts';

const { contacts } = api;
const IRA = 'ira@example.test';

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const create = (body: object) => ann.call(api.suppressions.create, { body: { channel: 'email', ...body } as never });
  return {
    app,
    ann,
    create,
    remove: (id: number) => ann.call(api.suppressions.remove, { params: { id } }),
    list: async (query = {}) => (await ann.call(api.suppressions.list, { query })).data.data,
    addContact: async (body: object) => (await ann.call(contacts.create, { body })).data,
    work: <T>(run: (ctx: WidgetWork) => Promise<T>) =>
      app.unitOfWork.write({ tenant: ann }, (write) => run(asSystem(write, ann))),
    numberOf: async (guid: string) => {
      const [row] = await app.sql<{ id: number }>(`SELECT id::int FROM contacts WHERE guid = '${guid}'`);
      return row?.id ?? 0;
    },
  };
}

test('a suppressed address is listed masked, and is stored nowhere', async () => {
  const { app, ann, create, list } = await start();
  const { status, data } = await create({ address: IRA });
  expect(status).toBe(201);
  expect(data).toEqual({
    id: expect.any(Number),
    channel: 'email',
    address: 'i…@e…e.test',
    reason: 'manual',
    created_at: expect.any(String),
  });
  expect(await list()).toEqual([data]);
  for (const table of ['suppressions', 'audit_log', 'events']) {
    const rows = await app.sql(`SELECT row_to_json(t)::text AS text FROM ${table} t WHERE widget_id = ${ann.widgetId}`);
    expect(JSON.stringify(rows)).not.toContain('ira@');
  }
});

test.each([
  ['email', 'jane.doe@mail.example.com', 'j…@m…e.com'],
  ['email', 'x@ab.io', 'x…@a….io'],
  ['email', 'root@localhost', 'r…@l…t'],
  ['email', 'Иван@Почта.рф', 'и…@п…а.рф'],
  ['wa', '79001234567', '7…67'],
  ['tg', '12345', '1…'],
])('%s %s is shown as %s', async (channel, address, shown) => {
  const { create } = await start();
  expect((await create({ channel, address })).data.address).toBe(shown);
});

test('an address is the same in other letters and with spaces around it, and is listed once', async () => {
  const { create, list } = await start();
  const { data } = await create({ address: IRA });
  expect((await create({ address: ` ${IRA.toUpperCase()} ` })).data).toEqual(data);
  expect(await list()).toHaveLength(1);
});

test('ids in messengers keep their letters, and a suppression is for one channel', async () => {
  const { create, work } = await start();
  await create({ channel: 'tg', address: 'Ab12' });
  const reason = (channel: string, address: string) =>
    work((ctx) => suppressions.findReason(ctx, { channel, address }));
  expect(await reason('tg', 'Ab12')).toBe('manual');
  expect(await reason('tg', 'ab12')).toBeUndefined();
  expect(await reason('vk', 'Ab12')).toBeUndefined();
});

test('a channel is e-mail or one of broadcasts: another is 422, in the filter an unknown one 404', async () => {
  const { app, ann, create } = await start();
  const bob = await app.owner();
  const { data: own } = await ann.call(api.channels.create, { body: { name: 'Kiosk' } });
  const { data: foreign } = await bob.call(api.channels.create, { body: { name: 'Kiosk' } });
  for (const channel of ['service', 'tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx', `ch${own.id}`]) {
    expect((await create({ channel, address: 'a'.repeat(32) })).status).toBe(201);
  }
  for (const channel of ['av', 'sms', 'ch', 'ch0', 'E-mail', '', `ch${foreign.id}`]) {
    const answer = await create({ channel, address: 'a'.repeat(32) });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { channel: [/./] } } });
  }
  const filter = async (channel: string) => (await ann.call(api.suppressions.list, { query: { channel } })).status;
  expect(await filter(`ch${own.id}`)).toBe(200);
  expect(await filter(`ch${foreign.id}`)).toBe(404);
  expect(await filter('sms')).toBe(422);
});

test('an address must fit its channel, and either it or a contact is given', async () => {
  const { create, addContact } = await start();
  const { id } = await addContact({ name: 'Ira', email: IRA });
  for (const body of [
    { address: 'ira' },
    { address: 'a b@example.test' },
    { address: `${'a'.repeat(250)}@b.io` },
    { channel: 'service', address: '12' },
    {},
    { address: IRA, contact_id: id },
    { contact_id: 'f'.repeat(32) },
    { channel: 'tg', contact_id: id },
  ]) {
    expect([body, (await create(body)).status]).toEqual([body, 422]);
  }
});

test("a contact's address is their e-mail, id on the site, or id in the messenger or channel", async () => {
  const { app, ann, create, addContact, numberOf, work } = await start();
  const { id } = await addContact({ name: 'Ira', email: IRA });
  const number = await numberOf(id);
  const { data: channel } = await ann.call(api.channels.create, { body: { name: 'Kiosk' } });
  await app.sql(`
    INSERT INTO messenger_people (widget_id, provider, external_id, contact_id)
    VALUES (${ann.widgetId}, 'tg', '4711', ${number}), (${ann.widgetId}, 'tg', '4712', ${number});
    INSERT INTO channel_clients (widget_id, channel_id, external_client_id, contact_id)
    VALUES (${ann.widgetId}, ${channel.id}, 'c1', ${number})`);
  const addresses = { email: [IRA], service: [id], tg: ['4711', '4712'], [`ch${channel.id}`]: ['c1'] };
  for (const [name, all] of Object.entries(addresses)) {
    expect((await create({ channel: name, contact_id: id })).status).toBe(201);
    for (const address of all) {
      expect(await work((ctx) => suppressions.findReason(ctx, { channel: name, address }))).toBe('manual');
    }
    expect(await work((ctx) => suppressions.findContacts(ctx, name, [number]))).toEqual(new Map([[number, 'manual']]));
  }
});

test('whoever blocks us in a messenger is suppressed with every id they have there', async () => {
  const { app, ann, addContact, numberOf, work, list } = await start();
  const number = await numberOf((await addContact({ name: 'Ira' })).id);
  await app.sql(`
    INSERT INTO messenger_people (widget_id, provider, external_id, contact_id)
    VALUES (${ann.widgetId}, 'vk', '4711', ${number}), (${ann.widgetId}, 'vk', '4712', ${number})`);
  const made = await work((ctx) =>
    suppressions.suppressAll(ctx, { channel: 'vk', number, reason: 'recipient_blocked' }),
  );
  expect(made).toHaveLength(2);
  expect(await list({ reason: 'recipient_blocked' })).toHaveLength(2);
});

test('lists are filtered by channel and reason, newest first', async () => {
  const { create, list, work } = await start();
  await create({ address: IRA });
  await create({ channel: 'tg', address: '4711' });
  await work((ctx) => suppressions.suppress(ctx, { channel: 'tg', address: '4712', reason: 'stop_word' }));
  const reasons = async (query: object) => (await list(query)).map(({ channel, reason }) => `${channel} ${reason}`);
  expect(await reasons({})).toEqual(['tg stop_word', 'tg manual', 'email manual']);
  expect(await reasons({ channel: 'tg' })).toEqual(['tg stop_word', 'tg manual']);
  expect(await reasons({ reason: 'manual' })).toEqual(['tg manual', 'email manual']);
  expect(await reasons({ channel: 'email', reason: 'stop_word' })).toEqual([]);
});

test('a lifted suppression is gone, and the address may be suppressed again', async () => {
  const { create, remove, list } = await start();
  const { data } = await create({ address: IRA });
  expect((await remove(data.id)).status).toBe(204);
  expect((await remove(data.id)).status).toBe(404);
  expect(await list()).toEqual([]);
  expect((await create({ address: IRA })).status).toBe(201);
});

test.each(['unsubscribed', 'complained'] as const)('%s stays, whoever lifts or suppresses it', async (reason) => {
  const { create, remove, list, work } = await start();
  await create({ address: IRA });
  const { id } = await work((ctx) => suppressions.suppress(ctx, { channel: 'email', address: IRA, reason }));
  expect(await remove(id)).toMatchObject({ status: 409, problem: { reason: 'suppressed_by_recipient' } });
  expect((await create({ address: IRA })).data).toMatchObject({ id, reason });
  expect(await list()).toMatchObject([{ id, reason }]);
});

test('what ends for one reason stays for another', async () => {
  const { list, work } = await start();
  const stop = { channel: 'tg', address: '4711' };
  await work((ctx) => suppressions.suppress(ctx, { ...stop, reason: 'stop_word' }));
  expect(await work((ctx) => suppressions.lift(ctx, { ...stop, reasons: ['bounced'] }))).toBe(false);
  expect(await list()).toHaveLength(1);
  expect(await work((ctx) => suppressions.lift(ctx, { ...stop, reasons: ['stop_word'] }))).toBe(true);
  expect(await list()).toEqual([]);
});

test('a hash in a statement is that of application code', async () => {
  const { create, addContact, work } = await start();
  await create({ address: IRA });
  await create({ channel: 'service', address: 'a'.repeat(32) });
  const ira = await addContact({ email: IRA.toUpperCase() });
  await addContact({ email: 'oleg@example.test' });
  const found = await work(async (ctx) => {
    const { pads } = await suppressions.findHashing(ctx);
    const hash = suppressions.hashOf(pads, 'email', fragment`c.email`);
    return ctx.sql({ guid: text() })`
      SELECT c.guid FROM contacts c JOIN suppressions s ON s.widget_id = c.widget_id AND s.channel = 'email' AND s.hash = ${hash}
      WHERE c.widget_id = ${ctx.widgetId}`;
  });
  expect(found).toEqual([{ guid: ira.id }]);
});

test('everybody who merged is as suppressed on the site as one of them was', async () => {
  const { ann, create, addContact, work } = await start();
  const [kept, gone] = [await addContact({ name: 'Ira' }), await addContact({ name: 'Irina' })];
  await create({ channel: 'service', contact_id: gone.id });
  await ann.call(contacts.merge, { params: { id: kept.id }, body: { contact_id: gone.id } });
  expect(await work((ctx) => suppressions.findReason(ctx, { channel: 'service', address: kept.id }))).toBe('manual');
});

test('suppressions outlive the contact, and are those of one widget', async () => {
  const { app, ann, create, list } = await start();
  const bob = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  await create({ channel: 'service', contact_id: visitor.contactId });
  await ann.call(contacts.remove, { params: { id: visitor.contactId } });
  expect(await list()).toMatchObject([{ channel: 'service' }]);
  expect((await bob.call(api.suppressions.list)).data.data).toEqual([]);
});

test.each(['manual', 'bounced'] as const)('%s stays whenever a recipient stops and starts again', async (reason) => {
  const { list, work } = await start();
  const address = { channel: 'tg', address: '4711' };
  const reasons = async () => (await list()).map((each) => each.reason);
  await work((ctx) => suppressions.suppress(ctx, { ...address, reason }));
  await work((ctx) => suppressions.suppress(ctx, { ...address, reason: 'stop_word' }));
  expect(await reasons()).toEqual(['stop_word']);
  await work((ctx) => suppressions.lift(ctx, { ...address, reasons: ['stop_word'] }));
  expect(await reasons()).toEqual([reason]);
});

test('what is suppressed while a recipient has stopped stays when they start again', async () => {
  const { create, list, work } = await start();
  const address = { channel: 'tg', address: '4711' };
  await work((ctx) => suppressions.suppress(ctx, { ...address, reason: 'stop_word' }));
  await create(address);
  await work((ctx) => suppressions.lift(ctx, { ...address, reasons: ['stop_word'] }));
  expect(await list()).toMatchObject([{ reason: 'manual' }]);
});

test('having blocked us ends, and leaves what was suppressed for another reason', async () => {
  const { create, list, work } = await start();
  const address = { channel: 'tg', address: '4711' };
  await create(address);
  await work((ctx) => suppressions.suppress(ctx, { ...address, reason: 'recipient_blocked' }));
  await work((ctx) => suppressions.suppress(ctx, { ...address, reason: 'stop_word' }));
  await work((ctx) => suppressions.lift(ctx, { ...address, reasons: ['recipient_blocked'] }));
  expect(await list()).toMatchObject([{ reason: 'stop_word' }]);
  await work((ctx) => suppressions.lift(ctx, { ...address, reasons: ['stop_word'] }));
  expect(await list()).toMatchObject([{ reason: 'manual' }]);
});
