import { randomUUID } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChannel } from '../../../../test/channels.ts';
import { startApp } from '../../../../test/harness.ts';
import { addConnectedAgent, disconnect } from '../../../../test/people.ts';

const { channels } = api;

test('without a secret one is generated, shown once, and never readable again', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { status, data } = await ann.call(channels.create, { body: { name: 'Shop app' } });
  expect({ status, data }).toEqual({
    status: 201,
    data: {
      id: expect.any(Number),
      name: 'Shop app',
      outbound_url: null,
      is_active: true,
      has_secret: true,
      legacy_compat_enabled: false,
      department_id: null,
      secret: expect.stringMatching(/^chsec_[\w-]{43}$/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  });
  const { secret, ...channel } = data;
  const params = { id: data.id };
  expect((await ann.call(channels.read, { params })).data).toEqual(channel);
  expect((await ann.call(channels.list)).data).toEqual({ data: [channel], next_cursor: null });
  const { data: updated } = await ann.call(channels.update, { params, body: { name: 'Other app' } });
  expect(updated).toEqual({ ...channel, name: 'Other app', updated_at: expect.any(String) });
  const stored = JSON.stringify(await app.sql(`SELECT secret, secret_hash FROM channels WHERE id = ${data.id}`));
  expect(stored).not.toContain(secret);
});

test('a secret can be supplied, of 16 characters or more', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const secret of ['', 'x'.repeat(15), 'x'.repeat(256), 16, null]) {
    const { status, problem } = await ann.call(channels.create, { body: { name: 'Shop app', secret } });
    expect({ secret, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      secret,
      status: 422,
      fields: ['secret'],
    });
  }
  for (const secret of ['x'.repeat(16), 'пароль из слов по-русски']) {
    expect((await ann.call(channels.create, { body: { name: 'Shop app', secret } })).data.secret).toBe(secret);
  }
});

test('a name is required: 1 to 255 characters, not all blank', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const name of [undefined, '', '  ', 'x'.repeat(256), 5, null]) {
    const { problem } = await ann.call(channels.create, { body: { name } });
    expect({ name, fields: Object.keys(problem.errors ?? {}) }).toEqual({ name, fields: ['name'] });
  }
});

test('a secret or a read-only field in PATCH is 422 and named', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const channel = await addChannel(ann);
  const before = await channel.read();
  const refused = { secret: 'x'.repeat(16), has_secret: false, id: 5, created_at: '2026-01-01T00:00:00Z' };
  for (const [field, value] of Object.entries(refused)) {
    const { status, problem } = await channel.update({ name: 'Other app', [field]: value });
    expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  }
  expect((await channel.update({})).status).toBe(422);
  expect(await channel.read()).toEqual(before);
});

test('PATCH changes only the fields it names, and null clears the URL', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const channel = await addChannel(ann, { outbound_url: 'https://1.1.1.1/replies' });
  const before = await channel.read();
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const off = (await channel.update({ is_active: false })).data;
  expect(off).toEqual({ ...before, is_active: false, updated_at: expect.not.stringMatching(before.updated_at) });
  expect((await channel.update({ outbound_url: null })).data).toEqual({ ...off, outbound_url: null });
  expect((await channel.update({ legacy_compat_enabled: true })).data).toMatchObject({ legacy_compat_enabled: true });
});

test.each([
  'http://shop.example/replies',
  'https://ann:secret@1.1.1.1/',
  'https://ann@1.1.1.1/',
  'ftp://1.1.1.1/',
  'shop.example/replies',
  '/replies',
  '',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://10.0.0.1/',
  'https://172.16.5.4/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
])('%s is refused as an outbound URL, and the field is named', async (outbound_url) => {
  const app = await startApp();
  const ann = await app.owner();
  const channel = await addChannel(ann, { outbound_url: 'https://1.1.1.1/replies' });
  const body = { name: 'Shop app', outbound_url };
  for (const { status, problem } of [await ann.call(channels.create, { body }), await channel.update(body)]) {
    expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: ['outbound_url'] });
  }
  expect(await channel.read()).toMatchObject({ outbound_url: 'https://1.1.1.1/replies' });
  expect((await ann.call(channels.list)).data.data).toHaveLength(1);
});

test('a rotation has no body, shows the new secret once, and generates another one each time', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const channel = await addChannel(ann);
  const rotate = async () => (await ann.call(channels.rotateSecret, { params: channel.params })).data;
  const [one, two] = [await rotate(), await rotate()];
  expect(new Set([channel.secret, one.secret, two.secret]).size).toBe(3);
  const { secret: _, ...rest } = two;
  expect(await channel.read()).toEqual(rest);
  const body = { secret: 'x'.repeat(16) };
  expect((await ann.call(channels.rotateSecret, { params: channel.params, body })).status).toBe(422);
});

test('two channels may share a secret as long as only one uses it in the migration layer', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const secret = `a secret that two have ${randomUUID()}`;
  const one = await addChannel(ann, { secret, legacy_compat_enabled: true });
  const two = await addChannel(bob, { secret });
  expect(await app.call(api.compat.status, { params: { secret } })).toMatchObject({ status: 200 });
  expect((await two.update({ legacy_compat_enabled: true })).problem).toMatchObject({
    status: 422,
    errors: { legacy_compat_enabled: expect.any(Array) },
  });
  const body = { name: 'Shop app', secret, legacy_compat_enabled: true };
  expect((await bob.call(channels.create, { body })).problem).toMatchObject({
    status: 422,
    errors: { secret: expect.any(Array) },
  });
  expect((await bob.call(channels.list)).data.data).toHaveLength(1);
  await one.update({ legacy_compat_enabled: false });
  expect((await two.update({ legacy_compat_enabled: true })).status).toBe(200);
});

test('channels are listed newest first, page by page, without those of other accounts', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  await addChannel(bob);
  const ids: number[] = [];
  for (const name of ['one', 'two', 'three']) ids.unshift((await addChannel(ann, { name })).id);
  const first = (await ann.call(channels.list, { query: { limit: 2 } })).data;
  const second = (await ann.call(channels.list, { query: { limit: 2, cursor: first.next_cursor } })).data;
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect(second.next_cursor).toBeNull();
});

test('the status is a bare 1 while an agent would answer, and 0 otherwise or while the channel is inactive', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const channel = await addChannel(ann);
  const status = async () => (await ann.call(channels.readStatus, { params: channel.params })).body;
  expect(await status()).toEqual({ online: 0 });
  const bob = await addConnectedAgent(app, ann);
  expect(await status()).toEqual({ online: 1 });
  await channel.update({ is_active: false });
  expect(await status()).toEqual({ online: 0 });
  await channel.update({ is_active: true });
  await disconnect(app, bob);
  expect(await status()).toEqual({ online: 0 });
});
