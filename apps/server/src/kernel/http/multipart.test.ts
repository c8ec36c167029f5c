import * as fs from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirectory } from '../../../test/server-process.ts';
import { until } from '../../../test/until.ts';
import { createStaging } from '../../infra/files/staging.ts';
import { Problem, problem, writeProblem } from '../problems.ts';
import { receiveFile } from './multipart.ts';

const MAX = 10_485_760;

interface Answer {
  reason?: string;
  errors?: Record<string, string[]>;
}

interface Outcome {
  request: IncomingMessage;
  status?: number;
  error?: unknown;
}

/** A server that receives one file per request and responds with a description of it, or with the problem. */
async function startUploads(maxBytes = MAX, directory = dataDirectory()) {
  const staging = createStaging(directory);
  const outcomes: Outcome[] = [];
  const server = http.createServer(async (request, response) => {
    const outcome: Outcome = { request };
    outcomes.push(outcome);
    try {
      const upload = { headers: request.headers, stream: request };
      const { name, staged } = await receiveFile(upload, (stream) => staging.receive(stream, maxBytes));
      const content = fs.readFileSync(staged.path);
      await staging.discard(staged);
      outcome.status = 200;
      response.end(
        JSON.stringify({ name, size: staged.size, type: staged.type, start: content.toString('utf8', 0, 20) }),
      );
    } catch (error) {
      outcome.error = error;
      const answer = error instanceof Problem ? error : problem('internal_error');
      const { status, headers, body } = writeProblem(answer, { publicUrl: '', requestId: '' });
      outcome.status = status;
      response.writeHead(status, headers).end(body);
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    outcomes,
    staged: () =>
      fs.existsSync(path.join(directory, 'staging')) ? fs.readdirSync(path.join(directory, 'staging')) : [],
    async send(body: FormData | string | Buffer, type?: string) {
      const headers = type ? { 'content-type': type } : undefined;
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers });
      return { status: answer.status, ...((await answer.json()) as Answer) };
    },
  };
}

function formOf(...parts: [name: string, content: string | Blob, filename?: string][]) {
  const form = new FormData();
  for (const [name, content, filename] of parts) {
    if (typeof content === 'string') form.append(name, content);
    else form.append(name, content, filename);
  }
  return form;
}

const FORM = 'multipart/form-data; boundary=cut';
const part = (disposition: string, content = 'hello') =>
  `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const FILE = part('name="file"; filename="a.txt"');

/** Sends raw bytes and returns the socket; `length` may promise more than is sent. */
function sendRaw(
  port: number,
  bytes: string,
  { length = Buffer.byteLength(bytes), type = FORM, connection = 'close' } = {},
) {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  socket.write(bytes);
  return socket;
}

test('the file of a form is received with its name, size and type', async () => {
  const { send } = await startUploads();
  expect(await send(formOf(['file', new Blob(['%PDF-1.7 hello']), 'Отчёт 😀.txt']))).toEqual({
    status: 200,
    name: 'Отчёт 😀.txt',
    size: 14,
    type: 'application/pdf',
    start: '%PDF-1.7 hello',
  });
  expect(await send(formOf(['file', new Blob([]), 'empty']))).toMatchObject({ status: 200, name: 'empty', size: 0 });
});

test.each([
  ['filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
  ['filename="../a.txt"', 'a.txt'],
  ['filename="день.txt"', 'день.txt'],
  [`filename*=UTF-8''%D0%B4%D0%B5%D0%BD%D1%8C.txt`, 'день.txt'],
  [`filename="fallback.txt"; filename*=UTF-8''%D0%B4%D0%B5%D0%BD%D1%8C.txt`, 'день.txt'],
  [`filename*=utf-8'ru'%D0%B4%D0%B5%D0%BD%D1%8C.txt; filename=fallback.txt`, 'день.txt'],
  [`filename="fallback.txt"; filename*=UTF-8''%zz.txt`, 'fallback.txt'],
  ['filename="a; name=other.txt"', 'a; name=other.txt'],
  ['filename=token.txt', 'token.txt'],
  ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['filename="a\u202eb.txt"', 'ab.txt'],
  ['filename=""', 'file'],
])('a part with %s gets the file name %s', async (parameter, name) => {
  const { send } = await startUploads();
  expect(await send(`${part(`name="file"; ${parameter}`)}--cut--\r\n`, FORM)).toMatchObject({ status: 200, name });
});

test('a file of 10 MiB is accepted, and one byte more is 422', async () => {
  const { send, staged } = await startUploads();
  expect(await send(formOf(['file', new Blob([Buffer.alloc(MAX)]), 'a']))).toMatchObject({ status: 200, size: MAX });
  expect(await send(formOf(['file', new Blob([Buffer.alloc(MAX + 1)]), 'a']))).toMatchObject({
    status: 422,
    errors: { file: [`is larger than ${MAX} bytes`] },
  });
  expect(staged()).toEqual([]);
});

test('a client that sends all of an oversized file before it reads still gets the response', async () => {
  const { port, outcomes, staged } = await startUploads(1000);
  const socket = net.connect(port, '127.0.0.1');
  const before = `${part('name="file"; filename="a"', '').trimEnd()}\r\n\r\n`;
  const [megabyte, count] = [Buffer.alloc(1024 * 1024), 40];
  const length = before.length + megabyte.length * count + '\r\n--cut--\r\n'.length;
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\ncontent-length: ${length}\r\n\r\n${before}`);
  for (let sent = 0; sent < count; sent++)
    await new Promise<void>((resolve) => socket.write(megabyte, () => resolve()));
  // The same connection serves the next request.
  socket.end(
    `\r\n--cut--\r\nPOST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${FORM}\r\ncontent-length: 7\r\n\r\n--cut--`,
  );
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1.1 422/g)).toHaveLength(2);
  expect(answers).toContain('is larger than 1000 bytes');
  expect(answers).toContain('file is required');
  expect(outcomes[0]?.request.readableEnded).toBe(true);
  expect(staged()).toEqual([]);
});

