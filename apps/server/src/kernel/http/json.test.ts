import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { api, dashboard, type ProblemBody, scopeNames } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../test/owners.ts';

const { contacts } = api;

let app: OpenApp;
let ann: Owner;
beforeAll(async () => {
  app = await openApp();
  ann = await app.owner();
});
afterAll(() => app.end());

/** Sends raw bytes to create a contact. */
async function send(payload: string | Buffer, contentType = 'application/json') {
  const headers = { ...(await newHeaders()), ...(contentType && { 'content-type': contentType }) };
  const answer = await app.http.inject({ method: 'POST', url: '/api/v1/contacts', payload, headers });
  return { status: answer.statusCode, body: answer.json(), problem: answer.json() as ProblemBody };
}

async function newHeaders(owner = ann) {
  const token = await owner.newToken(scopeNames);
  return { authorization: `Bearer ${token}`, 'x-service-idempotency-key': randomUUID() };
}

const around = (...bytes: number[]) => Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
const attributes = (text: string) => `{"name":"Ira","attributes":${text}}`;

test.each([
  ['an invalid start byte', around(0xff)],
  ['a truncated sequence', around(0xd0)],
  ['an overlong encoding', around(0xc0, 0x80)],
  ['an encoded surrogate', around(0xed, 0xa0, 0x80)],
  ['a code point above U+10FFFF', around(0xf4, 0x90, 0x80, 0x80)],
  ['Latin-1', Buffer.from('{"name":"é"}', 'latin1')],
  ['UTF-16', Buffer.from('{"name":"Ira"}', 'utf16le')],
])('a body that is not UTF-8 is 400: %s', async (_what, bytes) => {
  expect((await send(bytes)).problem).toMatchObject({ status: 400, reason: 'malformed_request' });
});

test('a duplicate key is 400 at any depth, even if escaped differently', async () => {
  for (const body of [
    '{"name":"a","name":"a"}',
    '{"name":"a" , "email":null\n,"name"\t:"b"}',
    '{"name":"a","\\u006eame":"b"}',
    attributes('{"x":{"y":1,"z":2,"y":1}}'),
    attributes('{"list":[{},{"y":[],"y":[]}]}'),
    attributes('{"__proto__":1,"__proto__":2}'),
    attributes('{"":1,"":2}'),
    attributes('{"a\\"b":1,"a\\u0022b":2}'),
    '[{"name":"a","name":"a"}]',
  ]) {
    expect({ body, ...(await send(body)).problem }).toMatchObject({ body, status: 400, reason: 'malformed_request' });
  }
});

test('the same key is allowed in different objects and inside strings', async () => {
  const given = { name: '{"name":1,"name":2', attributes: { name: 1, a: { name: 1 }, b: [{ name: 1 }, { name: 1 }] } };
  const { status, body } = await send(JSON.stringify(given));
  expect(status).toBe(201);
  expect(body.data).toMatchObject(given);
});

test('32 levels of nesting are accepted, and more are 422', async () => {
  const nested = (levels: number) => attributes(`{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}`);
  expect((await send(nested(32))).status).toBe(201);
  for (const levels of [33, 34, 100_000]) {
    expect((await send(nested(levels))).problem).toMatchObject({ status: 422, errors: { body: [expect.any(String)] } });
  }
  expect((await send(attributes('['.repeat(100_000)))).status).toBe(400);
});

test('a NUL or a lone surrogate is 422 and names its field', async () => {
  for (const odd of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800', 'a\\udfff']) {
    for (const [body, field] of [
      [`{"name":"${odd}"}`, 'name'],
      [attributes(`{"a":{"b":"${odd}"}}`), 'attributes.a.b'],
      [attributes(`{"list":["x","${odd}"]}`), 'attributes.list.1'],
      [attributes(`{"a":{"${odd}":1}}`), 'attributes.a'],
      [`{"name":"Ira","${odd}":1}`, 'body'],
      [`"${odd}"`, 'body'],
      [`["${odd}"]`, '0'],
    ] as const) {
      const { status, problem } = await send(body);
      expect({ body, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
        body,
        status: 422,
        fields: [field],
      });
    }
  }
  expect((await send(around(0))).status).toBe(400);
});

