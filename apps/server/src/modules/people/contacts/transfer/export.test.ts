import { api, site } from '@parley/contract';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';

const { contacts } = api;

/** The raw file, and its cells as a spreadsheet reads them. */
async function exportFile({ http }: TestApp, ann: Owner, search = '') {
  const authorization = `Bearer ${await ann.newToken(['contacts:read'])}`;
  const answer = await http.inject({ url: `/api/v1/contacts/export${search}`, headers: { authorization } });
  const rows = parse(answer.body, { bom: true, columns: true }) as Record<string, string>[];
  return { answer, rows };
}

test('the file has every contact, newest first, in an encoding that spreadsheets recognise', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data: ira } = await ann.call(contacts.create, {
    body: { name: 'Ира', email: 'ira@example.test', attributes: { plan: 'pro' } },
  });
  await ann.call(contacts.addTags, { params: { id: ira.id }, body: { tags: ['vip', 'a,b'] } });
  await ann.call(contacts.block, { params: { id: ira.id } });
  await ann.call(contacts.create, { body: { name: 'Oleg' } });
  const { answer, rows } = await exportFile(app, ann);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=UTF-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"/),
    'cache-control': 'no-store',
  });
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(answer.body.split('\r\n')[0]?.slice(1)).toBe(
    'id,name,email,phone,description,tags,blocked,email_consent,created_at,attributes',
  );
  expect(rows).toEqual([
    expect.objectContaining({ name: 'Oleg', email: '', tags: '', blocked: '0', attributes: '' }),
    {
      id: ira.id,
      name: 'Ира',
      email: 'ira@example.test',
      phone: '',
      description: '',
      tags: '"a,b", vip',
      blocked: '1',
      email_consent: '',
      created_at: ira.created_at,
      attributes: '{"plan":"pro"}',
    },
  ]);
});

test.each([
  ['=HYPERLINK("http://evil.example")', `'=HYPERLINK("http://evil.example")`],
  ['+7 900 000-00-00', "'+7 900 000-00-00"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ['a=b', 'a=b'],
])('a cell never starts with a formula: %j', async (given, written) => {
  const app = await startApp();
  const ann = await app.owner();
  await ann.call(contacts.create, { body: { name: 'x', description: given } });
  const { rows } = await exportFile(app, ann);
  expect(rows[0]?.description).toBe(written);
});

test('quotes, commas, semicolons and line breaks stay inside their cell, as in RFC 4180', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const description = 'says "hi", twice;\r\nand\nagain';
  await ann.call(contacts.create, { body: { name: 'Ira', description } });
  const { answer, rows } = await exportFile(app, ann);
  expect(answer.body).toContain(',"says ""hi"", twice;\r\nand\nagain",');
  expect(rows).toMatchObject([{ description }]);
});

test('filters are those of the list, and contacts of another widget are never included', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const name of ['Ira', 'Irina', 'Oleg']) await ann.call(contacts.create, { body: { name } });
  const { data: vip } = await ann.call(contacts.create, { body: { name: 'Vera' } });
  await ann.call(contacts.addTags, { params: { id: vip.id }, body: { tags: ['vip'] } });
  await bob.call(contacts.create, { body: { name: 'Ira of Bob' } });
  const names = async (search: string) => (await exportFile(app, ann, search)).rows.map(({ name }) => name);
  expect(await names('')).toEqual(['Vera', 'Oleg', 'Irina', 'Ira']);
  expect(await names('?query=ir')).toEqual(['Irina', 'Ira']);
  expect(await names('?tag=vip')).toEqual(['Vera']);
  expect(await names('?from=2000-01-01&to=2000-02-01')).toEqual([]);
  expect((await ann.call(contacts.export, { query: { limit: 5 } as never })).status).toBe(422);
});

test('a large export is read in batches, and concurrent changes neither repeat nor skip a contact', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await app.sql(
    `INSERT INTO contacts (widget_id, guid, name, created_at, updated_at)
     SELECT ${ann.widgetId}, md5(n::text), 'contact ' || n, now(), now() FROM generate_series(1, 5000) AS n`,
  );
  for (const search of ['', '?query=contact']) {
    const { rows } = await exportFile(app, ann, search);
    const numbers = rows.map(({ name = '' }) => Number(name.slice('contact '.length)));
    expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, at) => 5_000 - at));
  }
});

test('text typed by a visitor is text in the file too', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  await call(site.visitor.updateContact, { params, body: { name: '=cmd|calc!A1', email: 'ira@example.test' } });
  expect((await exportFile(app, ann)).rows).toMatchObject([{ name: "'=cmd|calc!A1" }]);
});
