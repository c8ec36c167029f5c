import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import * as suppressions from '../suppressions/index.ts';
import { applyIntegrationData } from './index.ts';

const { contacts } = api;
const IRA = 'ira@example.test';

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const work = <T>(run: (ctx: Parameters<typeof suppressions.suppress>[0]) => Promise<T>) =>
    app.unitOfWork.write({ tenant: ann }, (write) => run(asSystem(write, ann)));
  return {
    app,
    ann,
    add: async (body: object) => (await ann.call(contacts.create, { body: { email: IRA, ...body } })).data,
    update: (id: string, body: object) => ann.call(contacts.update, { params: { id }, body }),
    read: async (id: string) => (await ann.call(contacts.read, { params: { id } })).data,
    merge: async (id: string, contact_id: string) =>
      (await ann.call(contacts.merge, { params: { id }, body: { contact_id } })).data,
    send: async (text: string) =>
      (await ann.call(contacts.import, { body: new Form('contacts.csv', text) })).data as unknown,
    unsubscribe: (address: string, reason: 'unsubscribed' | 'complained' | 'bounced' = 'unsubscribed') =>
      work((ctx) => suppressions.suppress(ctx, { channel: 'email', address, reason })),
    work,
    later: () => {
      app.clock.now = app.clock.now.add({ hours: 1 });
      return app.clock.now.toString().replace('Z', '+00:00');
    },
  };
}

const at = (text: string | null) => (text === null ? null : new Date(text).getTime());

test('consent is unknown until it is given, and its time is when it was', async () => {
  const { app, ann, add, update, read } = await start();
  const { id, ...made } = await add({});
  expect(made).toMatchObject({ email_consent: null, email_consent_at: null });
  app.clock.now = app.clock.now.add({ hours: 1 });
  const { data } = await update(id, { email_consent: true });
  expect(data.email_consent).toBe(true);
  expect(at(data.email_consent_at)).toBe(app.clock.now.epochMilliseconds);
  expect(await read(id)).toEqual(data);
  expect(await listEventData(app, ann, 'contact.updated')).toMatchObject([{ contact_id: id, source: 'api' }]);
});

test('the same answer again keeps its time, another one has a new time, and null forgets it', async () => {
  const { add, update, later } = await start();
  const { id, email_consent_at } = await add({ email_consent: true });
  expect(email_consent_at).not.toBeNull();
  later();
  expect((await update(id, { email_consent: true })).data.email_consent_at).toBe(email_consent_at);
  later();
  const { data } = await update(id, { email_consent: false });
  expect(data).toMatchObject({
    email_consent: false,
    email_consent_at: expect.not.stringMatching(email_consent_at ?? ''),
  });
  expect((await update(id, { email_consent: null })).data).toMatchObject({
    email_consent: null,
    email_consent_at: null,
  });
});

test('when consent was given is read-only', async () => {
  const { add, update, later } = await start();
  const { id } = await add({});
  const refused = await update(id, { email_consent_at: later() });
  expect(refused).toMatchObject({ status: 422, problem: { errors: { email_consent_at: [/./] } } });
});

test('a yes is for one address: another one has no consent, and a no stays', async () => {
  const { add, update } = await start();
  const yes = await add({ email_consent: true });
  expect((await update(yes.id, { email: ' IRA@Example.test'.trim() })).data.email_consent).toBe(true);
  expect((await update(yes.id, { email: 'other@example.test' })).data).toMatchObject({
    email_consent: null,
    email_consent_at: null,
  });
  const both = await update(yes.id, { email: 'third@example.test', email_consent: true });
  expect(both.data).toMatchObject({ email: 'third@example.test', email_consent: true });
  const no = await add({ email: 'no@example.test', email_consent: false });
  expect((await update(no.id, { email: 'other@example.test' })).data.email_consent).toBe(false);
});

test('a yes does not follow an address that the visitor or an integration changes', async () => {
  const { app, ann, update, read, work } = await start();
  const visitor = await addAnsweredVisitor(app, ann);
  await update(visitor.contactId, { email: IRA, email_consent: true });
  const params = { button_guid: ann.buttonGuid };
  await visitor.call(site.visitor.updateContact, { params, body: { email: 'eve@example.test' } });
  expect((await read(visitor.contactId)).email_consent).toBeNull();
  await update(visitor.contactId, { email_consent: true });
  const [row] = await app.sql<{ id: number }>(`SELECT id::int FROM contacts WHERE guid = '${visitor.contactId}'`);
  await work((ctx) => applyIntegrationData(ctx, row?.id ?? 0, { fields: { email: 'max@example.test' } }));
  expect(await read(visitor.contactId)).toMatchObject({ email: 'max@example.test', email_consent: null });
});

test.each(['unsubscribed', 'complained'] as const)('only the recipient undoes %s', async (reason) => {
  const { ann, add, update, unsubscribe, read } = await start();
  const { id } = await add({});
  await unsubscribe(` ${IRA.toUpperCase()} `, reason);
  expect(await update(id, { email_consent: true })).toMatchObject({
    status: 409,
    problem: { reason: 'suppressed_by_recipient' },
  });
  const created = await ann.call(contacts.create, { body: { email: IRA, email_consent: true } });
  expect(created).toMatchObject({ status: 409, problem: { reason: 'suppressed_by_recipient' } });
  const other = await add({ email: 'other@example.test', email_consent: true });
  expect((await update(other.id, { email: IRA, email_consent: true })).status).toBe(409);
  expect((await update(id, { email_consent: false })).status).toBe(200);
  expect((await update(id, { name: 'Ira' })).status).toBe(200);
  expect(await read(id)).toMatchObject({ name: 'Ira', email_consent: false });
});

