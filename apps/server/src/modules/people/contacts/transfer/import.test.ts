import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { listEvents } from '../../../../../test/events.ts';
import { startApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';

const { contacts } = api;

async function start(options: { isolated?: boolean } = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  return {
    app,
    ann,
    send: (text: string | Uint8Array) => ann.call(contacts.import, { body: new Form('contacts.csv', text) }),
    all: async () => (await ann.call(contacts.list, { query: { limit: 100 } })).data.data.toReversed(),
  };
}

async function exportOf({ http }: { http: Awaited<ReturnType<typeof startApp>>['http'] }, ann: Owner) {
  const authorization = `Bearer ${await ann.newToken(['contacts:read'])}`;
  return (await http.inject({ url: '/api/v1/contacts/export', headers: { authorization } })).rawPayload;
}

test.each([
  ['commas', 'name,email,tags\nИра,ira@example.test,"vip, ""a,b"""\n'],
  ['semicolons', 'name;email;tags\r\nИра;ira@example.test;"vip, ""a,b"""\r\n'],
  ['a byte order mark', '\ufeffname,email,tags\r\nИра,ira@example.test,"vip, ""a,b"""'],
  ['other letters and spaces in the header', ' Name ,EMAIL,Tags\nИра, ira@example.test ,"vip, ""a,b"""\n'],
  ['empty lines', '\nname,email,tags\n\nИра,ira@example.test,"vip, ""a,b"""\n\n'],
])('a row makes a contact: with %s', async (_what, text) => {
  const { send, all } = await start();
  expect(await send(text)).toMatchObject({
    status: 200,
    data: { created: 1, updated: 0, refused: [], refused_count: 0 },
  });
  expect(await all()).toMatchObject([{ name: 'Ира', email: 'ira@example.test', tags: ['a,b', 'vip'] }]);
});

test('an exported file can be imported unchanged, formulas included', async () => {
  const { app, ann, send, all } = await start();
  const formulas = ['=1+1', '+7 900', '-5', '@x', '\t=1', '\r=1', "'=1", "''=1", "'quoted'", 'a "b", c;\r\nd'];
  for (const description of formulas)
    await ann.call(contacts.create, { body: { name: `=${description}`, description } });
  const [first] = await all();
  const id = first?.id ?? '';
  await ann.call(contacts.update, { params: { id }, body: { phone: '+1', attributes: { nested: { a: [1, '=2'] } } } });
  await ann.call(contacts.addTags, { params: { id }, body: { tags: ['=tag', 'a,b', 'say "x"'] } });
  await ann.call(contacts.block, { params: { id } });
  const before = await all();
  const file = await exportOf(app, ann);
  for (const each of before) {
    await ann.call(contacts.update, { params: { id: each.id }, body: { name: 'changed', description: null } });
  }
  await ann.call(contacts.unblock, { params: { id } });
  expect((await send(file)).data).toEqual({ created: 0, updated: formulas.length, refused: [], refused_count: 0 });
  const plain = (all: typeof before) =>
    all.map(({ updated_at: _, blocked_at, ...rest }) => [rest, blocked_at !== null]);
  expect(plain(await all())).toEqual(plain(before));
});

test('an id selects the contact a row changes; missing and empty cells leave fields as they are', async () => {
  const { ann, send, all } = await start();
  const body = { name: 'Ira', email: 'ira@example.test', attributes: { plan: 'pro', city: 'Тверь' } };
  const { data: ira } = await ann.call(contacts.create, { body });
  await ann.call(contacts.addTags, { params: { id: ira.id }, body: { tags: ['vip'] } });
  const file = `id,name,email,tags,blocked,attributes\n${ira.id},Irina,,new,1,"{""plan"":null,""seats"":3}"\n`;
  expect((await send(file)).data).toMatchObject({ created: 0, updated: 1 });
  expect(await all()).toMatchObject([
    {
      id: ira.id,
      name: 'Irina',
      email: 'ira@example.test',
      tags: ['new', 'vip'],
      attributes: { city: 'Тверь', seats: 3 },
      blocked_at: expect.any(String),
      created_at: ira.created_at,
    },
  ]);
  await send(`id,phone,blocked\n${ira.id},,0\n`);
  expect(await all()).toMatchObject([{ name: 'Irina', blocked_at: null }]);
});

test('invalid rows are reported with their errors, and the others are imported', async () => {
  const { app, send, all } = await start();
  const bob = await app.owner();
  const { data: foreign } = await bob.call(contacts.create, { body: { name: 'Boris' } });
  const hundred = Array.from({ length: 101 }, (_, at) => `t${at}`).join(',');
  const rows: [row: string, message?: RegExp, columns?: string[]][] = [
    [',Ira,ira@example.test,,,,'],
    [',Oleg,not an address,,,,', /email must be an e-mail address/, ['email']],
    [',,,"a ""tall\none""",,,', /name is required/, ['name', 'email', 'phone']],
    [`,${'x'.repeat(256)},,,,,`, /name/, ['name']],
    [',Ira,,,..,,', /tags/, ['tags']],
    [`,Ira,,,"${hundred}",,`, /tags/, ['tags']],
    [',Ira,,,"a ""b",,', /tags must be comma-separated names/, ['tags']],
    [',Ira,,,,maybe,', /blocked must be 1 or 0/, ['blocked']],
    [',Ira,,,,,not json', /attributes must be a JSON object/, ['attributes']],
    [',Ira,,,,,"[1]"', /attributes must be object/, ['attributes']],
    [`,Ira,,,,,"{""${'x'.repeat(65)}"":1}"`, /attributes/, ['attributes']],
    [`${foreign.id},Ira,,,,,`, /id is not a contact of this widget/, ['id']],
    ['12,Ira,,,,,', /id is not a contact of this widget/, ['id']],
    [',Ira,,,,', /row has 6 cells, expected 7/],
    [',I\0ra,,,,,', /NUL/, ['name']],
    [',Vera,,,,,'],
  ];
  const header = 'id,name,email,description,tags,blocked,attributes';
  const { data } = await send([header, ...rows.map(([row]) => row)].join('\n'));
  const refused = rows.flatMap(([, message, columns = []], at) =>
    message ? [{ message, columns, line: lineOf(at) }] : [],
  );
  function lineOf(at: number) {
    return 2 + rows.slice(0, at).flatMap(([row]) => row.split('\n')).length;
  }
  expect(data).toEqual({
    created: 2,
    updated: 0,
    refused: refused.map(({ message, ...where }) => ({ ...where, message: expect.stringMatching(message) })),
    refused_count: refused.length,
  });
  expect((await all()).map(({ name }) => name)).toEqual(['Ira', 'Vera']);
  expect((await bob.call(contacts.read, { params: { id: foreign.id } })).data.name).toBe('Boris');
});

test("a change that would exceed a contact's limits is refused, and nothing of its row is kept", async () => {
  const { ann, send, all } = await start();
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, at]));
  const { data: ira } = await ann.call(contacts.create, { body: { name: 'Ira', attributes } });
  const tags = Array.from({ length: 100 }, (_, at) => `t${at}`);
  await ann.call(contacts.addTags, { params: { id: ira.id }, body: { tags } });
  const file = ['id,name,tags,attributes', `${ira.id},Irina,,"{""more"":1}"`, `${ira.id},Irina,more,`, ',Oleg,,'];
  expect((await send(file.join('\n'))).data).toMatchObject({
    created: 1,
    updated: 0,
    refused: [
      { line: 2, message: expect.stringContaining('attributes') },
      { line: 3, message: expect.stringContaining('tags') },
    ],
  });
  expect(await all()).toMatchObject([{ name: 'Ira' }, { name: 'Oleg' }]);
});

