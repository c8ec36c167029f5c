import { crc32, deflateSync } from 'node:zlib';
import { api, dashboard, site } from '@parley/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addChat, anonymousCaller } from '../../../../test/callers.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';
import { GIF, JPEG, PNG, WEBP } from '../../../../test/pictures.ts';

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
    stored: () =>
      app.sql<{ id: number; expires_at: Date | null }>(
        `SELECT id::int, expires_at FROM files WHERE widget_id = ${ann.widgetId}`,
      ),
    fetch: (url: unknown) => app.http.inject(new URL(String(url)).pathname),
    config: async () =>
      (await anonymousCaller(app)(site.visitor.readConfig, { params: { button_guid: ann.buttonGuid } })).data,
  };
}

test.each([
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/gif', GIF],
  ['image/webp', WEBP],
])('an avatar that is %s is accepted, whatever its file name', async (type, bytes) => {
  const { set, fetch } = await startTeam();
  const { status, data } = await set(new Form('me.html', bytes));
  expect(status).toBe(201);
  const answer = await fetch(data.avatar_url);
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: type.slice(6), width: 1, height: 1 });
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
  ['an image that can contain a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a document', '%PDF-1.7'],
  ['nothing', ''],
])('%s is refused as an avatar', async (_what, bytes) => {
  const { set, stored } = await startTeam();
  expect(await set(new Form('me.png', bytes))).toMatchObject({
    status: 422,
    problem: { reason: 'validation_failed', errors: { file: [expect.any(String)] } },
  });
  expect(await stored()).toEqual([]);
});

/** An image of one colour, small however many pixels it has. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#22aa88' }, limitInputPixels: false });

test('an avatar is re-encoded: resized, upright and without metadata', async () => {
  const { set, fetch } = await startTeam();
  const secret = 'Lat 55.75, Lon 37.61';
  const photo = await plain(1_200, 800)
    .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(photo.includes(secret)).toBe(true);
  const hidden = '<script>alert(1)</script>';
  const { data } = await set(new Form('me.jpg', Buffer.concat([photo, Buffer.from(hidden)])));
  const { rawPayload } = await fetch(data.avatar_url);
  expect([rawPayload.includes(secret), rawPayload.includes(hidden)]).toEqual([false, false]);
  const shown = await sharp(rawPayload).metadata();
  expect(shown).toMatchObject({ format: 'jpeg', width: 341, height: 512 });
  expect([shown.exif, shown.icc, shown.xmp, shown.orientation]).toEqual([undefined, undefined, undefined, undefined]);
});

test('an animated avatar keeps its first frame', async () => {
  const { set, fetch } = await startTeam();
  const frames = Buffer.concat([Buffer.alloc(3 * 16, 255), Buffer.alloc(3 * 16, 0)]);
  const moving = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const { data } = await set(new Form('me.gif', moving));
  const still = await sharp((await fetch(data.avatar_url)).rawPayload).metadata();
  expect(still).toMatchObject({ format: 'gif', width: 4, height: 4 });
  expect(still.pages ?? 1).toBe(1);
});

test.each([
  ['10,000 pixels high and wide', () => black(10_000)],
  ['small but declared as huge', async () => claiming(await plain(4, 4).png().toBuffer(), 60_000)],
  ['truncated', async () => (await plain(4, 4).webp().toBuffer()).subarray(0, 32)],
])('an image that is %s is refused, and nothing is stored', async (_what, make) => {
  const { params, ann, set, stored } = await startTeam();
  const bytes = await make();
  expect(bytes.length).toBeLessThan(MOST);
  expect(await set(new Form('me.png', bytes))).toMatchObject({
    status: 422,
    problem: { errors: { file: [expect.any(String)] } },
  });
  expect(await stored()).toEqual([]);
  expect((await ann.call(agents.read, { params })).data.avatar_url).toBeNull();
});

/** A black PNG with one bit per pixel, which is fast to make. */
async function black(side: number) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(1, 8);
  const rows = Buffer.alloc(side * (1 + side / 8));
  const png = Buffer.concat([PNG.subarray(0, 8), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: side, height: side });
  return png;
}

