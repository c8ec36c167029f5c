import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../test/call.ts';
import { addChat, stranger } from '../../../test/callers.ts';
import { signIn, startApp } from '../../../test/harness.ts';
import { addAgent } from '../../../test/people.ts';
import { GIF, JPEG, PNG, WEBP } from '../../../test/pictures.ts';

const { agents } = api;
const { profile } = dashboard;
const MOST = 2_048 * 1_024;

async function startTeam(env: Record<string, string> = {}) {
  const app = await startApp(env);
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const params = { id: bob.agentId };
  return {
    app,
    ann,
    bob,
    params,
    set: (picture: Form) => ann.call(agents.setAvatar, { params, body: picture }),
    fetch: (url: unknown) => app.http.inject(new URL(String(url)).pathname),
    config: async () =>
      (await stranger(app)(site.visitor.readConfig, { params: { button_guid: ann.buttonGuid } })).data,
  };
}

test.each([
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/gif', GIF],
  ['image/webp', WEBP],
])('a picture that is %s is shown, whatever its file is called', async (type, bytes) => {
  const { set, fetch } = await startTeam();
  const { status, data } = await set(new Form('me.html', bytes));
  expect(status).toBe(201);
  const answer = await fetch(data.avatar_url);
  expect(answer.rawPayload).toEqual(Buffer.from(bytes));
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-disposition': expect.stringMatching(/^inline; filename="?avatar\.\w+/),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringMatching(/^public, max-age=\d+, immutable$/),
  });
});

test.each([
  ['a picture that can hold a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a document', '%PDF-1.7'],
  ['nothing', ''],
])('%s is no picture of anybody', async (_what, bytes) => {
  const { app, set } = await startTeam();
  expect(await set(new Form('me.png', bytes))).toMatchObject({
    status: 422,
    problem: { reason: 'validation_failed', errors: { file: [expect.any(String)] } },
  });
  expect(await app.sql('SELECT FROM files')).toEqual([]);
});

test('a picture is up to 2048 KB', async () => {
  const { set } = await startTeam();
  const large = (size: number) => new Form('me.png', Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]));
  expect((await set(large(MOST))).status).toBe(201);
  expect((await set(large(MOST + 1))).status).toBe(422);
});

test('an agent reads with their picture, and so does the served widget at once', async () => {
  const { ann, bob, params, set, config } = await startTeam();
  const { revision } = await config();
  const { avatar_url } = (await set(new Form('me.png', PNG))).data;
  expect(avatar_url).toMatch(/^http:\/\/localhost:3000\/files\/\S+$/);
  expect((await ann.call(agents.read, { params })).data.avatar_url).toBe(avatar_url);
  const shown = await config();
  expect(shown.revision).toBe(revision + 1);
  expect(shown.people.find(({ id }) => id === bob.agentId)?.avatar_url).toBe(avatar_url);
  expect((await ann.call(agents.removeAvatar, { params })).status).toBe(204);
  expect(await config()).toMatchObject({
    revision: revision + 2,
    people: [{ avatar_url: null }, { avatar_url: null }],
  });
});

test('the address serves for as long as the picture is shown, and nobody can make one up', async () => {
  const { app, set, fetch } = await startTeam();
  const { avatar_url } = (await set(new Form('me.png', PNG))).data;
  app.clock.now = app.clock.now.add({ hours: 24 * 400 });
  expect((await fetch(avatar_url)).statusCode).toBe(200);
  const url = String(avatar_url);
  for (const other of [
    url.replace(/\.(\d+)\./, (_, id) => `.${Number(id) + 1}.`),
    url.replace(/\/(\d+)\./, '/9$1.'),
    url.replace(/\.[\w-]+\/avatar/, '/avatar'),
    url.replace(/.(?=\/avatar)/, (last) => (last === 'A' ? 'Q' : 'A')),
  ]) {
    expect({ other, status: (await fetch(other)).statusCode }).toEqual({ other, status: 404 });
  }
});

test('a picture that was replaced or removed is gone at once, and its bytes with the next sweep', async () => {
  const { app, ann, params, set, fetch } = await startTeam();
  const first = (await set(new Form('me.png', PNG))).data.avatar_url;
  const second = (await set(new Form('me.gif', GIF))).data.avatar_url;
  expect([(await fetch(first)).statusCode, (await fetch(second)).statusCode]).toEqual([404, 200]);
  await ann.call(agents.removeAvatar, { params });
  expect((await fetch(second)).statusCode).toBe(404);
  app.clock.now = app.clock.now.add({ minutes: 3 });
  await app.run('files.sweep');
  expect(await app.sql('SELECT FROM files')).toEqual([]);
});

test('to remove a picture that is not there is fine, and of an agent who is not there is not', async () => {
  const { ann, params } = await startTeam();
  expect((await ann.call(agents.removeAvatar, { params })).status).toBe(204);
  expect((await ann.call(agents.removeAvatar, { params: { id: 999_999 } })).status).toBe(404);
});

test('of pictures that are set at one moment one is shown, and none of the others is kept', async () => {
  const { app, set } = await startTeam();
  await Promise.all([PNG, GIF, WEBP, JPEG].map((bytes) => set(new Form('me', bytes))));
  expect(await app.sql('SELECT FROM files WHERE expires_at IS NULL')).toHaveLength(1);
});

test('an agent of another account has no picture that one could set or remove', async () => {
  const { app, ann, set, fetch } = await startTeam();
  const { avatar_url, id } = (await set(new Form('me.png', PNG))).data;
  const eve = await app.owner();
  expect((await eve.call(agents.setAvatar, { params: { id }, body: new Form('me.png', PNG) })).status).toBe(404);
  expect((await eve.call(agents.removeAvatar, { params: { id } })).status).toBe(404);
  expect((await fetch(avatar_url)).statusCode).toBe(200);
  expect((await ann.call(agents.read, { params: { id } })).data.avatar_url).toBe(avatar_url);
});

test('operators show a picture of themselves, and of nobody else', async () => {
  const { app, ann, bob, config } = await startTeam();
  const { call } = await signIn(app, bob);
  const { status, data } = await call(profile.setAvatar, { body: new Form('me.png', PNG) });
  expect([status, data.user.email]).toEqual([201, bob.email]);
  expect((await config()).people.map(({ avatar_url }) => avatar_url)).toEqual([null, data.agent.avatar_url]);
  expect((await call(agents.setAvatar, { params: { id: ann.agentId } })).status).toBe(403);
  expect((await call(profile.removeAvatar)).status).toBe(204);
  expect((await call(dashboard.session.read)).data.agent.avatar_url).toBeNull();
});

test('the picture of an agent is no file to send: it would go with the next one', async () => {
  const { app, ann, set } = await startTeam();
  await set(new Form('me.png', PNG));
  const [file] = await app.sql<{ id: number }>('SELECT id::int FROM files');
  const { params } = await addChat(app, ann);
  const body = { type: 'image', file: file, agent_id: ann.agentId };
  expect((await ann.call(api.messages.send, { params, body })).status).toBe(422);
});

test('a storage that is away is a 502, and changes nothing', async () => {
  const { ann, params, set } = await startTeam({ S3_URL: 'http://id:secret@127.0.0.1:9/files' });
  expect(await set(new Form('me.png', PNG))).toMatchObject({ status: 502, problem: { reason: 'upstream_failed' } });
  expect((await ann.call(agents.read, { params })).data.avatar_url).toBeNull();
});