test.each([
  ['in the file', 422, part('name="file"; filename="a"', 'x'.repeat(2000))],
  ['before the first boundary', 400, 'preamble'],
  ['in the headers of a part', 400, '--cut\r\nA: '],
  ['after the last boundary', 400, `${FILE}--cut--\r\n`],
])('a client that sends endless data %s is disconnected', async (_where, status, bytes) => {
  const { port, outcomes, staged } = await startUploads(1000);
  const socket = sendRaw(port, bytes, { length: 2 ** 40, connection: 'keep-alive' });
  const isCut = new Promise((resolve) => socket.on('close', resolve));
  const flood = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(1024 * 1024)));
  };
  socket
    .on('error', () => undefined)
    .on('drain', flood)
    .resume();
  flood();
  await isCut;
  expect(outcomes[0]?.status).toBe(status);
  expect(outcomes[0]?.request.destroyed).toBe(true);
  expect(staged()).toEqual([]);
});

test.each([
  ['a field before the file', formOf(['chat_id', '7'], ['file', new Blob(['a']), 'a']), 'chat_id'],
  ['a field after the file', formOf(['file', new Blob(['a']), 'a'], ['chat_id', '7']), 'chat_id'],
  ['a file under another name', formOf(['avatar', new Blob(['a']), 'a']), 'avatar'],
  ['a field named __proto__', formOf(['__proto__', '7']), '__proto__'],
  ['a second file', formOf(['file', new Blob(['a']), 'a'], ['file', new Blob(['b']), 'b']), 'file'],
  ['a file sent as a text field', formOf(['file', 'hello']), 'file'],
])('%s is 422 and named', async (_what, form, field) => {
  const { send, staged } = await startUploads();
  const answer = await send(form);
  expect(answer).toMatchObject({ status: 422, reason: 'validation_failed' });
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  expect(staged()).toEqual([]);
});

test.each([
  ['without a name', part('filename="a"')],
  ['without headers', '--cut\r\n\r\nhello\r\n'],
  ['with another disposition', '--cut\r\nContent-Disposition: attachment; name="file"; filename="a"\r\n\r\nhello\r\n'],
])('a part %s is 422, with or without a file beside it', async (_what, odd) => {
  const { send, staged } = await startUploads();
  for (const body of [odd, FILE + odd, odd + FILE]) {
    expect(await send(`${body}--cut--\r\n`, FORM)).toMatchObject({
      status: 422,
      errors: { body: ['is an unknown field'] },
    });
  }
  expect(staged()).toEqual([]);
});

