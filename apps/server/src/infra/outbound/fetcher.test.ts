import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { parseAllowRules } from './addresses.ts';
import type { Lookup } from './guard.ts';
import { createOutbound, type FetcherOptions } from './outbound.ts';

const LIMITS = { maxBytes: 1_000, gapMs: 10_000, totalMs: 10_000 };
const loopback: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

function fetcher(options: Partial<FetcherOptions> = {}, { allow = '127.0.0.1', lookup = loopback } = {}) {
  const outbound = createOutbound({ allow: parseAllowRules(allow), lookup });
  onTestFinished(outbound.close);
  return outbound.fetcher({ ...LIMITS, ...options });
}

async function serve(answer: http.RequestListener) {
  const asked: { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const sockets = new Set<net.Socket>();
  const seen = { asked, sockets, connections: 0 };
  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push({ method, url, headers, body: await text(request) });
    answer(request, response);
  });
  server.on('connection', (socket) => {
    seen.connections += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(seen, { port: (server.address() as net.AddressInfo).port });
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error.reason ?? error,
  );

test('a fetcher sends what fetch is given, and streams the response', async () => {
  const server = await serve((_request, response) => response.writeHead(201, { 'x-a': 'b' }).end('hello'));
  const response = await fetcher()(`http://localhost:${server.port}/a?b=c`, {
    method: 'POST',
    headers: { authorization: 'Bearer x', 'accept-encoding': 'gzip', host: 'other.example' },
    body: 'body',
  });
  expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, 'b', 'hello']);
  expect(server.asked).toMatchObject([{ method: 'POST', url: '/a?b=c', body: 'body' }]);
  const { authorization, host, 'accept-encoding': encoding } = server.asked[0]?.headers ?? {};
  expect([authorization, host, encoding]).toEqual(['Bearer x', `localhost:${server.port}`, 'identity']);
});

test('a fetcher connects only to an address the guard checked', async () => {
  const server = await serve((_request, response) => response.end('hello'));
  const answers = ['10.0.0.1', '127.0.0.1'];
  const lookup: Lookup = async () => [{ address: answers.shift() ?? '', family: 4 }];
  const fetch = fetcher({}, { lookup });
  const url = `http://localhost:${server.port}/`;
  expect(await failureOf(fetch(url))).toBe('forbidden');
  expect(server.connections).toBe(0);
  expect(await (await fetch(url)).text()).toBe('hello');
  expect(answers).toEqual([]);
});

test('plain http and private addresses are refused, except to what is allowed or trusted', async () => {
  const server = await serve((_request, response) => response.end('hello'));
  const url = `http://127.0.0.1:${server.port}/`;
  const outbound = createOutbound({ allow: [] });
  onTestFinished(outbound.close);
  const [trusting, strict] = [outbound.fetcher({ ...LIMITS, trustedUrl: `${url}v1` }), outbound.fetcher(LIMITS)];
  expect(await (await trusting(url)).text()).toBe('hello');
  expect(await failureOf(strict(url))).toBe('forbidden');
  expect(await failureOf(trusting(`http://127.0.0.1:${server.port + 1}/`))).toBe('forbidden');
  expect(await failureOf(strict('http://8.8.8.8/'))).toBe('invalid_url');
});

test('a chunk is read as soon as it arrives', async () => {
  const responses: http.ServerResponse[] = [];
  const server = await serve((_request, response) => void responses.push(response.writeHead(200)));
  const reading = fetcher()(`http://localhost:${server.port}/`);
  await until(() => responses.length === 1, 'the request arrives');
  responses[0]?.flushHeaders();
  const reader = (await reading).body?.pipeThrough(new TextDecoderStream()).getReader();
  for (const part of ['one', 'two']) {
    responses[0]?.write(part);
    expect(await reader?.read()).toEqual({ done: false, value: part });
  }
  responses[0]?.end();
  expect(await reader?.read()).toMatchObject({ done: true });
});

test('a connection is reused once its response has ended', async () => {
  const server = await serve((_request, response) => response.end('hello'));
  const fetch = fetcher();
  for (let count = 0; count < 3; count += 1) await (await fetch(`http://localhost:${server.port}/`)).text();
  expect([server.asked.length, server.connections]).toEqual([3, 1]);
});

