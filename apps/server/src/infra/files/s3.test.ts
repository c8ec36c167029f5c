import { createHash, createHmac } from 'node:crypto';
import * as fs from 'node:fs';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../test/scratch-cluster.ts';
import { dataDirectory } from '../../../test/server-process.ts';
import { isUnavailable } from '../postgres/unavailable.ts';
import { createS3 } from './s3.ts';
import { StorageError } from './storage-error.ts';

const KEY = '12/2026-11-15/5f0c';
const account = { bucket: 'files', prefix: 'chat/', region: 'eu-central-1', accessKey: 'AKIA', secretKey: 's/cr+t' };

const s3At = (endpoint: string, timeoutMs?: number) => createS3({ ...account, endpoint }, timeoutMs);

/** A storage with the responses of a test; s3rver has only successful ones. */
async function startStorage(answer: RequestListener) {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stage(content: string | Buffer = 'x') {
  const file = path.join(dataDirectory(), 'staged');
  fs.writeFileSync(file, content);
  return file;
}

/** What each of the calls fails with. */
function failuresOf(s3: ReturnType<typeof createS3>, staged = stage()) {
  const calls: Promise<unknown>[] = [s3.put(KEY, staged), s3.read(KEY), s3.remove(KEY)];
  return Promise.all(calls.map((call) => call.then(String, (error: Error) => error)));
}

/** The signature of a request by the specification of AWS Signature Version 4. */
function signatureOf({ method, url, headers }: IncomingMessage) {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const [, scope = '', signed = ''] =
    /Credential=AKIA\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const lines = signed
    .split(';')
    .map((name) => `${name}:${headers[name]}\n`)
    .join('');
  const request = [method, url, '', lines, signed, headers['x-amz-content-sha256']].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${account.secretKey}`);
  return hmac(key, text).toString('hex');
}

test('every request is signed and goes to the configured bucket and prefix', async () => {
  const seen: string[] = [];
  const endpoint = await startStorage((request, response) => {
    expect(request.headers.authorization).toContain('/eu-central-1/s3/aws4_request');
    expect(request.headers.authorization).toMatch(new RegExp(`Signature=${signatureOf(request)}$`));
    seen.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.end());
  });
  const s3 = s3At(endpoint);
  await s3.put(KEY, stage());
  (await s3.read(KEY))?.destroy();
  await s3.remove(KEY);
  expect(seen).toEqual(['PUT', 'GET', 'DELETE'].map((method) => `${method} /files/chat/${KEY}`));
});

test('a file is sent with its length and as application/octet-stream', async () => {
  const endpoint = await startStorage(async (request, response) => {
    expect(request.headers).toMatchObject({ 'content-length': '1000000', 'content-type': 'application/octet-stream' });
    expect(request.headers).not.toHaveProperty('transfer-encoding');
    expect(await buffer(request)).toHaveLength(1_000_000);
    response.end();
  });
  await s3At(endpoint).put(KEY, stage(Buffer.alloc(1_000_000)));
});

test('an unreachable storage is a StorageError, and not mistaken for an unavailable database', async () => {
  const staged = stage();
  for (const error of await failuresOf(s3At(`http://127.0.0.1:${await freePort()}`), staged)) {
    expect(error).toBeInstanceOf(StorageError);
    expect(String(error)).toContain('ECONNREFUSED');
    expect(isUnavailable(error)).toBe(false);
  }
  expect(fs.existsSync(staged)).toBe(true);
});

test('an unresponsive storage times out', async () => {
  const silent = await startStorage(() => undefined);
  for (const error of await failuresOf(s3At(silent, 100))) expect(String(error)).toContain('no response within 100 ms');
});

test('a call is retried when the storage is busy or closes the connection', async () => {
  let calls = 0;
  const endpoint = await startStorage(async (request, response) => {
    calls++;
    if (calls === 1) return void request.socket.destroy();
    const body = await buffer(request);
    response.writeHead(calls === 2 ? 503 : 200).end(calls === 3 && String(body) === 'whole' ? '' : 'not now');
  });
  const staged = stage('whole');
  await s3At(endpoint).put(KEY, staged);
  expect(calls).toBe(3);
  expect(fs.existsSync(staged)).toBe(false);
});

test.each([
  [500, '<Error><Code>InternalError</Code></Error>', '500 InternalError'],
  [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', '403 SignatureDoesNotMatch'],
  [404, '<Error><Code>NoSuchBucket</Code></Error>', '404 NoSuchBucket'],
  [301, '<Error><Code>PermanentRedirect</Code></Error>', '301 PermanentRedirect'],
  [400, 'what', '400'],
])('a response of %i %s is a StorageError that names it', async (status, body, said) => {
  const endpoint = await startStorage((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { location: '/elsewhere' }).end(body));
  });
  const staged = stage();
  for (const error of await failuresOf(s3At(endpoint), staged)) {
    expect(error).toBeInstanceOf(StorageError);
    expect(String(error)).toContain(said);
  }
  expect(fs.existsSync(staged)).toBe(true);
});

test('a file that breaks off while it is read is a StorageError', async () => {
  const endpoint = await startStorage((_request, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('half', () => response.destroy());
  });
  const stream = await s3At(endpoint).read(KEY);
  const error = await buffer(stream as Readable).catch((error) => error);
  expect(error).toBeInstanceOf(StorageError);
  expect(isUnavailable(error)).toBe(false);
});

test('the timeout of a call does not cut off a slow download', async () => {
  const answering = Promise.withResolvers<http.ServerResponse>();
  const endpoint = await startStorage((_request, response) => {
    response.writeHead(200, { 'content-length': 8 }).write('half');
    answering.resolve(response);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = await s3At(endpoint).read(KEY);
  const response = await answering.promise;
  vi.advanceTimersByTime(600_000);
  response.end('rest');
  expect(String(await buffer(stream as Readable))).toBe('halfrest');
});

test('destroying an unread file closes its connection', async () => {
  const closed = Promise.withResolvers<void>();
  const endpoint = await startStorage((request, response) => {
    request.socket.on('close', () => closed.resolve());
    response.writeHead(200, { 'content-length': 1000 }).write('half');
  });
  (await s3At(endpoint).read(KEY))?.destroy();
  await closed.promise;
});
