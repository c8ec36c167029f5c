import { crc32, deflateSync } from 'node:zlib';
import { api, dashboard, site } from '@parley/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addChat, stranger } from '../../../../test/callers.ts';
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
  ['a picture that can hold a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a document', '%PDF-1.7'],
  ['nothing', ''],
])('%s is no picture of anybody', async (_what, bytes) => {
  const { set, stored } = await startTeam();
  expect(await set(new Form('me.png', bytes))).toMatchObject({
    status: 422,
    problem: { reason: 'validation_failed', errors: { file: [expect.any(String)] } },
  });
  expect(await stored()).toEqual([]);
});

/** A picture of one colour, which is small however many pixels it has. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#22aa88' }, limitInputPixels: false });

test('a picture is drawn anew: as large as it is shown, upright, and with nothing that was hidden in its file', async () => {
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

test('of a picture that moves the first frame is shown', async () => {
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
  ['small and says to be huge', async () => claiming(await plain(4, 4).png().toBuffer(), 60_000)],
  ['a beginning with nothing behind it', async () => (await plain(4, 4).webp().toBuffer()).subarray(0, 32)],
])('a picture that is %s is refused, and nothing of it is stored', async (_what, make) => {
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

/** A black PNG with one bit for each pixel, which is made in a moment. */
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

/** The same PNG with another size in its head. */
function claiming(png: Buffer, side: number) {
  const head = Buffer.from(png.subarray(12, 29));
  head.writeUInt32BE(side, 4);
  head.writeUInt32BE(side, 8);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(head));
  return Buffer.concat([png.subarray(0, 12), head, check, png.subarray(33)]);
}

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

test('to remove a picture that is not there is fine, and of an agent who is not there is not', async () => {
  const { ann, params } = await startTeam();
  expect((await ann.call(agents.removeAvatar, { params })).status).toBe(204);
  expect((await ann.call(agents.removeAvatar, { params: { id: 999_999 } })).status).toBe(404);
});

test('of pictures that are set at one moment one is shown, and none of the others is kept', async () => {
  const { set, stored } = await startTeam();
  await Promise.all([PNG, GIF, WEBP, JPEG].map((bytes) => set(new Form('me', bytes))));
  expect((await stored()).filter(({ expires_at }) => expires_at === null)).toHaveLength(1);
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
  const { app, ann, set, stored } = await startTeam();
  await set(new Form('me.png', PNG));
  const [{ id } = { id: 0 }] = await stored();
  const { params } = await addChat(app, ann);
  const body = { type: 'image', file: { id }, agent_id: ann.agentId };
  expect((await ann.call(api.messages.send, { params, body })).status).toBe(422);
});

test('a storage that is away is a 502, and changes nothing', async () => {
  const { ann, params, set } = await startTeam({ S3_URL: 'http://id:secret@127.0.0.1:9/files' });
  expect(await set(new Form('me.png', PNG))).toMatchObject({ status: 502, problem: { reason: 'upstream_failed' } });
  expect((await ann.call(agents.read, { params })).data.avatar_url).toBeNull();
});
