import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';
import { GIF, PNG } from '../../../../test/pictures.ts';

const { departments } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await addDepartment(ann, []);
  return {
    app,
    ann,
    params,
    set: (bytes: Buffer | string) => ann.call(departments.setAvatar, { params, body: new Form('a.png', bytes) }),
    read: async () => (await ann.call(departments.read, { params })).data.avatar_url,
    fetch: async (url: unknown) => (await app.http.inject(new URL(String(url)).pathname)).headers['content-type'],
    /** Files that the next sweep keeps. */
    kept: () => app.sql(`SELECT FROM files WHERE widget_id = ${ann.widgetId} AND expires_at IS NULL`),
  };
}

test('a department has a picture that can be replaced and removed, and only the last one is kept', async () => {
  const { ann, params, set, read, fetch, kept } = await start();
  const { status, data } = await set(PNG);
  expect(status).toBe(201);
  expect([await read(), await fetch(data.avatar_url)]).toEqual([data.avatar_url, 'image/png']);
  const second = (await set(GIF)).data.avatar_url;
  expect(await fetch(second)).toBe('image/gif');
  expect((await ann.call(departments.list)).data.data[0]?.avatar_url).toBe(second);
  expect(await kept()).toHaveLength(1);
  expect((await ann.call(departments.removeAvatar, { params })).status).toBe(204);
  expect((await ann.call(departments.removeAvatar, { params })).status).toBe(204);
  expect([await read(), await kept()]).toEqual([null, []]);
});

test('only images are accepted, and a refused one leaves the picture as it was', async () => {
  const { set, read } = await start();
  const { data } = await set(PNG);
  const refused = await set('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(refused).toMatchObject({ status: 422, problem: { errors: { file: [expect.any(String)] } } });
  expect(await read()).toBe(data.avatar_url);
});

test('a deleted department releases its picture', async () => {
  const { ann, params, set, kept } = await start();
  await set(PNG);
  await ann.call(departments.remove, { params });
  expect(await kept()).toEqual([]);
});

test('the picture of a department cannot be sent in a message: it would vanish with the next picture', async () => {
  const { app, ann, set } = await start();
  await set(PNG);
  const [file] = await app.sql<{ id: number }>(`SELECT id::int FROM files WHERE widget_id = ${ann.widgetId}`);
  const { params } = await addChat(app, ann);
  const body = { agent_id: ann.agentId, type: 'image', file: { id: file?.id } };
  expect(await ann.call(api.messages.send, { params, body })).toMatchObject({ status: 422 });
});

test('an operator cannot change the picture, an admin can', async () => {
  const { app, ann, params } = await start();
  const setAs = async (role: 'operator' | 'admin') => {
    const call = await signedIn(app, await addAgent(app, ann, role));
    return (await call(departments.setAvatar, { params, body: new Form('a.png', PNG) })).status;
  };
  expect([await setAs('operator'), await setAs('admin')]).toEqual([403, 201]);
});
