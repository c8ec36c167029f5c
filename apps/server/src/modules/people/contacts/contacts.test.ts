import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { listEventData, listEvents } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';

const { contacts } = api;

test('a contact needs a name, an e-mail or a phone', async () => {
  const ann = await (await startApp()).owner();
  for (const body of [{ name: 'Ira' }, { email: 'ira@example.com' }, { phone: '+7 900 000-00-00' }]) {
    const made = await ann.call(contacts.create, { body });
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), attributes: {}, tags: [], ...body });
  }
  for (const body of [{}, { description: 'tall' }, { name: null, email: null }]) {
    expect((await ann.call(contacts.create, { body })).problem).toMatchObject({
      status: 422,
      errors: { name: expect.any(Array) },
    });
  }
});

test('a missing field is reported before a used idempotency key', async () => {
  const ann = await (await startApp()).owner();
  const key = 'spent';
  await ann.call(contacts.create, { body: { name: 'Ira' }, key });
  expect((await ann.call(contacts.create, { body: { description: 'tall' }, key })).status).toBe(422);
  expect((await ann.call(contacts.create, { body: { name: 'Ira' }, key })).status).toBe(409);
});

test('invalid values are refused by field name', async () => {
  const ann = await (await startApp()).owner();
  const wrong: [string, unknown][] = [
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(256)],
    ['email', 'not an address'],
    ['phone', ''],
    ['description', 'x'.repeat(10_001)],
    ['attributes', 'text'],
    ['attributes', ['a']],
    ['attributes', { '': 1 }],
    ['attributes', { ['x'.repeat(65)]: 1 }],
    ['id', '0'.repeat(32)],
    ['tags', ['vip']],
  ];
  for (const [field, value] of wrong) {
    const { status, problem } = await ann.call(contacts.create, { body: { name: 'Ira', [field]: value } });
    expect({ field, status, named: Object.keys(problem.errors ?? {}).some((each) => each.startsWith(field)) }).toEqual({
      field,
      status: 422,
      named: true,
    });
  }
});

test('creating a contact makes a lead: client.created and visitor.lead, with ids only', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira', email: 'ira@example.com' } });
  const payload = {
    button_guid: ann.buttonGuid,
    contact_id: data.id,
    client_id: expect.any(Number),
    source: 'api',
    at: data.created_at,
  };
  expect(await listEvents(app, ann)).toEqual([
    { type: 'client.created', data: payload },
    { type: 'visitor.lead', data: payload },
  ]);
});

test('an update changes only the fields sent: null clears, attributes merge by name and null removes one', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data: before } = await ann.call(contacts.create, {
    body: { name: 'Ira', email: 'ira@example.com', description: 'tall', attributes: { plan: 'pro', seats: 3 } },
  });
  app.clock.now = app.clock.now.add({ seconds: 5 });
  const params = { id: before.id };
  const body = { email: null, phone: '123', attributes: { seats: null, city: 'Тверь', nested: { a: [1] } } };
  const changed = await ann.call(contacts.update, { params, body });
  expect(changed.status).toBe(200);
  expect(changed.data).toEqual({
    ...before,
    email: null,
    phone: '123',
    attributes: { plan: 'pro', city: 'Тверь', nested: { a: [1] } },
    updated_at: expect.not.stringMatching(before.updated_at),
  });
  expect((await ann.call(contacts.read, { params })).data).toEqual(changed.data);
  expect(await listEventData(app, ann, 'contact.updated')).toMatchObject([{ source: 'api' }]);
});

test('an empty update or one of a read-only field is 422', async () => {
  const ann = await (await startApp()).owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  for (const body of [{}, { id: data.id }, { tags: [] }, { created_at: data.created_at }]) {
    expect((await ann.call(contacts.update, { params: { id: data.id }, body })).status).toBe(422);
  }
});

test('two concurrent updates merge, and neither is lost', async () => {
  const ann = await (await startApp()).owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const names = Array.from({ length: 20 }, (_, index) => `key${index}`);
  await Promise.all(
    names.map((name) => ann.call(contacts.update, { params: { id: data.id }, body: { attributes: { [name]: true } } })),
  );
  const { data: merged } = await ann.call(contacts.read, { params: { id: data.id } });
  expect(Object.keys(merged.attributes).sort()).toEqual(names.sort());
});

