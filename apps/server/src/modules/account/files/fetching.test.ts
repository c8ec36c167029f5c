import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api } from '@parley/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withToken } from '../../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { freePort } from '../../../../test/scratch-cluster.ts';

const MOST = 10_485_760;

/** A web server on loopback that records requests and responds as the test says. */
async function serve() {
  const asked: { url: string; headers: http.IncomingHttpHeaders }[] = [];
  const site = { url: '', asked, answer: ((_request, response) => void response.end()) as RequestListener };
  const server = http.createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    site.answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(site, { url: `http://127.0.0.1:${port}`, port, close });
}

type Site = Awaited<ReturnType<typeof serve>>;

let app: OpenApp;
let ann: Owner;
let directory: string;
/** The address that the server may call. */
let outside: Site;
/** An address that it may not call. */
let inside: Site;

beforeAll(async () => {
  [outside, inside] = [await serve(), await serve()];
  directory = fs.mkdtempSync(path.join(tmpdir(), 'parley-fetching-'));
  app = await openApp({ DATA_DIR: directory, OUTBOUND_ALLOW: `127.0.0.1:${outside.port}` });
  ann = await app.owner();
});
afterAll(async () => {
  await app.end();
  outside.close();
  inside.close();
  fs.rmSync(directory, { recursive: true });
});
beforeEach(() => {
  outside.answer = (_request, response) => void response.end('hello');
  outside.asked.length = 0;
});
afterEach(() => expect(inside.asked).toEqual([]));

/** Fetches with a fresh token, so that the rate limit does not apply. */
async function fetchFrom(url: unknown) {
  const call = await withToken(app, ann);
  return call(api.files.create, { body: { url } });
}

const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

function bytes() {
  const place = path.join(directory, 'files');
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .flatMap((each) => (each.isFile() ? each.name : []));
}

const left = async () => ({ rows: await app.sql('SELECT id FROM files ORDER BY id'), bytes: bytes().sort() });

/** The error of the field; checks that nothing was stored. */
async function refusalOf(url: unknown) {
  const before = await left();
  const { status, problem } = await fetchFrom(url);
  expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: ['url'] });
  expect(await left()).toEqual(before);
  return problem.errors?.url?.join() ?? '';
}

test('a fetched file is stored unchanged, with the type of its bytes', async () => {
  outside.answer = (_request, response) => void response.setHeader('content-type', 'text/html').end('%PDF-1.7 hello');
  const { status, data } = await fetchFrom(`${outside.url}/a/report.pdf?version=2#page`);
  expect({ status, data }).toMatchObject({
    status: 201,
    data: { name: 'report.pdf', type: 'application/pdf', size: 14 },
  });
  expect((await app.http.inject(new URL(data.url).pathname)).body).toBe('%PDF-1.7 hello');
  expect(outside.asked).toMatchObject([{ url: '/a/report.pdf?version=2' }]);
});

test('a fetch reveals nothing about the caller', async () => {
  await fetchFrom(`${outside.url}/a.txt`);
  const sent = JSON.stringify(outside.asked[0]?.headers);
  for (const each of ['authorization', 'cookie', 'idempotency', 'forwarded', 'Bearer'])
    expect(sent).not.toContain(each);
});

test.each([
  ['/%D0%94%D0%B5%D0%BD%D1%8C%20%F0%9F%98%80.txt', 'День 😀.txt'],
  ['/a%2Fb%5Cc.txt', 'c.txt'],
  ['/%zz.txt', '%zz.txt'],
  ['/a/b/', 'b'],
  ['/', 'file'],
  ['/%2e%2e%2f', 'file'],
  ['/a%E2%80%AEtxt.exe', 'atxt.exe'],
  ['/?name=a.txt', 'file'],
])('a file at %s is named %s', async (at, name) => {
  expect((await fetchFrom(`${outside.url}${at}`)).data.name).toBe(name);
});

test('one redirect is followed, and the final URL gives the name', async () => {
  outside.answer = (request, response) =>
    request.url === '/a.txt' ? redirectTo('/b%20c.txt')(request, response) : void response.end('there');
  expect(await fetchFrom(`${outside.url}/a.txt`)).toMatchObject({ status: 201, data: { name: 'b c.txt', size: 5 } });
});

test('a second redirect is not followed', async () => {
  outside.answer = redirectTo('/again');
  await refusalOf(outside.url);
  expect(outside.asked).toHaveLength(2);
});

const CLOSED = [
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '0',
  ],
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '169.254.1.1', '[::1]', '[::]', '[::127.0.0.1]'],
  ...['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', '[fd00:ec2::254]', '[::ffff:a9fe:a9fe]'],
  ...['[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00::1]', '[ff02::1]'],
];

test.each(CLOSED)('%s is not a public address and is refused', async (host) => {
  for (const url of [`http://${host}/latest/meta-data/`, `https://${host}/`])
    expect(await refusalOf(url)).toContain('is not on the public internet');
});

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1', '①②⑦.0.0.1'])(
  'refusing %s does not reveal whether something is there',
  async (host) => {
    const [open, closed] = [inside.port, await freePort()];
    const said = [await refusalOf(`http://${host}:${open}/`), await refusalOf(`http://${host}:${closed}/`)];
    expect(said[0]?.replace(`:${open}`, '')).toBe(said[1]?.replace(`:${closed}`, ''));
    if (/local/i.test(host)) expect(said[0]).not.toMatch(/127\.|::1/);
  },
);

