import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenApp, openApp } from '../../../../test/harness.ts';

const { contacts } = api;

/** Isolated, since it adds more contacts than other tests should have to search. */
let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { isolated: true });
});
afterAll(() => app.end());

test('a query matches any part of name, e-mail or phone, in any case and alphabet', async () => {
  const ann = await app.owner();
  const people = [
    { name: 'Ирина Смирнова', email: 'Irina@Example.com' },
    { name: '田中太郎', phone: '+81 3-1234-5678' },
    { name: 'Jörg Ångström 100%_sure' },
  ];
  for (const body of people) await ann.call(contacts.create, { body });
  const found = async (query: string) =>
    (await ann.call(contacts.list, { query: { query } })).data.data.map(({ name }) => name?.split(/\s/)[0]);
  expect(await found('СМИР')).toEqual(['Ирина']);
  expect(await found('ир')).toEqual(['Ирина']);
  expect(await found('я')).toEqual([]);
  expect(await found('irina@e')).toEqual(['Ирина']);
  expect(await found('.COM')).toEqual(['Ирина']);
  expect(await found('中太')).toEqual(['田中太郎']);
  expect(await found('田')).toEqual(['田中太郎']);
  expect(await found('3-12')).toEqual(['田中太郎']);
  expect(await found('ång')).toEqual(['Jörg']);
  expect(await found('100%_')).toEqual(['Jörg']);
  expect(await found('%')).toEqual(['Jörg']);
  expect(await found('_m')).toEqual([]);
  expect(await found('ва Irina')).toEqual([]);
});

test('matches among the oldest of many contacts are found too, and pages continue', async () => {
  const ann = await app.owner();
  const bob = await app.owner();
  const load = (widget: number, name: string, count: number) =>
    app.sql(`INSERT INTO contacts (widget_id, guid, name, created_at, updated_at)
      SELECT ${widget}, md5(random()::text || i), '${name} ' || i, now(), now() FROM generate_series(1, ${count}) AS i`);
  await load(ann.widgetId, 'Rare', 5);
  await load(ann.widgetId, 'Common', 3_000);
  await load(bob.widgetId, 'Rare', 5);
  const walk = async (query: string, limit: number) => {
    const names: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const { data } = await ann.call(contacts.list, { query: { query, limit, ...(cursor && { cursor }) } });
      names.push(...data.data.map(({ name }) => name));
      cursor = data.next_cursor;
    } while (cursor);
    return names;
  };
  expect(await walk('rare', 2)).toEqual(['Rare 5', 'Rare 4', 'Rare 3', 'Rare 2', 'Rare 1']);
  const common = await walk('common', 100);
  expect(common.length).toBe(3_000);
  expect(new Set(common).size).toBe(3_000);
  expect(await walk('common 77', 100)).toHaveLength(11);
});

test('a text that many old contacts have and no new one is found in order too', async () => {
  const ann = await app.owner();
  const load = (name: string, count: number) =>
    app.sql(`INSERT INTO contacts (widget_id, guid, name, created_at, updated_at)
      SELECT ${ann.widgetId}, md5(random()::text || i), '${name} ' || i, now(), now() FROM generate_series(1, ${count}) AS i`);
  await load('Import', 6_000);
  await load('Fresh', 2_100);
  const first = await ann.call(contacts.list, { query: { query: 'po', limit: 2 } });
  expect(first.data.data.map(({ name }) => name)).toEqual(['Import 6000', 'Import 5999']);
  const next = await ann.call(contacts.list, { query: { query: 'po', limit: 2, cursor: first.data.next_cursor } });
  expect(next.data.data.map(({ name }) => name)).toEqual(['Import 5998', 'Import 5997']);
});