test('attributes stay within 100 names and 64 Ki characters, and a refused update stores nothing', async () => {
  const ann = await (await startApp()).owner();
  const many = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`key${index}`, index]));
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira', attributes: many } });
  const params = { id: data.id };
  const add = (attributes: object) => ann.call(contacts.update, { params, body: { name: 'Olga', attributes } });
  expect((await add({ one: 1, two: 2 })).problem).toMatchObject({ status: 422, errors: { attributes: [/./] } });
  expect((await add({ one: 'x'.repeat(65_536) })).status).toBe(422);
  expect((await ann.call(contacts.read, { params })).data).toEqual(data);
  expect((await add({ ...many, one: 1 })).status).toBe(200);
});

test('attribute names that are special in JavaScript are ordinary names', async () => {
  const ann = await (await startApp()).owner();
  const body = '{"name":"Ira","attributes":{"__proto__":{"polluted":1},"constructor":"x","toString":"y"}}';
  const { data } = await ann.call(contacts.create, { body });
  expect(JSON.stringify(data.attributes)).toBe('{"toString":"y","__proto__":{"polluted":1},"constructor":"x"}');
});

test('deleting a contact erases its data', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const params = { id: data.id };
  await ann.call(contacts.addTags, { params, body: { tags: ['vip'] } });
  expect((await ann.call(contacts.remove, { params })).status).toBe(204);
  expect((await ann.call(contacts.read, { params })).status).toBe(404);
  expect((await ann.call(contacts.remove, { params })).status).toBe(404);
  expect(await app.sql(`SELECT FROM contact_tags WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
  expect((await ann.call(api.tags.list)).body).toEqual({ data: [], next_cursor: null });
});

test('the list is newest first, and filters apply before the cursor', async () => {
  const app = await startApp();
  const ann = await app.owner();
  app.clock.now = Temporal.Instant.from('2026-03-01T12:00Z');
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) {
    const { data } = await ann.call(contacts.create, { body: { name } });
    if ('ace'.includes(name)) await ann.call(contacts.addTags, { params: { id: data.id }, body: { tags: ['odd'] } });
    app.clock.now = app.clock.now.add({ hours: 24 });
  }
  const list = async (query: Record<string, unknown>) => {
    const found: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const { data } = await ann.call(contacts.list, { query: { ...query, ...(cursor && { cursor }) } });
      found.push(...data.data.map(({ name }) => name));
      cursor = data.next_cursor;
    } while (cursor);
    return found.join('');
  };
  expect(await list({})).toBe('edcba');
  expect(await list({ limit: 2 })).toBe('edcba');
  expect(await list({ tag: 'odd', limit: 1 })).toBe('eca');
  expect(await list({ tag: 'even' })).toBe('');
  expect(await list({ from: '2026-03-02T12:00Z', to: '2026-03-04T12:00Z', limit: 1 })).toBe('cb');
  expect(await list({ from: '2026-03-04' })).toBe('ed');
  expect(await list({ tag: 'odd', query: 'C' })).toBe('c');
});

test('ranges: Moscow without an offset, a bare date is its midnight, an unescaped + is an offset, the rest is 422', async () => {
  const app = await startApp();
  const ann = await app.owner();
  app.clock.now = Temporal.Instant.from('2026-03-01T21:00Z');
  await ann.call(contacts.create, { body: { name: 'midnight in Moscow' } });
  const count = async (query: string) => {
    const answer = await app.http.inject({
      url: `/api/v1/contacts?${query}`,
      headers: { authorization: `Bearer ${ann.token}` },
    });
    return answer.statusCode === 200 ? answer.json().data.length : answer.statusCode;
  };
  expect(await count('from=2026-03-02')).toBe(1);
  expect(await count('to=2026-03-02')).toBe(0);
  expect(await count('from=2026-03-02T00:00:00&to=2026-03-02T00:00:01')).toBe(1);
  expect(await count('from=2026-03-02T00:00:00Z')).toBe(0);
  expect(await count('from=2026-03-02T05:00:00+05:00')).toBe(0);
  expect(await count('from=2026-03-02T02:00:00+05:00')).toBe(1);
  expect(await count('from=2026-03-02T02:00:00%2B05:00')).toBe(1);
  expect(await count('from=2026-03-02%2000:00')).toBe(1);
  expect(await count('from=-271821-04-20T00:00Z')).toBe(1);
  for (const odd of ['yesterday', '2026-02-30', '2026-13-01', '1700000000', '2026-03-02T25:00', '']) {
    expect(await count(`from=${odd}`)).toBe(422);
  }
});
