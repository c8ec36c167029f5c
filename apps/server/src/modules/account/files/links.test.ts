import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const NOON = Temporal.Instant.from('2026-11-15T12:00Z');

/** An owner with a file, at noon. */
async function startWithFile(env: Record<string, string> = {}) {
  const app = await startApp(env);
  app.clock.now = NOON;
  const ann = await app.owner();
  const { data: file } = await ann.call(api.files.create, { body: new Form('hello.txt', 'hello') });
  return { app, ann, file, locate: (id: unknown = file.id) => ann.call(api.files.read, { params: { id } }) };
}

/** The response to a caller without credentials. */
async function follow({ http }: TestApp, address: string) {
  const { pathname } = new URL(address);
  const { statusCode: status, body } = await http.inject(pathname);
  return { status, body };
}

/** The signed parts of a link: widget, file, day and signature. */
function ticketOf(address: string) {
  const [, ticket = ''] = /\/files\/([^/]+)\//.exec(address) ?? [];
  return ticket.split('.') as [string, string, string, string];
}

const withTicket = (parts: string[]) => `http://localhost:3000/files/${parts.join('.')}/hello.txt`;

test('a file has a public link that needs no token', async () => {
  const { app, ann, file, locate } = await startWithFile();
  const { status, headers } = await locate();
  expect({ status, headers }).toMatchObject({
    status: 302,
    headers: { location: file.url, 'cache-control': 'no-store' },
  });
  expect(file.url).toMatch(/^http:\/\/localhost:3000\/files\/\d+\.\d+\.2026-11-15\.[\w-]{22}\/hello\.txt$/);
  expect(file.url).not.toContain(ann.token);
  expect(await follow(app, file.url)).toEqual({ status: 200, body: 'hello' });
});

test('a link uses the public URL of the server', async () => {
  const { file } = await startWithFile({ PUBLIC_URL: 'https://chat.example.com' });
  expect(file.url).toMatch(/^https:\/\/chat\.example\.com\/files\//);
});

test('a link is the same all day, UTC, and changes the next', async () => {
  const { app, locate } = await startWithFile();
  const at = async (moment: string) => {
    app.clock.now = Temporal.Instant.from(moment);
    return (await locate()).headers.location;
  };
  const morning = await at('2026-11-16T00:00:00Z');
  expect(await at('2026-11-16T11:30:00Z')).toBe(morning);
  expect(await at('2026-11-16T23:59:59.999Z')).toBe(morning);
  expect(await at('2026-11-17T00:00:00Z')).not.toBe(morning);
});

test.each(['2026-11-15T00:00:00Z', '2026-11-15T23:59:59.999Z'])(
  'a link made at %s is valid until the end of the next day, and no longer',
  async (made) => {
    const { app, locate } = await startWithFile();
    app.clock.now = Temporal.Instant.from(made);
    const address = String((await locate()).headers.location);
    const at = async (moment: string) => {
      app.clock.now = Temporal.Instant.from(moment);
      return (await follow(app, address)).status;
    };
    expect(await at('2026-11-15T23:59:59Z')).toBe(200);
    expect(await at('2026-11-16T23:59:59Z')).toBe(200);
    expect(await at('2026-11-16T23:59:59.999Z')).toBe(200);
    expect(await at('2026-11-17T00:00:00Z')).toBe(404);
    expect(await at('2027-11-16T12:00:00Z')).toBe(404);
    // The file still exists, at today's link.
    expect((await follow(app, String((await locate()).headers.location))).status).toBe(200);
  },
);

test('a signature is valid for one file, one widget and one day', async () => {
  const { app, ann, file } = await startWithFile();
  const bob = await app.owner();
  const upload = async ({ call }: typeof ann) =>
    (await call(api.files.create, { body: new Form('other.txt', 'other') })).data.url;
  const [own, foreign] = [ticketOf(await upload(ann)), ticketOf(await upload(bob))];
  const [widget, id, day, signature] = ticketOf(file.url);
  const changed = [
    [widget, own[1], day, signature],
    [widget, foreign[1], day, signature],
    [foreign[0], id, day, signature],
    [foreign[0], foreign[1], day, signature],
    [widget, id, '2026-11-16', signature],
    [widget, id, '2099-01-01', signature],
    [widget, id, day, own[3]],
    [widget, id, day, foreign[3]],
  ];
  for (const parts of changed) expect((await follow(app, withTicket(parts))).status).toBe(404);
  expect((await follow(app, withTicket([widget, id, day, signature]))).status).toBe(200);
});

test('an unsigned link is 404', async () => {
  const { app, file } = await startWithFile();
  const [widget, id, day, signature] = ticketOf(file.url);
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
  const made = [
    [widget, id, day, flipped],
    [widget, id, day, signature.slice(0, -1)],
    [widget, id, day, `${signature}A`],
    [widget, id, day, signature.toLowerCase().padEnd(23, 'x')],
    [widget, id, day, ''],
    [widget, id, day],
    [widget, id, day, signature, ''],
    [`0${widget}`, id, day, signature],
    [widget, `${id} `, day, signature],
    ['', '', '', ''],
    [''],
    ['%00', id, day, signature],
    ['x'.repeat(5_000)],
  ];
  for (const parts of made)
    expect({ parts, ...(await follow(app, withTicket(parts))) }).toMatchObject({ parts, status: 404 });
});

test('a link signed by another installation is 404', async () => {
  const { app, file } = await startWithFile();
  const other = await startApp({}, { connection: app.connection, masterKey: Buffer.alloc(32, 8) });
  other.clock.now = NOON;
  expect((await follow(other, file.url)).status).toBe(404);
});

test('the name in a link is not checked: any name leads to the same file', async () => {
  const { app, file } = await startWithFile();
  const { pathname } = new URL(file.url.replace('hello.txt', 'page.html'));
  const { body, headers } = await app.http.inject(pathname);
  expect({ body, disposition: headers['content-disposition'] }).toEqual({
    body: 'hello',
    disposition: 'attachment; filename="hello.txt"',
  });
});

test('a file that is unknown or of another widget is 404', async () => {
  const { app, file, locate } = await startWithFile();
  const bob = await app.owner();
  expect((await bob.call(api.files.read, { params: { id: file.id } })).problem).toMatchObject({
    status: 404,
    reason: 'not_found',
  });
  for (const id of [file.id + 1, 0, -1, '1.5', 'nonsense', 2 ** 53]) expect((await locate(id)).status).toBe(404);
});

test('a message has the link of the day on which it is read, for agents and visitors', async () => {
  const { app, ann, file } = await startWithFile();
  const ira = await addAnsweredVisitor(app, ann);
  const body = { type: 'file', file: { id: file.id } };
  await ann.call(api.messages.send, { params: { id: ira.chatId }, body });
  const addresses = async () => [
    (await ann.call(api.messages.list, { params: { id: ira.chatId } })).data.data[0]?.url,
    (await ira.call(site.visitor.listMessages, { params: { button_guid: ann.buttonGuid } })).data.data[0]?.url,
  ];
  expect(await addresses()).toEqual([file.url, file.url]);
  app.clock.now = NOON.add({ hours: 24 * 300 });
  const later = await addresses();
  expect(later[0]).not.toBe(file.url);
  for (const address of later) expect(await follow(app, String(address))).toEqual({ status: 200, body: 'hello' });
});
