import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../test/scratch-cluster.ts';
import { until } from '../../../test/until.ts';
import { isUnavailable } from '../postgres/unavailable.ts';
import { parseAllowRules } from './addresses.ts';
import type { Lookup } from './guard.ts';
import { createOutbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';

const limits = { maxBytes: 1_000, timeoutMs: 10_000 };
const SOON = { ...limits, timeoutMs: 200 };

const loopback: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
const outbound = createOutbound({ allow: parseAllowRules('127.0.0.1'), lookup: loopback });

/** A web server on loopback that records its requests. */
async function serve(answer: http.RequestListener) {
  const asked: { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push({ method, url, headers, body: await text(request) });
    answer(request, response);
  });
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, asked, sockets, server };
}

const redirectTo =
  (location: string, status = 302): http.RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).write('a body without an end');

const isClosed = ({ sockets }: { sockets: Set<net.Socket> }) =>
  until(() => sockets.size === 0, 'the connection is closed', 5_000);

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OutboundError);
  expect(isUnavailable(error)).toBe(false);
  return error as OutboundError;
}

test('a response arrives whole, and its connection is closed', async () => {
  const server = await serve((_request, response) => response.writeHead(201, { 'x-a': 'b' }).end('hello'));
  const answer = await outbound.fetch(`${server.url}/a?b=c#d`, {
    ...limits,
    method: 'POST',
    headers: { authorization: 'Bearer x', Host: 'other.example', 'Accept-Encoding': 'gzip' },
    body: Buffer.from('body'),
  });
  expect(answer).toMatchObject({ status: 201, url: `${server.url}/a?b=c#d`, headers: { 'x-a': 'b' } });
  expect(await text(answer.body)).toBe('hello');
  expect(server.asked).toMatchObject([{ method: 'POST', url: '/a?b=c', body: 'body' }]);
  expect(server.asked[0]?.headers).toMatchObject({
    host: `127.0.0.1:${server.port}`,
    authorization: 'Bearer x',
    'accept-encoding': 'identity',
    connection: 'close',
  });
  await isClosed(server);
});

test('no connection is opened to an address that no rule allows', async () => {
  const { url, port, server } = await serve((_request, response) => response.end());
  let connections = 0;
  server.on('connection', () => connections++);
  const strict = createOutbound({ allow: parseAllowRules(`127.0.0.1:${port + 1}`), lookup: loopback });
  for (const each of [url, `http://localhost:${port}`])
    expect((await failureOf(strict.fetch(each, limits))).reason).toBe('forbidden');
  await text((await outbound.fetch(url, limits)).body);
  expect(connections).toBe(1);
});

test('a name is resolved once per call, and its address checked again each time', async () => {
  const server = await serve((_request, response) => response.end('hello'));
  const resolver = vi.spyOn(dns, 'lookup');
  onTestFinished(() => resolver.mockRestore());
  const answers = ['8.8.8.8', '127.0.0.2', '127.0.0.1', '10.0.0.1'];
  const lookup: Lookup = async () => [{ address: answers.shift() ?? '', family: 4 }];
  const changing = createOutbound({ allow: parseAllowRules('127.0.0.1'), lookup });
  const url = `http://localhost:${server.port}/`;
  await changing.check(url);
  expect((await failureOf(changing.fetch(url, limits))).reason).toBe('forbidden');
  expect(server.asked).toEqual([]);
  expect(await text((await changing.fetch(url, limits)).body)).toBe('hello');
  expect(answers).toEqual(['10.0.0.1']);
  expect(resolver).not.toHaveBeenCalled();
});

