import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../../test/callers.ts';
import { listEvents } from '../../../../../test/events.ts';
import { startApp } from '../../../../../test/harness.ts';
import { identify } from '../../../../../test/identities.ts';

const { contacts } = api;

test('a put creates the contact of a user, and the next one updates it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const put = (body: object) => ann.call(contacts.upsert, { body: { user_id: 'user-42', ...body } });
  const made = await put({ name: 'Ira', email: 'ira@example.com', attributes: { plan: 'pro', seats: 3 } });
  expect(made).toMatchObject({ status: 201, data: { user_id: 'user-42', name: 'Ira' } });
  const changed = await put({ email: null, phone: '+7 900', attributes: { seats: null, city: 'Тверь' } });
  expect(changed).toMatchObject({
    status: 200,
    data: { id: made.data.id, name: 'Ira', email: null, phone: '+7 900', attributes: { plan: 'pro', city: 'Тверь' } },
  });
  const data = { contact_id: made.data.id, source: 'api' };
  expect(await listEvents(app, ann)).toMatchObject([
    { type: 'client.created', data },
    { type: 'visitor.lead', data },
    { type: 'contact.updated', data },
  ]);
});

test('a put that says nothing about a known user changes nothing', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const put = () => ann.call(contacts.upsert, { body: { user_id: 'user-42' } });
  const made = await put();
  expect(made).toMatchObject({ status: 201, data: { name: null } });
  app.clock.now = app.clock.now.add({ seconds: 5 });
  expect(await put()).toMatchObject({ status: 200, data: made.data });
  expect((await listEvents(app, ann)).map(({ type }) => type)).toEqual(['client.created']);
});

test('ten puts of one user at once make one contact', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const put = (index: number) =>
    ann.call(contacts.upsert, { body: { user_id: 'user-42', attributes: { [`key${index}`]: true } } });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => put(index)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  const { data } = (await ann.call(contacts.list)).data;
  expect(data.map(({ attributes }) => Object.keys(attributes).length)).toEqual([10]);
});

test('a put never takes over a contact with the same e-mail or phone', async () => {
  const ann = await (await startApp()).owner();
  const details = { name: 'Ira', email: 'ira@example.com', phone: '+7 900' };
  const known = await ann.call(contacts.create, { body: details });
  const made = await ann.call(contacts.upsert, { body: { user_id: 'user-42', ...details } });
  expect(made.status).toBe(201);
  expect(made.data.id).not.toBe(known.data.id);
  expect((await ann.call(contacts.read, { params: { id: known.data.id } })).data).toEqual(known.data);
});

test('a user of one widget is nobody in another', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const body = { user_id: 'user-42', name: 'Ira' };
  const [first, second] = [await ann.call(contacts.upsert, { body }), await bob.call(contacts.upsert, { body })];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.data.id).not.toBe(second.data.id);
});

test('a visitor whom the site identifies becomes the contact that was put', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const made = await ann.call(contacts.upsert, { body: { user_id: 'user-42', name: 'Ira' } });
  const visitor = await addVisitor(app, ann);
  expect(await identify(app, ann, visitor, 'user-42')).toMatchObject({ data: { contact_id: made.data.id } });
});

test('a put without a user id, or with a member that contacts do not take, is 422', async () => {
  const ann = await (await startApp()).owner();
  for (const body of [
    { name: 'Ira' },
    { user_id: '' },
    { user_id: 'x'.repeat(256) },
    { user_id: 'a', tags: ['vip'] },
  ]) {
    expect((await ann.call(contacts.upsert, { body: body as { user_id: string } })).status).toBe(422);
  }
});