function chunk(name: string, bytes = Buffer.alloc(0)) {
  const named = Buffer.concat([Buffer.from(name), bytes]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(bytes.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}

/** The same PNG with another size in its header. */
function claiming(png: Buffer, side: number) {
  const head = Buffer.from(png.subarray(12, 29));
  head.writeUInt32BE(side, 4);
  head.writeUInt32BE(side, 8);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(head));
  return Buffer.concat([png.subarray(0, 12), head, check, png.subarray(33)]);
}

test('an avatar has up to 2048 KB', async () => {
  const { set } = await startTeam();
  const large = (size: number) => new Form('me.png', Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]));
  expect((await set(large(MOST))).status).toBe(201);
  expect((await set(large(MOST + 1))).status).toBe(422);
});

test('a new avatar is in the agent and the served widget at once', async () => {
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

test('the link works while the avatar is set, and cannot be forged', async () => {
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

test('a replaced or removed avatar is gone at once, and its bytes with the next sweep', async () => {
  const { app, ann, params, set, fetch, stored } = await startTeam();
  const first = (await set(new Form('me.png', PNG))).data.avatar_url;
  const second = (await set(new Form('me.gif', GIF))).data.avatar_url;
  expect([(await fetch(first)).statusCode, (await fetch(second)).statusCode]).toEqual([404, 200]);
  await ann.call(agents.removeAvatar, { params });
  expect((await fetch(second)).statusCode).toBe(404);
  app.clock.now = app.clock.now.add({ minutes: 3 });
  await app.run('files.sweep');
  expect(await stored()).toEqual([]);
});

test('removing a missing avatar succeeds; of an unknown agent it is 404', async () => {
  const { ann, params } = await startTeam();
  expect((await ann.call(agents.removeAvatar, { params })).status).toBe(204);
  expect((await ann.call(agents.removeAvatar, { params: { id: 999_999 } })).status).toBe(404);
});

test('concurrent uploads set one avatar and keep no other', async () => {
  const { set, stored } = await startTeam();
  await Promise.all([PNG, GIF, WEBP, JPEG].map((bytes) => set(new Form('me', bytes))));
  expect((await stored()).filter(({ expires_at }) => expires_at === null)).toHaveLength(1);
});

test('the avatar of an agent of another account cannot be set or removed', async () => {
  const { app, ann, set, fetch } = await startTeam();
  const { avatar_url, id } = (await set(new Form('me.png', PNG))).data;
  const eve = await app.owner();
  expect((await eve.call(agents.setAvatar, { params: { id }, body: new Form('me.png', PNG) })).status).toBe(404);
  expect((await eve.call(agents.removeAvatar, { params: { id } })).status).toBe(404);
  expect((await fetch(avatar_url)).statusCode).toBe(200);
  expect((await ann.call(agents.read, { params: { id } })).data.avatar_url).toBe(avatar_url);
});

test('operators set their own avatar only', async () => {
  const { app, ann, bob, config } = await startTeam();
  const { call } = await signIn(app, bob);
  const { status, data } = await call(profile.setAvatar, { body: new Form('me.png', PNG) });
  expect([status, data.user.email]).toEqual([201, bob.email]);
  expect((await config()).people.map(({ avatar_url }) => avatar_url)).toEqual([null, data.agent.avatar_url]);
  expect((await call(agents.setAvatar, { params: { id: ann.agentId } })).status).toBe(403);
  expect((await call(profile.removeAvatar)).status).toBe(204);
  expect((await call(dashboard.session.read)).data.agent.avatar_url).toBeNull();
});

test('an avatar cannot be attached to a message, since replacing it deletes the file', async () => {
  const { app, ann, set, stored } = await startTeam();
  await set(new Form('me.png', PNG));
  const [{ id } = { id: 0 }] = await stored();
  const { params } = await addChat(app, ann);
  const body = { type: 'image', file: { id }, agent_id: ann.agentId };
  expect((await ann.call(api.messages.send, { params, body })).status).toBe(422);
});

test('an unavailable storage is 502 and changes nothing', async () => {
  const { ann, params, set } = await startTeam({ S3_URL: 'http://id:secret@127.0.0.1:9/files' });
  expect(await set(new Form('me.png', PNG))).toMatchObject({ status: 502, problem: { reason: 'upstream_failed' } });
  expect((await ann.call(agents.read, { params })).data.avatar_url).toBeNull();
});
