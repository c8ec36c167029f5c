import { expect, test } from 'vitest';
import { type Answer, hangUp, problem, serve } from '../test/http-server.ts';
import { createClient, ParleyProblem } from './index.ts';

const params = { id: 1 };
const plain = (body: string): Answer => ({ headers: { 'content-type': 'text/plain; charset=UTF-8' }, body });
const moved = (location: string, status = 302): Answer => ({ status, headers: { location } });

test('an object that has no envelope comes as it is', async () => {
  const ai = { chat_id: 1, ai_enabled: true };
  const server = await serve(() => ({ body: ai }));
  expect(await createClient({ baseUrl: server.url }).chats.readAi({ params })).toEqual(ai);
});

test('a text comes as a text, also an empty one and one that looks like JSON', async () => {
  for (const transcript of ['Ira: здравствуйте\nAnn: hello\n', '', '{"data":1}']) {
    const server = await serve(() => plain(transcript));
    expect(await createClient({ baseUrl: server.url }).chats.transcript({ params })).toBe(transcript);
    expect(server.received).toMatchObject([
      { url: '/api/v1/chats/1/transcript', headers: { accept: 'text/plain, text/csv' } },
    ]);
  }
});

test('a table comes as a text, without the mark of its encoding', async () => {
  const server = await serve(() => ({
    headers: { 'content-type': 'text/csv; charset=UTF-8' },
    body: '\ufeffid,name\r\n',
  }));
  expect(await createClient({ baseUrl: server.url }).contacts.export()).toBe('id,name\r\n');
});

test('a text that breaks off is asked for again', async () => {
  const half = { headers: { 'content-type': 'text/plain', 'content-length': '99', connection: 'close' }, body: 'Ira:' };
  const server = await serve((_, count) => (count === 1 ? half : plain('Ira: hello')));
  expect(await createClient({ baseUrl: server.url }).chats.transcript({ params })).toBe('Ira: hello');
});

test('a refusal and the page of a proxy are no text', async () => {
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

test('a redirect that is the answer comes as its address, and is not followed', async () => {
  const elsewhere = await serve(() => plain('a file'));
  const server = await serve((_, count) => (count === 1 ? hangUp : moved(`${elsewhere.url}/files/1.a/b.txt`)));
  const client = createClient({ baseUrl: server.url, token: 'secret' });
  expect(await client.files.read({ params })).toBe(`${elsewhere.url}/files/1.a/b.txt`);
  expect(elsewhere.received).toEqual([]);
});

test.for([301, 303, 307, 308])(
  'a redirect of somebody else (%i) is a problem where one is expected too',
  async (status) => {
    const server = await serve(() => moved('https://elsewhere.example/', status));
    await expect(createClient({ baseUrl: server.url }).files.read({ params })).rejects.toMatchObject({
      status,
      title: 'The server redirects',
    });
  },
);

test.for([
  ['a refusal', problem('not_found'), { status: 404, code: 'not_found' }],
  ['a page', { body: '<h1>Sign in</h1>' }, { status: 200, title: 'Not an answer of Parley' }],
  ['a redirect to nowhere', { status: 302 }, { status: 302, title: 'Not an answer of Parley' }],
] as const)('%s in place of a redirect is a problem', async ([, answer, expected]) => {
  const server = await serve(() => answer);
  await expect(createClient({ baseUrl: server.url }).files.read({ params })).rejects.toMatchObject(expected);
});

test('where the runtime hides the address, the error says so and what to do', async () => {
  // A browser answers a redirect that is not followed with an empty response of this type, and a response can't be
  // made so elsewhere.
  const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
  const client = createClient({ baseUrl: 'http://127.0.0.1', fetch: async () => hidden });
  const error = await client.files.read({ params }).catch((reason) => reason);
  expect(error).toBeInstanceOf(ParleyProblem);
  expect(error).toMatchObject({ status: 0, code: undefined, title: 'The address is hidden' });
  expect(error.detail).toMatch(/on a server/);
});
