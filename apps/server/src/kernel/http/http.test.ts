import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenApp, openApp, startApp } from '../../../test/harness.ts';

/** An app with extra routes for these tests. */
let odd: OpenApp;
beforeAll(async () => {
  odd = await openApp({}, { isolated: true });
  odd.http.post('/echo', async ({ body }) => body);
  odd.http.get('/broken', async () => {
    throw new Error('password=hunter2');
  });
});
afterAll(() => odd.end());

test('an unknown route is 404 problem+json with the request id', async () => {
  const { http } = await startApp();
  for (const url of ['/nowhere', '/api/nowhere', '/api/v1/nowhere?secret=1']) {
    const answer = await http.inject({ url, method: 'POST', payload: '{"a":', headers: { 'x-request-id': 'abc-1' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toEqual({
      type: 'http://localhost:3000/api/problems/route-not-found',
      title: 'Route not found',
      status: 404,
      detail: 'There is no POST route for this path.',
      reason: 'route_not_found',
      instance: 'urn:request:abc-1',
    });
  }
});

test('every response carries a request id: the one received if it is valid, otherwise a new one', async () => {
  const { http } = await startApp();
  const given = await http.inject({ url: '/healthz', headers: { 'x-request-id': 'from.proxy_1' } });
  expect(given.headers['x-request-id']).toBe('from.proxy_1');
  const [none, odd, long] = await Promise.all([
    http.inject('/healthz'),
    http.inject({ url: '/healthz', headers: { 'x-request-id': 'a b\tc' } }),
    http.inject({ url: '/healthz', headers: { 'x-request-id': 'x'.repeat(65) } }),
  ]);
  for (const answer of [none, odd, long]) expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('malformed JSON is 400, an unsupported media type 415 and an oversized body 413', async () => {
  const post = (type: string, payload: string) =>
    odd.http.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });
  expect((await post('application/json', '{"a":')).json()).toMatchObject({ status: 400, reason: 'malformed_request' });
  expect((await post('application/x-odd', 'a')).json()).toMatchObject({
    status: 415,
    reason: 'unsupported_media_type',
  });
  expect((await post('application/json', `"${'x'.repeat(2 ** 20)}"`)).json()).toMatchObject({
    status: 413,
    reason: 'payload_too_large',
  });
});

test('an unexpected error is a 500 that leaks nothing', async () => {
  const answer = await odd.http.inject('/broken');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({
    status: 500,
    reason: 'internal_error',
    instance: `urn:request:${answer.headers['x-request-id']}`,
  });
  expect(answer.body).not.toContain('hunter2');
});

test('an invalid URL, invalid HTTP and oversized headers get a problem response', async () => {
  const { address } = await startApp({}, { live: true });
  const { port, hostname } = new URL(address);
  const ask = async (bytes: string) => {
    const socket = net.connect(Number(port), hostname);
    socket.end(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toContain('application/problem+json');
    expect(head).toContain('x-request-id: ');
    expect(body).not.toContain('s3cret');
    return JSON.parse(body);
  };
  const host = 'host: x\r\nconnection: close\r\n';
  expect(await ask(`GET /%zz-s3cret HTTP/1.1\r\n${host}\r\n`)).toMatchObject({
    status: 400,
    reason: 'malformed_request',
  });
  expect(await ask('s3cret\r\n\r\n')).toMatchObject({ status: 400, reason: 'malformed_request' });
  expect(await ask(`GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatchObject({ status: 431 });
});