test('a redirect is returned like any response unless it may be followed', async () => {
  const { url } = await serve(redirectTo('/b'));
  const answer = await outbound.fetch(url, limits);
  expect(answer).toMatchObject({ status: 302, headers: { location: '/b' } });
  answer.body.destroy();
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is followed once, with the same method and body',
  async (status) => {
    const server = await serve((request, response) =>
      request.url === '/a' ? redirectTo('/b', status)(request, response) : response.end('there'),
    );
    const request = { method: 'POST', body: 'body', headers: { authorization: 'Bearer x' } } as const;
    const answer = await outbound.fetch(`${server.url}/a`, { ...limits, ...request, redirects: 1 });
    expect(answer).toMatchObject({ status: 200, url: `${server.url}/b` });
    expect(await text(answer.body)).toBe('there');
    expect(server.asked).toMatchObject([
      { url: '/a', ...request },
      { url: '/b', ...request },
    ]);
    await isClosed(server);
  },
);

test('a second redirect is refused', async () => {
  const server = await serve(redirectTo('/again'));
  expect((await failureOf(outbound.fetch(server.url, { ...limits, redirects: 1 }))).reason).toBe('redirects');
  expect(server.asked).toHaveLength(2);
  await isClosed(server);
});

test.each([
  ['http://127.0.0.2/', 'forbidden'],
  ['//[::1]/', 'forbidden'],
  ['http://169.254.169.254/latest', 'forbidden'],
  ['ftp://example.com/', 'redirects'],
  ['file:///etc/passwd', 'redirects'],
  ['http://ann:secret@8.8.8.8/', 'redirects'],
])('a redirect to %s is refused like the URL itself', async (location, reason) => {
  const { url } = await serve(redirectTo(location));
  expect((await failureOf(outbound.fetch(url, { ...limits, redirects: 1 }))).reason).toBe(reason);
});

test('a redirect to another origin drops credentials', async () => {
  const there = await serve((_request, response) => response.end());
  const { url } = await serve(redirectTo(there.url, 307));
  const secrets = { Authorization: 'x', cookie: 'x', 'X-Api-Key': 'x', 'x-goog-api-key': 'x', 'X-Access-Token': 'x' };
  const headers = { ...secrets, 'x-signature': 'kept', 'content-type': 'text/plain' };
  await text((await outbound.fetch(url, { ...limits, method: 'POST', headers, body: 'body', redirects: 1 })).body);
  expect(there.asked).toMatchObject([
    { headers: { 'x-signature': 'kept', 'content-type': 'text/plain' }, body: 'body' },
  ]);
  for (const name of Object.keys(secrets)) expect(there.asked[0]?.headers).not.toHaveProperty(name.toLowerCase());
});

test('a response whose Content-Length is over the limit is refused before its body arrives', async () => {
  const server = await serve((_request, response) =>
    response.writeHead(200, { 'content-length': 1_001 }).flushHeaders(),
  );
  expect((await failureOf(outbound.fetch(server.url, limits))).reason).toBe('too_large');
  await isClosed(server);
  const head = await outbound.fetch(server.url, { ...limits, method: 'HEAD' });
  expect(await text(head.body)).toBe('');
});

test('a response that grows over the limit is aborted, and one of exactly the limit is not', async () => {
  const server = await serve((request, response) => {
    response.write('x'.repeat(1_000));
    if (request.url === '/more') response.write('x');
    else response.end();
  });
  expect(await text((await outbound.fetch(server.url, limits)).body)).toHaveLength(1_000);
  const { status, body } = await outbound.fetch(`${server.url}/more`, limits);
  expect(status).toBe(200);
  expect((await failureOf(text(body))).reason).toBe('too_large');
  await isClosed(server);
});

test('a compressed response is refused, since none was requested', async () => {
  const server = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
  expect((await failureOf(outbound.fetch(server.url, limits))).reason).toBe('encoding');
  await isClosed(server);
});

test('the timeout covers DNS, the connection, the headers and the body', async () => {
  const stuck = createOutbound({ allow: [], lookup: () => new Promise(() => undefined) });
  expect((await failureOf(stuck.fetch('https://files.example.test/', SOON))).reason).toBe('timeout');
  const mute = await listenSilently();
  expect((await failureOf(outbound.fetch(`https://localhost:${mute.port}`, SOON))).reason).toBe('timeout');
  const silent = await serve(() => undefined);
  expect((await failureOf(outbound.fetch(silent.url, SOON))).reason).toBe('timeout');
  const slow = await serve((_request, response) => void response.write('x'));
  const { body } = await outbound.fetch(slow.url, SOON);
  expect((await failureOf(text(body))).reason).toBe('timeout');
  for (const server of [mute, silent, slow]) await isClosed(server);
});

test('an unread body is destroyed at the timeout with its connection, and crashes nothing', async () => {
  const endless = await serve((_request, response) => void response.write('x'.repeat(200_000)));
  const { body } = await outbound.fetch(endless.url, { maxBytes: 1e9, timeoutMs: 200 });
  await isClosed(endless);
  expect(body.destroyed).toBe(true);
  const short = await serve((_request, response) => response.end('x'));
  const unread = await outbound.fetch(short.url, SOON);
  await isClosed(short);
  await until(() => unread.body.destroyed, 'the body is destroyed');
});

test('abandoning a body closes its connection immediately', async () => {
  const server = await serve((_request, response) => void response.write('x'));
  const { body } = await outbound.fetch(server.url, limits);
  for await (const chunk of body) {
    expect(String(chunk)).toBe('x');
    break;
  }
  await isClosed(server);
});

test('close aborts calls in progress', async () => {
  const closing = createOutbound({ allow: parseAllowRules('127.0.0.1') });
  const silent = await serve(() => undefined);
  const slow = await serve((_request, response) => void response.write('x'));
  const waiting = failureOf(closing.fetch(silent.url, limits));
  const reading = failureOf(text((await closing.fetch(slow.url, limits)).body));
  await until(() => silent.asked.length === 1, 'the request arrives');
  closing.close();
  expect([(await waiting).reason, (await reading).reason]).toEqual(['unreachable', 'unreachable']);
  await isClosed(silent);
  await isClosed(slow);
});

test('a server that is down, speaks no HTTP or breaks off is unreachable, and not mistaken for the database', async () => {
  const url = `http://localhost:${await freePort()}/`;
  const down = await failureOf(outbound.fetch(url, limits));
  expect(down.reason).toBe('unreachable');
  expect(down.message).not.toContain('127.0.0.1');
  const notHttp = await serve((request) => request.socket.end('220 mail.example.test ESMTP\r\n'));
  expect((await failureOf(outbound.fetch(notHttp.url, limits))).reason).toBe('unreachable');
  const broken = await serve((request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('x', () => request.socket.destroy());
  });
  const { body } = await outbound.fetch(broken.url, limits);
  expect((await failureOf(text(body))).reason).toBe('unreachable');
});

test('an invalid header throws before anything is sent', async () => {
  const { url, asked } = await serve((_request, response) => response.end());
  await expect(outbound.fetch(url, { ...limits, headers: { 'x-a': 'b\r\nx-c: d' } })).rejects.toThrow('header');
  expect(asked).toEqual([]);
});

/** A port that accepts connections and never responds. */
async function listenSilently() {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    socket.resume();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as net.AddressInfo).port, sockets };
}
