import { expect, test } from 'vitest';
import { type Answer, hangUp, problem, serve } from '../test/http-server.ts';
import { createClient, ParleyProblem } from './index.ts';

const params = { id: 1 };
const plain = (body: string): Answer => ({ headers: { 'content-type': 'text/plain; charset=UTF-8' }, body });
const moved = (location: string, status = 302): Answer => ({ status, headers: { location } });

test('an object without an envelope is returned as it is', async () => {
  const ai = { chat_id: 1, ai_enabled: true };
  const server = await serve(() => ({ body: ai }));
  expect(await createClient({ baseUrl: server.url }).chats.readAi({ params })).toEqual(ai);
});

test('a text is returned as a string, even if it is empty or looks like JSON', async () => {
  for (const transcript of ['Ira: здравствуйте\nAnn: hello\n', '', '{"data":1}']) {
    const server = await serve(() => plain(transcript));
    expect(await createClient({ baseUrl: server.url }).chats.transcript({ params })).toBe(transcript);
    expect(server.received).toMatchObject([
      { url: '/api/v1/chats/1/transcript', headers: { accept: 'text/plain, text/csv, application/json' } },
    ]);
  }
});

test('CSV is returned as a string without its byte order mark', async () => {
  const server = await serve(() => ({
    headers: { 'content-type': 'text/csv; charset=UTF-8' },
    body: '\ufeffid,name\r\n',
  }));
  expect(await createClient({ baseUrl: server.url }).contacts.export()).toBe('id,name\r\n');
});

test('a truncated text is requested again', async () => {
  const half = { headers: { 'content-type': 'text/plain', 'content-length': '99', connection: 'close' }, body: 'Ira:' };
  const server = await serve((_, count) => (count === 1 ? half : plain('Ira: hello')));
  expect(await createClient({ baseUrl: server.url }).chats.transcript({ params })).toBe('Ira: hello');
});

test('a problem or the page of a proxy is never returned as text', async () => {
  const refused = await serve(() => problem('internal_room'));
  await expect(createClient({ baseUrl: refused.url }).chats.transcript({ params })).rejects.toMatchObject({
    code: 'internal_room',
  });
  const proxy = await serve(() => ({ body: '<h1>Sign in to the network</h1>' }));
  await expect(createClient({ baseUrl: proxy.url }).chats.transcript({ params })).rejects.toMatchObject({
    status: 200,
    title: 'Not an answer of Parley',
  });
});

test('a redirect response is returned as its URL, and not followed', async () => {
  const elsewhere = await serve(() => plain('a file'));
  const server = await serve((_, count) => (count === 1 ? hangUp : moved(`${elsewhere.url}/files/1.a/b.txt`)));
  const client = createClient({ baseUrl: server.url, token: 'secret' });
  expect(await client.files.read({ params })).toBe(`${elsewhere.url}/files/1.a/b.txt`);
  expect(elsewhere.received).toEqual([]);
});

test.for([301, 303, 307, 308])(
  'a redirect with another status (%i) is a problem where a 302 is expected',
  async (status) => {
    const server = await serve(() => moved('https://elsewhere.example/', status));
    await expect(createClient({ baseUrl: server.url }).files.read({ params })).rejects.toMatchObject({
      status,
      title: 'The server redirects',
    });
  },
);

test.for([
  ['a 404', problem('not_found'), { status: 404, code: 'not_found' }],
  ['an HTML page', { body: '<h1>Sign in</h1>' }, { status: 200, title: 'Not an answer of Parley' }],
  ['a redirect without a Location', { status: 302 }, { status: 302, title: 'Not an answer of Parley' }],
] as const)('%s in place of a redirect is thrown as a problem', async ([, answer, expected]) => {
  const server = await serve(() => answer);
  await expect(createClient({ baseUrl: server.url }).files.read({ params })).rejects.toMatchObject(expected);
});

test('if the runtime hides the URL of a redirect, the problem says so and what to do', async () => {
  // Browsers return an empty response of this type for a redirect that is not followed. Elsewhere it can't be created.
  const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
  const client = createClient({ baseUrl: 'http://127.0.0.1', fetch: async () => hidden });
  const error = await client.files.read({ params }).catch((reason) => reason);
  expect(error).toBeInstanceOf(ParleyProblem);
  expect(error).toMatchObject({ status: 0, code: undefined, title: 'The address is hidden' });
  expect(error.detail).toMatch(/on a server/);
});