test('an abort closes the connection, before the response and in the middle of it', async () => {
  const server = await serve((request, response) => void (request.url === '/slow' && response.write('x')));
  const fetch = fetcher();
  for (const path of ['/silent', '/slow']) {
    const caller = new AbortController();
    const reading = fetch(`http://localhost:${server.port}${path}`, { signal: caller.signal }).then((it) => it.text());
    const failure = failureOf(reading);
    await until(() => server.asked.at(-1)?.url === path, 'the request arrives');
    caller.abort(new Error('no longer wanted'));
    expect(await failure).toMatchObject({ message: 'no longer wanted' });
    await until(() => server.sockets.size === 0, 'the connection is closed', 5_000);
  }
});

test('an abort after the response leaves the kept connection alone', async () => {
  const server = await serve((_request, response) => response.end('hello'));
  const fetch = fetcher();
  const caller = new AbortController();
  await (await fetch(`http://localhost:${server.port}/`, { signal: caller.signal })).text();
  caller.abort();
  expect(await (await fetch(`http://localhost:${server.port}/`)).text()).toBe('hello');
  expect(server.connections).toBe(1);
});

test('a body that nobody reads to its end closes its connection', async () => {
  const server = await serve((_request, response) => void response.write('x'));
  const response = await fetcher()(`http://localhost:${server.port}/`);
  await response.body?.cancel();
  await until(() => server.sockets.size === 0, 'the connection is closed', 5_000);
});

test('a body over the limit is refused, announced or not', async () => {
  const announced = await serve((_request, response) => response.writeHead(200, { 'content-length': 1_001 }).end());
  expect(await failureOf(fetcher()(`http://localhost:${announced.port}/`))).toBe('too_large');
  const endless = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(100)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const response = await fetcher()(`http://localhost:${endless.port}/`);
  expect(await failureOf(response.text())).toBe('too_large');
  await until(() => endless.sockets.size === 0, 'the connection is closed', 5_000);
});

test('silence before the response, silence within it and a long response time out', async () => {
  const silent = await serve(() => undefined);
  expect(await failureOf(fetcher({ gapMs: 50 })(`http://localhost:${silent.port}/`))).toBe('timeout');
  const stalled = await serve((_request, response) => void response.write('x'));
  const response = await fetcher({ gapMs: 50 })(`http://localhost:${stalled.port}/`);
  expect(await failureOf(response.text())).toBe('timeout');
  const trickling = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const slow = await fetcher({ gapMs: 5_000, totalMs: 100 })(`http://localhost:${trickling.port}/`);
  expect(await failureOf(slow.text())).toBe('timeout');
});

test('a redirect is a response, a connection that breaks off is unreachable, an encoding is refused', async () => {
  const fetch = fetcher();
  const moved = await serve((_request, response) => response.writeHead(307, { location: '/b' }).end());
  expect((await fetch(`http://localhost:${moved.port}/`)).status).toBe(307);
  const broken = await serve((request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('x', () => request.socket.destroy());
  });
  expect(await failureOf((await fetch(`http://localhost:${broken.port}/`)).text())).toBe('unreachable');
  const reset = await serve((request) => request.socket.resetAndDestroy());
  expect(await failureOf(fetch(`http://localhost:${reset.port}/`))).toBe('unreachable');
  const packed = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
  expect(await failureOf(fetch(`http://localhost:${packed.port}/`))).toBe('encoding');
  const empty = await serve((_request, response) => response.writeHead(204).end());
  expect(await (await fetch(`http://localhost:${empty.port}/`)).text()).toBe('');
});

test('close aborts what is under way, and what is no string is not sent', async () => {
  const silent = await serve(() => undefined);
  const outbound = createOutbound({ allow: parseAllowRules('127.0.0.1'), lookup: loopback });
  const fetch = outbound.fetcher(LIMITS);
  const waiting = failureOf(fetch(`http://localhost:${silent.port}/`));
  await until(() => silent.asked.length === 1, 'the request arrives');
  const body = new URLSearchParams({ a: 'b' });
  await expect(fetch(`http://localhost:${silent.port}/`, { method: 'POST', body })).rejects.toThrow('string');
  await expect(fetch(new Request('https://example.com/'))).rejects.toThrow('Request');
  outbound.close();
  expect(await waiting).toBe('unreachable');
});