test('a part with unterminated headers is ignored', async () => {
  const { send } = await startUploads();
  expect(await send(`--cut\r\nContent-Disp\r\n${FILE}--cut--\r\n`, FORM)).toMatchObject({ status: 200 });
  expect(await send(`${FILE}--cut\r\nA: b\r\n--cut--\r\n`, FORM)).toMatchObject({ status: 200, start: 'hello' });
});

test('a form without parts is 422 because the file is required', async () => {
  const { send } = await startUploads();
  expect(await send('--cut--\r\n', FORM)).toMatchObject({ status: 422, errors: { file: ['is required'] } });
});

test('a preamble and an epilogue are ignored', async () => {
  const { send } = await startUploads();
  const answer = await send(`preamble\r\n${FILE}--cut--\r\nepilogue`, FORM);
  expect(answer).toMatchObject({ status: 200, start: 'hello' });
});

test('a body that is not multipart/form-data is 415', async () => {
  const { send } = await startUploads();
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=cut'])
    expect(await send('file=a', type)).toMatchObject({ status: 415, reason: 'unsupported_media_type' });
});

test.each([
  ['no declared boundary', FILE, 'multipart/form-data'],
  ['an overlong boundary', FILE, `multipart/form-data; boundary=${'x'.repeat(300)}`],
  ['a boundary other than the declared one', `${FILE}--cut--\r\n`, 'multipart/form-data; boundary=other'],
  ['no content', '', FORM],
  ['no closing boundary', FILE, FORM],
  ['a truncated file', FILE.slice(0, -5), FORM],
  ['truncated part headers', '--cut\r\nContent-Disp', FORM],
  ['a truncated boundary', `${FILE}--cu`, FORM],
  ['unterminated part headers and no closing boundary', '--cut\r\nA: b\r\n'.repeat(20), FORM],
  ['a preamble of 2 MiB', `${'x'.repeat(2 * 1024 * 1024)}\r\n${FILE}--cut--\r\n`, FORM],
  ['part headers of 2 MiB', `--cut\r\nA: ${'x'.repeat(2 * 1024 * 1024)}`, FORM],
])('a body with %s is 400 malformed_request', async (_what, body, type) => {
  const { port, outcomes, staged } = await startUploads();
  const answer = await text(sendRaw(port, body, { type }));
  expect(answer).toContain('HTTP/1.1 400');
  expect(answer).toContain('"reason":"malformed_request"');
  await until(() => outcomes[0]?.request.readableEnded === true, 'the body is read');
  expect(staged()).toEqual([]);
});

test.each([
  ['the file', part('name="file"; filename="a"', 'half').trimEnd()],
  ['the headers of a part', '--cut\r\nContent-Disp'],
  ['the epilogue', `${FILE}--cut--\r\n`],
  ['a body already refused', part('name="other"')],
])('a client that disconnects during %s leaves nothing behind', async (_where, bytes) => {
  const { port, outcomes, staged } = await startUploads();
  const socket = sendRaw(port, bytes, { length: 1000 });
  socket.on('error', () => undefined);
  await until(() => outcomes.length === 1, 'the request has begun');
  socket.resetAndDestroy();
  await until(() => outcomes[0]?.status !== undefined, 'the upload has ended');
  expect([400, 422]).toContain(outcomes[0]?.status);
  await until(() => outcomes[0]?.request.destroyed === true, 'the request is destroyed');
  expect(staged()).toEqual([]);
});

test('a client that disconnects before its body is read is refused with malformed_request', async () => {
  const { request } = await new Promise<Outcome>((resolve) => {
    const server = http.createServer((request) => request.once('close', () => resolve({ request })).destroy());
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      sendRaw(port, FILE, { length: 1000 }).on('error', () => undefined);
    });
    onTestFinished(() => void server.close());
  });
  const upload = { headers: { 'content-type': FORM }, stream: request };
  const staging = createStaging(dataDirectory());
  await expect(receiveFile(upload, (stream) => staging.receive(stream, MAX))).rejects.toMatchObject({
    code: 'malformed_request',
  });
});

test('a file that cannot be stored fails with the cause, and the body is still read to its end', async () => {
  const { send, outcomes } = await startUploads(MAX, '/dev/null');
  expect(await send(formOf(['file', new Blob([Buffer.alloc(MAX)]), 'a']))).toMatchObject({ status: 500 });
  expect(outcomes[0]?.error).toMatchObject({ code: 'ENOTDIR' });
  expect(outcomes[0]?.request.readableEnded).toBe(true);
});