test('every refused row is reported', async () => {
  const { send } = await start();
  const { data } = await send(`name,email\n${'Ira,wrong\n'.repeat(150)}`);
  expect(data).toMatchObject({ created: 0, updated: 0, refused_count: 150 });
  expect(data.refused.map(({ line }) => line)).toEqual(Array.from({ length: 150 }, (_, at) => at + 2));
});

test('a preview has the result of the import and stores nothing', async () => {
  const { app, ann, send, all } = await start();
  const { data: ira } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const file = `id,name,email\n${ira.id},Irina,\n,Oleg,oleg@example.test\n,Vera,wrong\n${'0'.repeat(32)},Lev,\n`;
  const before = await listEvents(app, ann);
  const preview = await ann.call(contacts.previewImport, { body: new Form('contacts.csv', file) });
  expect(preview.data).toEqual({
    created: 1,
    updated: 1,
    refused: [
      { line: 4, columns: ['email'], message: expect.stringMatching(/email/) },
      { line: 5, columns: ['id'], message: expect.stringMatching(/is not a contact/) },
    ],
    refused_count: 2,
  });
  expect(await all()).toMatchObject([{ name: 'Ira' }]);
  expect(await listEvents(app, ann)).toEqual(before);
  expect((await send(file)).data).toEqual(preview.data);
  expect((await ann.call(contacts.previewImport, { body: new Form('contacts.csv', 'company\nAcme\n') })).status).toBe(
    422,
  );
});