test('surrogate pairs and all other characters are stored unchanged', async () => {
  const name = '😀 ﷺ é é \u202e\u2028\u2029\ufffd\u{10ffff}\u0001\u007f "\\/</script>';
  const escaped = JSON.stringify(name).replace('😀', '\\ud83d\\ude00');
  for (const text of [JSON.stringify(name), escaped])
    expect((await send(`{"name":${text}}`)).body.data.name).toBe(name);
});

test('a NUL in a query parameter is 422 and names the parameter', async () => {
  const ask = (query: string) =>
    app.http.inject({ url: `/api/v1/contacts?${query}`, headers: { authorization: `Bearer ${ann.token}` } });
  for (const query of ['query=a%00b', 'query=%00', 'tag=%00', 'limit=%00', 'cursor=%00', 'from=%00']) {
    const answer = await ask(query);
    expect([query, answer.statusCode, Object.keys(answer.json().errors)]).toEqual([query, 422, [query.split('=')[0]]]);
  }
  expect((await ask('%00=1')).statusCode).toBe(422);
});

test.each(['%ED%A0%80', '%FF', '%C0%80', 'a%D0'])('a query that is not UTF-8 is refused: %s', async (bytes) => {
  const headers = { authorization: `Bearer ${ann.token}` };
  const answer = await app.http.inject({ url: `/api/v1/contacts?query=${bytes}`, headers });
  expect([400, 422]).toContain(answer.statusCode);
});

test('a number too large for a double is 422 and names its field', async () => {
  for (const number of ['1e999', '-1e999', '1E400', `${'9'.repeat(400)}`]) {
    expect((await send(attributes(`{"n":${number}}`))).problem).toMatchObject({
      status: 422,
      errors: { 'attributes.n': [expect.any(String)] },
    });
  }
  for (const number of ['1e308', '-1.7976931348623157e308', '5e-324', '-0', '0.1', '9007199254740993']) {
    const { status, body } = await send(attributes(`{"n":${number}}`));
    expect([status, body.data.attributes.n]).toEqual([201, Number(number) || 0]);
  }
});

test.each([
  '2099-01-01T00:00:00Z',
  '2099-01-01T00:00:00.123+03:00',
  '2099-01-01T00:00:00.123456789Z',
  '2099-01-01t00:00:00z',
  '2099-01-01 00:00Z',
  '20990101T000000Z',
  '2099-01-01T000000+0300',
  '2099-01-01T00Z',
  '2099-01-01T00:00:00,5Z',
  '2099-01-01T00:00:60Z',
  '2099-01-01T24:00Z',
  '2099-01-01T00:00-23:59',
  ' 2099-01-01T00:00:00Z',
  '\u00a02099-01-01T00:00:00Z',
  '9999-12-31T23:59:59.9999999Z',
  '+012345-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2099-02-30T00:00:00Z',
  '2099-01-01T00:00:00',
])('a time is parsed correctly, or is 422 and names its field: "%s"', async (expires_at) => {
  const call = await signedIn(app, await app.owner());
  const { status, data, problem } = await call(dashboard.tokens.create, {
    body: { password: PASSWORD, name: 'x', scopes: [], expires_at },
  });
  if (status === 422) return expect(Object.keys(problem.errors ?? {})).toEqual(['expires_at']);
  expect(status).toBe(201);
  const meant = Temporal.Instant.from(expires_at.trim());
  // Times beyond the database's range may be stored as its last day.
  if (Temporal.Instant.compare(meant, '9999-12-31T00:00Z') > 0) return;
  const off = Temporal.Instant.from(String(data.expires_at)).since(meant).abs();
  expect(Temporal.Duration.compare(off, { seconds: 1 })).toBeLessThanOrEqual(0);
});

test('a body that is missing or not an object is 422', async () => {
  for (const body of ['', 'null', '[]', '[{"name":"Ira"}]', '"Ira"', '1', 'true']) {
    expect({ body, ...(await send(body)).problem }).toMatchObject({ body, status: 422, reason: 'validation_failed' });
  }
  expect((await send('', '')).status).toBe(422);
});

