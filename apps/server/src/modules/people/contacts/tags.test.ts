import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';

const { contacts, tags } = api;

test('a tag is attached once, however often it is posted', async () => {
  const ann = await (await startApp()).owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const params = { id: data.id };
  const add = (names: string[]) => ann.call(contacts.addTags, { params, body: { tags: names } });
  expect((await add(['vip', ' vip ', 'оптовик'])).data.tags).toEqual(['vip', 'оптовик']);
  const again = await add(['vip', 'a']);
  expect(again.status).toBe(200);
  expect(again.data.tags).toEqual(['a', 'vip', 'оптовик']);
});

test('a tag has 1 to 64 characters, not all blank, and is never a path segment', async () => {
  const ann = await (await startApp()).owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  for (const names of [[], [''], ['  '], ['x'.repeat(65)], [5], ['.'], ['..'], [' .. '], 'vip', undefined]) {
    const answer = await ann.call(contacts.addTags, { params: { id: data.id }, body: { tags: names } });
    expect(answer.problem).toMatchObject({ status: 422, reason: 'validation_failed' });
  }
  const most = Array.from({ length: 100 }, (_, index) => `tag ${index}`);
  expect((await ann.call(contacts.addTags, { params: { id: data.id }, body: { tags: most } })).status).toBe(200);
  expect((await ann.call(contacts.addTags, { params: { id: data.id }, body: { tags: ['more'] } })).status).toBe(422);
  expect((await ann.call(contacts.read, { params: { id: data.id } })).data.tags).toHaveLength(100);
});

test('a tag is removed by its name, whatever characters it has', async () => {
  const ann = await (await startApp()).owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  for (const tag of ['vip', 'a/b', 'ещё 100%?', '...', '&#x']) {
    const params = { id: data.id, tag };
    await ann.call(contacts.addTags, { params, body: { tags: [tag] } });
    expect((await ann.call(contacts.removeTag, { params })).status).toBe(204);
    expect((await ann.call(contacts.removeTag, { params })).status).toBe(404);
  }
  expect((await ann.call(contacts.read, { params: { id: data.id } })).data.tags).toEqual([]);
});

test("the account's tags are the distinct names in use, in order and in pages", async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const names of [
    ['b', 'a'],
    ['c', 'b'],
    ['Я', 'б'],
  ]) {
    const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
    await ann.call(contacts.addTags, { params: { id: data.id }, body: { tags: names } });
  }
  const { data: other } = await bob.call(contacts.create, { body: { name: 'Oleg' } });
  await bob.call(contacts.addTags, { params: { id: other.id }, body: { tags: ['foreign'] } });

  expect((await ann.call(tags.list)).body).toEqual({ data: ['a', 'b', 'c', 'Я', 'б'], next_cursor: null });
  const first = await ann.call(tags.list, { query: { limit: 2 } });
  expect(first.data.data).toEqual(['a', 'b']);
  const rest = await ann.call(tags.list, { query: { cursor: first.data.next_cursor } });
  expect(rest.body).toEqual({ data: ['c', 'Я', 'б'], next_cursor: null });
});

test('a tag that is new or removed changes the contact; one that was there already does not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const params = { id: data.id };
  const read = async () => (await ann.call(contacts.read, { params })).data.updated_at;
  const tick = () => {
    app.clock.now = app.clock.now.add({ seconds: 5 });
    return app.clock.now.epochMilliseconds;
  };
  const counts: number[] = [];
  const count = async () => counts.push((await listEventData(app, ann, 'contact.updated')).length);
  const added = tick();
  await ann.call(contacts.addTags, { params, body: { tags: ['vip', 'b2b'] } });
  expect(Date.parse(await read())).toBe(added);
  await count();
  tick();
  await ann.call(contacts.addTags, { params, body: { tags: ['vip'] } });
  expect(Date.parse(await read())).toBe(added);
  await count();
  const removed = tick();
  await ann.call(contacts.removeTag, { params: { ...params, tag: 'vip' } });
  expect(Date.parse(await read())).toBe(removed);
  await count();
  expect(counts).toEqual([1, 1, 2]);
  expect(await listEventData(app, ann, 'contact.updated')).toMatchObject([
    { contact_id: data.id, source: 'api' },
    { contact_id: data.id, source: 'api' },
  ]);
});