test.each([
  ['that is empty', ''],
  ['of spaces', ' \n \n'],
  ['without a column that names anybody', 'id,description\n,tall\n'],
  ['with a column that contacts lack', 'name,company\nIra,Acme\n'],
  ['with a column twice', 'name,Name\nIra,Ira\n'],
  ['whose quotes do not end', 'name\n"Ira\n'],
  ['with quotes where none can be', 'name\n"Ira" Petrova\n'],
  ['in another encoding', Buffer.from('name\nИра\n', 'utf16le')],
  ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['with too many rows', `name\n${'a\n'.repeat(10_001)}`],
  ['that is too large', `name,description\n${`a,${'x'.repeat(9_000)}\n`.repeat(600)}`],
])('a file %s is refused as a whole', async (_what, text) => {
  const { send, all } = await start();
  expect((await send(text)).problem).toMatchObject({ status: 422, errors: { file: [expect.any(String)] } });
  expect(await all()).toEqual([]);
});

test('integrations are notified of each contact as if created or changed by itself', async () => {
  const { app, ann, send } = await start();
  const { data: ira } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const before = await listEvents(app, ann);
  await send(`id,name\n${ira.id},Irina\n,Oleg\n`);
  const told = (await listEvents(app, ann)).slice(before.length);
  expect(told.map(({ type }) => type)).toEqual(['client.created', 'visitor.lead', 'contact.updated']);
});

test('two concurrent files that change the same contacts in different order are both imported', async () => {
  const { ann, send, all } = await start();
  for (const name of ['a', 'b', 'c', 'd']) await ann.call(contacts.create, { body: { name } });
  const ids = (await all()).map(({ id }) => id);
  const file = (name: string, order: string[]) => `id,name\n${order.map((id) => `${id},${name}\n`).join('')}`;
  const answers = await Promise.all([
    send(file('one', ids)),
    send(file('two', ids.toReversed())),
    send(file('three', ids)),
  ]);
  expect(answers.map(({ data }) => data?.updated)).toEqual([4, 4, 4]);
  expect(new Set((await all()).map(({ name }) => name)).size).toBe(1);
});

test('a file with the maximum number of rows is imported', async () => {
  const { app, ann, send } = await start({ isolated: true });
  const rows = Array.from({ length: 10_000 }, (_, at) => `Contact ${at},c${at}@example.test,imported\n`);
  expect((await send(`name,email,tags\n${rows.join('')}`)).data).toMatchObject({ created: 10_000, refused_count: 0 });
  expect(await app.sql(`SELECT count(*)::int AS count FROM contacts WHERE widget_id = ${ann.widgetId}`)).toEqual([
    { count: 10_000 },
  ]);
});
