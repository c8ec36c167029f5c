import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { createCall } from '../../../../test/call.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { PASSWORD } from '../../../../test/owners.ts';

const FOREIGN = ['https://evil.test', 'null', 'http://localhost:3001', 'http://localhost', 'https://localhost:3000'];
const REFUSED = { status: 403, problem: { reason: 'origin_not_allowed' } };

const withOrigin = (app: TestApp, own: Record<string, string>, origin?: string) =>
  createCall((request) => app.http.inject(request), origin === undefined ? own : { ...own, origin });

test("a sign-in is accepted from the console's origin or without one, never from another site", async () => {
  const app = await startApp();
  const body = { email: (await app.owner()).email, password: PASSWORD };
  for (const origin of [undefined, app.publicUrl]) {
    expect(await withOrigin(app, {}, origin)(dashboard.session.create, { body })).toMatchObject({ status: 201 });
  }
  for (const origin of FOREIGN) {
    expect([origin, await withOrigin(app, {}, origin)(dashboard.session.create, { body })]).toMatchObject([
      origin,
      REFUSED,
    ]);
  }
});

test('a password reset cannot be requested or confirmed from another site', async () => {
  const app = await startApp();
  const call = withOrigin(app, {}, 'https://evil.test');
  const { email } = await app.owner();
  expect(await call(dashboard.session.requestReset, { body: { email } })).toMatchObject(REFUSED);
  expect(
    await call(dashboard.session.confirmReset, { body: { token: 'made-up', password: 'a new long password' } }),
  ).toMatchObject(REFUSED);
});

test("writes with a session, in the dashboard and the API, require the console's origin", async () => {
  const app = await startApp();
  const { cookie } = await signIn(app, await app.owner());
  for (const origin of [undefined, ...FOREIGN]) {
    const call = withOrigin(app, { cookie }, origin);
    const tried = [
      await call(api.contacts.create, { body: { name: 'Carl' } }),
      await call(dashboard.widgetAccess.update, { body: { api_enabled: false } }),
      await call(dashboard.session.remove),
    ];
    expect([origin, ...tried]).toMatchObject([origin, REFUSED, REFUSED, REFUSED]);
  }
  const own = withOrigin(app, { cookie }, app.publicUrl);
  expect((await own(api.contacts.list)).data.data).toEqual([]);
  expect(await own(api.contacts.create, { body: { name: 'Carl' } })).toMatchObject({ status: 201 });
});

test('reads with a session need no origin', async () => {
  const app = await startApp();
  const { cookie } = await signIn(app, await app.owner());
  expect(await withOrigin(app, { cookie })(dashboard.session.read)).toMatchObject({ status: 200 });
  expect(await withOrigin(app, { cookie })(api.contacts.list)).toMatchObject({ status: 200 });
});

test('a token needs no origin, since browsers do not send it on their own', async () => {
  const app = await startApp();
  const { token } = await app.owner();
  const call = withOrigin(app, { authorization: `Bearer ${token}` });
  expect(await call(api.contacts.create, { body: { name: 'Carl' } })).toMatchObject({ status: 201 });
});

const ALIASES = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];

async function writesFrom(app: TestApp, origins: string[]) {
  const { cookie } = await signIn(app, await app.owner());
  const statuses: number[] = [];
  for (const origin of origins) {
    const { status } = await withOrigin(app, { cookie }, origin)(api.contacts.create, { body: { name: 'Carl' } });
    statuses.push(status);
  }
  return statuses;
}

test("without PUBLIC_URL every local host name is the console's origin", async () => {
  expect(await writesFrom(await startApp(), ALIASES)).toEqual([201, 201, 201]);
});

test("with PUBLIC_URL only that is the console's origin", async () => {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test' });
  const own = ['https://chat.example.test', 'http://chat.example.test', 'https://chat.example.test:8443'];
  expect(await writesFrom(app, [...own, ...ALIASES])).toEqual([201, 403, 403, 403, 403, 403]);
  const local = await startApp({ PUBLIC_URL: 'http://localhost:3000' });
  expect(await writesFrom(local, ALIASES)).toEqual([201, 403, 403]);
});

test('an origin without its default port is accepted', async () => {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test:443' });
  expect(await writesFrom(app, ['https://chat.example.test'])).toEqual([201]);
});
