import { expect, test } from 'vitest';
import { startApp } from '../../../test/harness.ts';

test('/healthz is 200 while the process runs, /readyz only while it can serve', async () => {
  const app = await startApp({}, { isolated: true });
  expect((await app.http.inject('/readyz')).json()).toEqual({ status: 'ready' });
  for (const state of ['starting', 'stopping'] as const) {
    app.state = state;
    expect((await app.http.inject('/healthz')).statusCode).toBe(200);
    expect((await app.http.inject('/readyz')).json()).toMatchObject({ status: 503, reason: 'unavailable' });
    expect((await app.http.inject('/api/v1')).json()).toMatchObject({ status: 503, reason: 'unavailable' });
  }
});

test('HEAD works where GET does', async () => {
  const { http } = await startApp();
  const answer = await http.inject({ method: 'HEAD', url: '/healthz' });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('');
});

test('/metrics counts requests by route', async () => {
  const { http } = await startApp();
  const read = async () => (await http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;
  const counted = (text: string) =>
    Number(/^http_request_duration_seconds_count{method="GET",route="\/readyz",status="200"} (\d+)$/m.exec(text)?.[1]);
  await http.inject('/readyz');
  const first = await read();
  await http.inject('/readyz');
  expect(counted(await read())).toBe(counted(first) + 1);
  expect(first).toContain('process_resident_memory_bytes');
});

test('without METRICS_TOKEN, /metrics is served only to direct requests from localhost', async () => {
  const { http } = await startApp();
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect((await http.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200);
  }
  expect((await http.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404);
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const proxied = { url: '/metrics', remoteAddress: '127.0.0.1', headers: { [header]: '127.0.0.1' } };
    expect((await http.inject(proxied)).statusCode).toBe(404);
  }
});

test('with METRICS_TOKEN, /metrics requires it as a bearer token', async () => {
  const { http } = await startApp({ METRICS_TOKEN: 'open sesame' });
  const ask = (authorization?: string) =>
    http.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers: authorization ? { authorization } : {} });
  const none = await ask();
  expect(none.headers['www-authenticate']).toBe('Bearer');
  expect(none.json()).toMatchObject({ status: 401, reason: 'token_missing' });
  expect((await ask('Bearer open')).json()).toMatchObject({ status: 401, reason: 'token_invalid' });
  expect((await ask('Bearer open sesame')).statusCode).toBe(200);
});
