import { expect, test } from 'vitest';
import { type Answer, hangUp, problem, serve } from '../test/http-server.ts';
import { createClient } from './index.ts';

const bytes = new Uint8Array([0, 255, 13, 10, 45, 45, 128]);
const stored = { id: 1, name: 'a.bin', type: 'application/octet-stream', size: bytes.length };
const created: Answer = { status: 201, body: { data: stored } };

type Received = Awaited<ReturnType<typeof serve>>['received'][number];

/** The form in a request, as a server reads it. */
async function formOf({ headers, bytes }: Received) {
  const contentType = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  expect([...form.keys()]).toEqual(['file']);
  return form.get('file') as File;
}

test('a file is sent as multipart, with its exact bytes and name', async () => {
  const server = await serve(() => created);
  const client = createClient({ baseUrl: server.url, token: 'secret' });
  expect(await client.files.create({ file: new File([bytes], 'отчёт "май".bin') })).toEqual(stored);
  const [request] = server.received as [Received];
  expect(request).toMatchObject({ method: 'POST', url: '/api/v1/files', headers: { authorization: 'Bearer secret' } });
  expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  const file = await formOf(request);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect(file.name).toBe('отчёт "май".bin');
});

test('a given name overrides the name of the file', async () => {
  const server = await serve(() => created);
  const client = createClient({ baseUrl: server.url });
  await client.files.create({ file: new Blob([bytes]), name: 'a.bin' });
  await client.files.create({ file: new File([bytes], 'b.bin'), name: 'c.bin' });
  const names = await Promise.all(server.received.map(async (request) => (await formOf(request)).name));
  expect(names).toEqual(['a.bin', 'c.bin']);
});

test('a retry sends the whole file again with the same idempotency key', async () => {
  const answers = [hangUp, problem('unavailable', { headers: { 'retry-after': '0' } }), created] as const;
  const server = await serve((_, count) => answers[count - 1] ?? created);
  expect(await createClient({ baseUrl: server.url }).files.create({ file: new File([bytes], 'a.bin') })).toEqual(
    stored,
  );
  expect(server.received).toHaveLength(3);
  expect(new Set(server.keys()).size).toBe(1);
  expect(server.keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  for (const request of server.received) {
    expect(new Uint8Array(await (await formOf(request)).arrayBuffer())).toEqual(bytes);
  }
});

test('a URL in place of a file is sent as JSON', async () => {
  const server = await serve(() => created);
  const url = 'https://shop.example/a.bin';
  expect(await createClient({ baseUrl: server.url }).files.create({ body: { url }, key: 'mine' })).toEqual(stored);
  expect(server.received).toMatchObject([
    { body: JSON.stringify({ url }), headers: { 'content-type': 'application/json' } },
  ]);
  expect(server.keys()).toEqual(['mine']);
});

test('an omitted optional body is not sent', async () => {
  const server = await serve(() => ({ body: { data: {} } }));
  const client = createClient({ baseUrl: server.url });
  await client.chats.close({ params: { id: 1 } });
  await client.chats.close({ params: { id: 1 }, body: { reason: 'Answered' } });
  expect(server.received.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
    [undefined, ''],
    ['application/json', '{"reason":"Answered"}'],
  ]);
});
