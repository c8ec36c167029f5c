import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { type OpenApp, openApp } from '../../test/harness.ts';
import { addReference } from './reference.ts';

let app: OpenApp;
beforeAll(async () => {
  app = await openApp();
  return () => app.end();
});

test('the document is valid OpenAPI 3.1', async () => {
  const { http } = app;
  const { statusCode, headers, body } = await http.inject('/api/openapi.json');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(body))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the examples of problems match the schema of a problem', async () => {
  const { http } = app;
  const { components } = (await http.inject('/api/openapi.json')).json();
  const check = new Ajv2020({ formats: { uri: /^http/ } }).compile(components.schemas.Problem);
  const wrong = Object.keys(components.examples).filter((code) => !check(components.examples[code].value));
  expect(wrong).toEqual([]);
});

test('the examples of problems match the responses of the server', async () => {
  const { components } = (await app.http.inject('/api/openapi.json')).json();
  const owner = await app.owner();
  const token = await owner.newToken(['contacts:read']);
  const headers = { authorization: `Bearer ${token}`, 'x-service-idempotency-key': 'k' };
  const answers = [
    await app.http.inject({ method: 'POST', url: '/api/v1/contacts', headers, payload: {} }),
    await app.http.inject({ url: '/api/v1/contacts?limit=101', headers }),
    await app.http.inject({ url: '/api/v1/contacts' }),
    await app.http.inject({ url: `/api/v1/contacts/${'0'.repeat(32)}`, headers }),
    await app.http.inject({ url: '/api/v1/nothing' }),
    await app.http.inject({ method: 'PATCH', url: '/api/v1/contacts' }),
  ];
  for (const answer of answers) {
    const { instance: _, ...body } = answer.json();
    expect(components.examples[body.reason].value).toMatchObject(body);
  }
  expect(new Set(answers.map((answer) => answer.json().reason)).size).toBe(answers.length);
});

test('the server URL and the problem types use the public URL', async () => {
  const http = fastify();
  addReference(http, { publicUrl: () => 'https://chat.test' });
  const { servers, components } = (await http.inject('/api/openapi.json')).json();
  expect(servers).toEqual([{ url: 'https://chat.test/api' }]);
  expect(components.examples.not_found.value.type).toBe('https://chat.test/api/problems/not-found');
});

test('a cached document is 304, and HEAD has its ETag without the body', async () => {
  const { http } = app;
  const first = await http.inject('/api/openapi.json');
  const etag = String(first.headers.etag);
  for (const known of [etag, `"another", ${etag.replace('W/', '')}`]) {
    const again = await http.inject({ url: '/api/openapi.json', headers: { 'if-none-match': known } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  const other = await http.inject({ url: '/api/openapi.json', headers: { 'if-none-match': '"another"' } });
  expect(other.statusCode).toBe(200);
  const head = await http.inject({ method: 'HEAD', url: '/api/openapi.json' });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
});

test('the document is gzipped for clients that accept it', async () => {
  const { http } = app;
  const plain = await http.inject('/api/openapi.json');
  const gzipped = await http.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br, gzip' } });
  expect(gzipped.headers['content-encoding']).toBe('gzip');
  expect(gzipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(plain.headers['content-encoding']).toBeUndefined();
});