test('a body that is not JSON is rejected with 400', async () => {
  for (const body of [
    ' ',
    '{',
    '{"name"}',
    '{"name":"Ira"',
    '{"name":"Ira"}x',
    "{name:'Ira'}",
    '{"name":"a\nb"}',
    '\0',
  ]) {
    expect({ body, ...(await send(body)).problem }).toMatchObject({ body, status: 400, reason: 'malformed_request' });
  }
});

test('a leading byte order mark is ignored, and a second one is 400', async () => {
  const { status, body } = await send('\ufeff{"name":"Ira"}');
  expect([status, body.data?.name]).toEqual([201, 'Ira']);
  expect((await send('\ufeff\ufeff{"name":"Ira"}')).status).toBe(400);
});

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf8; q=1',
])('UTF-8 JSON is accepted as %s', async (type) => {
  expect((await send('{"name":"Ира"}', type)).body.data).toMatchObject({ name: 'Ира' });
});

test.each([
  '',
  'text/plain',
  'text/json',
  'json',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'application/merge-patch+json',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json;charset=windows-1251',
])('another media type or charset is 415: "%s"', async (type) => {
  const { problem } = await send('{"name":"Ira"}', type);
  expect(problem).toMatchObject({ status: 415, reason: 'unsupported_media_type' });
});

test('a body of up to 1 MiB is read, and one byte more is 413', async () => {
  const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  expect((await send(sized(2 ** 20))).status).toBe(422);
  expect((await send(sized(2 ** 20 + 1))).problem).toMatchObject({ status: 413, reason: 'payload_too_large' });
});

test('a chunked body over 1 MiB is 413', async () => {
  const live = await startApp({}, { live: true });
  const bob = await live.owner();
  const stream = async (chunks: number) => {
    const headers = { ...(await newHeaders(bob)), 'content-type': 'application/json' };
    const outgoing = request(`${live.address}/api/v1/contacts`, { method: 'POST', headers });
    const answer = new Promise<ProblemBody>((resolve, reject) => {
      outgoing.on('response', (response) => resolve(json(response) as Promise<ProblemBody>)).on('error', reject);
    });
    // The server responds before it has read everything, and may disconnect then.
    await pipeline(Readable.from(['"', ...Array(chunks).fill('x'.repeat(2 ** 16)), '"']), outgoing).catch(
      () => undefined,
    );
    return answer;
  };
  expect(await stream(15)).toMatchObject({ status: 422 });
  expect(await stream(16)).toMatchObject({ status: 413, reason: 'payload_too_large' });
});

test('a large invalid body of any structure is 422', async () => {
  for (const body of [
    `{"name":"${'x'.repeat(1_000_000)}"}`,
    `{"name":"${'\\n'.repeat(500_000)}"}`,
    `{"name":"${'\\u0041'.repeat(170_000)}"}`,
    `{"tags":[${'"",'.repeat(300_000)}""]}`,
    `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join()}}`,
    `{"name":${' '.repeat(1_000_000)}"" }`,
    `{"attributes":[${'{},'.repeat(300_000)}{}]}`,
  ]) {
    expect((await send(body)).status).toBe(422);
  }
});

test('keys such as __proto__ and constructor are stored like any other', async () => {
  const { body } = await send(attributes('{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":3}'));
  const { data } = await ann.call(contacts.read, { params: { id: body.data.id } });
  expect(JSON.parse(JSON.stringify(data.attributes))).toEqual(
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":3}'),
  );
  expect(Object.keys(data.attributes).sort()).toEqual(['__proto__', 'constructor', 'toString']);
  expect({}).not.toHaveProperty('polluted');
});

test('a compressed body is 415', async () => {
  const headers = { ...(await newHeaders()), 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await app.http.inject({ method: 'POST', url: '/api/v1/contacts', payload: 'x', headers });
  expect(answer.json()).toMatchObject({ status: 415, reason: 'unsupported_media_type' });
});

test('content headers of a GET are ignored', async () => {
  const token = await ann.newToken(scopeNames);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/odd', 'content-encoding': 'gzip' };
  expect((await app.http.inject({ url: '/api/v1/contacts', headers })).statusCode).toBe(200);
});