test.each([
  ['another local port', () => `http://127.0.0.1:${inside.port}/secret`],
  ['a local host name', () => `http://localhost:${inside.port}/secret`],
  ['a cloud metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
  ['an address in another form', () => `http://[::ffff:127.0.0.1]:${inside.port}/secret`],
  ['a file', () => 'file:///etc/passwd'],
  ['another protocol', () => 'ftp://127.0.0.1/a.txt'],
  ['a password', () => `http://user:password@127.0.0.1:${outside.port}/`],
])('a redirect to %s is not followed', async (_where, target) => {
  outside.answer = redirectTo(target());
  await refusalOf(outside.url);
  expect(outside.asked).toHaveLength(1);
});

test.each([201, 204, 206, 304, 400, 401, 404, 418, 500, 503])(
  'a response with status %i is refused',
  async (status) => {
    outside.answer = (_request, response) => void response.writeHead(status).end();
    expect(await refusalOf(outside.url)).toContain(String(status));
  },
);

test('a redirect without a target is refused', async () => {
  outside.answer = (_request, response) => void response.writeHead(302).end('<a href="/b">here</a>');
  await refusalOf(outside.url);
});

test.each([
  'ftp://example.com/a',
  'file:///etc/passwd',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'example.com/a',
  '/a',
  '//',
  ' ',
])('%j is refused as a URL', async (url) => {
  await refusalOf(url);
});

test.each(['user:password@', 'user@', ':password@'])('a URL with %s is refused without a request', async (who) => {
  const said = await refusalOf(`http://${who}127.0.0.1:${outside.port}/a.txt`);
  expect(said).not.toContain('password@');
  expect(outside.asked).toEqual([]);
});

test('a file with a content length over 10,485,760 bytes is refused before its body', async () => {
  outside.answer = (_request, response) => response.writeHead(200, { 'content-length': MOST + 1 }).flushHeaders();
  await refusalOf(outside.url);
});

test('a file with more than 10,485,760 bytes is refused, and one of exactly that size is not', async () => {
  let size = MOST + 1;
  outside.answer = (_request, response) => void response.writeHead(200).end(Buffer.alloc(size));
  await refusalOf(outside.url);
  size = MOST;
  expect(await fetchFrom(outside.url)).toMatchObject({ status: 201, data: { size: MOST } });
});

test.each([
  ['is compressed', (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
  [
    'breaks off',
    (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
  ],
  ['is not HTTP', ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['is empty', ({ socket }) => void socket.destroy()],
] satisfies [string, RequestListener][])('a response that %s is refused', async (_what, answer) => {
  outside.answer = answer;
  await refusalOf(outside.url);
});

test('an unreachable server is 422 and names the field', async () => {
  const away = await serve();
  const other = await openApp({ OUTBOUND_ALLOW: `127.0.0.1:${away.port}` }, { connection: app.connection });
  onTestFinished(other.end);
  away.close();
  const { problem } = await (await withToken(other, ann))(api.files.create, { body: { url: away.url } });
  expect(problem).toMatchObject({ status: 422, errors: { url: [expect.stringContaining('could not be reached')] } });
  expect(JSON.stringify(problem)).not.toContain('ECONN');
});

test.each([
  ['no headers', () => undefined],
  ['a body without an end', (_request, response) => void response.write('half')],
] satisfies [string, RequestListener][])('a response with %s times out after 20 seconds', async (_what, answer) => {
  const before = await left();
  const call = await withToken(app, ann);
  const arrived = Promise.withResolvers<http.IncomingMessage>();
  outside.answer = (request, response) => {
    answer(request, response);
    arrived.resolve(request);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetching = call(api.files.create, { body: { url: outside.url } });
  const { socket } = await arrived.promise;
  vi.advanceTimersByTime(19_999);
  expect(socket.destroyed).toBe(false);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  vi.advanceTimersByTime(1);
  const { problem } = await fetching;
  expect(problem).toMatchObject({ status: 422, errors: { url: [expect.stringContaining('took longer')] } });
  await closed;
  expect(await left()).toEqual(before);
});

/** Returns a function that repeats the fetch with the same key. */
async function withKey() {
  const key = randomUUID();
  const call = await withToken(app, ann);
  return () => call(api.files.create, { body: { url: outside.url }, key });
}

test('a used idempotency key is refused before anything is fetched', async () => {
  const fetchOnce = await withKey();
  expect((await fetchOnce()).status).toBe(201);
  expect((await fetchOnce()).problem).toMatchObject({ status: 409, reason: 'idempotency_key_reused' });
  expect(outside.asked).toHaveLength(1);
});

test('a repeat of a running fetch is refused at once', async () => {
  const fetchOnce = await withKey();
  const asked = Promise.withResolvers<http.ServerResponse>();
  outside.answer = (_request, response) => {
    if (outside.asked.length > 1) response.end('twice');
    asked.resolve(response);
  };
  const first = fetchOnce();
  const response = await asked.promise;
  expect((await fetchOnce()).problem).toMatchObject({ status: 409, reason: 'idempotency_key_in_flight' });
  response.end('once');
  expect(await first).toMatchObject({ status: 201, data: { size: 4 } });
});

test('a failed fetch leaves its idempotency key unused', async () => {
  const fetchOnce = await withKey();
  outside.answer = (_request, response) => void response.writeHead(404).end();
  expect((await fetchOnce()).status).toBe(422);
  outside.answer = (_request, response) => void response.end('there now');
  expect((await fetchOnce()).status).toBe(201);
});