test('a suppression for another reason does not refuse consent', async () => {
  const { add, update, unsubscribe } = await start();
  const { id } = await add({});
  await unsubscribe(IRA, 'bounced');
  expect((await update(id, { email_consent: true })).status).toBe(200);
});

test('who unsubscribed from one widget may agree in another', async () => {
  const { app, unsubscribe } = await start();
  await unsubscribe(IRA);
  const bob = await app.owner();
  expect((await bob.call(contacts.create, { body: { email: IRA, email_consent: true } })).status).toBe(201);
});

test('of merged contacts a no wins, whichever is newer', async () => {
  const { add, merge, later } = await start();
  const no = await add({ email_consent: false });
  later();
  const yes = await add({ email_consent: true });
  const { id, ...merged } = await merge(yes.id, no.id);
  expect(merged).toMatchObject({ email_consent: false, email_consent_at: no.email_consent_at });
});

test('of two merged answers to the same address the newest stays', async () => {
  const { add, merge, later } = await start();
  const first = await add({ email_consent: true });
  later();
  const second = await add({ email_consent: true });
  expect(await merge(first.id, second.id)).toMatchObject({
    email_consent: true,
    email_consent_at: second.email_consent_at,
  });
});

test('a yes to an address that a merge drops is not a yes to the one that stays', async () => {
  const { add, merge } = await start();
  const kept = await add({});
  const gone = await add({ email: 'other@example.test', email_consent: true });
  expect(await merge(kept.id, gone.id)).toMatchObject({ email: IRA, email_consent: null, email_consent_at: null });
  const unnamed = await add({ email: null, name: 'Ira' });
  const agreed = await add({ email_consent: true });
  expect(await merge(unnamed.id, agreed.id)).toMatchObject({ email: IRA, email_consent: true });
});

test('an import takes consent as 1 or 0, and an empty cell leaves it', async () => {
  const { add, send, read } = await start();
  const [one, two, three] = [await add({}), await add({ email_consent: true }), await add({ email_consent: true })];
  const rows = [`${one.id},1`, `${two.id},0`, `${three.id},`, ',yes'];
  const report = await send(`id,email_consent,name\n${rows.map((row) => `${row},Ira`).join('\n')}\n,1,Olga\n`);
  expect(report).toMatchObject({
    created: 1,
    updated: 3,
    refused: [{ line: 5, columns: ['email_consent'], message: expect.stringContaining('must be 1 or 0') }],
  });
  expect(await read(one.id)).toMatchObject({ email_consent: true, email_consent_at: expect.any(String) });
  expect(await read(two.id)).toMatchObject({ email_consent: false });
  expect(await read(three.id)).toMatchObject({ email_consent: true, email_consent_at: three.email_consent_at });
});

test('an import refuses rows with consent of people who unsubscribed, and a new address has none', async () => {
  const { ann, add, send, read, unsubscribe } = await start();
  const known = await add({});
  const moved = await add({ email: 'old@example.test', email_consent: true });
  await unsubscribe(IRA);
  const file = `id,email,email_consent\n,${IRA.toUpperCase()},1\n${known.id},,1\n,${IRA},0\n${moved.id},new@example.test,\n`;
  const refused = { columns: ['email_consent'], message: expect.stringContaining('unsubscribed') };
  const expected = {
    created: 1,
    updated: 1,
    refused: [
      { line: 2, ...refused },
      { line: 3, ...refused },
    ],
  };
  const preview = await ann.call(contacts.previewImport, { body: new Form('contacts.csv', file) });
  expect(preview.data).toMatchObject(expected);
  expect(await send(file)).toMatchObject(expected);
  expect(await read(known.id)).toMatchObject({ email_consent: null });
  expect(await read(moved.id)).toMatchObject({ email: 'new@example.test', email_consent: null });
});

test('an export has consent as 1, 0 or nothing', async () => {
  const { app, ann, add } = await start();
  for (const email_consent of [true, false, null]) await add({ email_consent });
  const headers = { authorization: `Bearer ${ann.token}` };
  const { body } = await app.http.inject({ url: '/api/v1/contacts/export', headers });
  const [header = '', ...lines] = body.trim().split('\r\n');
  const place = header.split(',').indexOf('email_consent');
  expect(lines.map((line) => line.split(',')[place])).toEqual(['', '0', '1']);
});

test('erasing a contact erases the consent, and the unsubscription outlives it', async () => {
  const { ann, add, unsubscribe } = await start();
  const { id } = await add({ email_consent: false });
  await unsubscribe(IRA);
  await ann.call(contacts.remove, { params: { id } });
  const again = await ann.call(contacts.create, { body: { email: IRA, email_consent: true } });
  expect(again).toMatchObject({ status: 409, problem: { reason: 'suppressed_by_recipient' } });
  expect((await add({})).email_consent).toBeNull();
});
