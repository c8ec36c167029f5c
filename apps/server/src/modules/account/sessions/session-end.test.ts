import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { ageCaches } from '../../../../test/caches.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../../test/owners.ts';
import { addAgent, addWidget, cookieAfter, cookiesOf, withCookie } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

const ENDED = { status: 401, problem: { reason: 'session_required' } };
/** Less than the cache's TTL: what takes effect within it came by a notice. */
const AT_ONCE_MS = 3_000;

const use = (app: TestApp, cookie: string) => withCookie(app, cookie)(api.contacts.list);

const sessionsOf = (app: TestApp, { agentId }: { agentId: number }) =>
  app.sql<{ end: string }>(`SELECT expires_at::text AS end FROM sessions WHERE agent_id = ${agentId}`);

async function untilEnded(app: TestApp, cookie: string) {
  await until(async () => (await use(app, cookie)).status === 401, 'the session is over', AT_ONCE_MS);
  expect(await use(app, cookie)).toMatchObject(ENDED);
}

test('no request of a session is served after its sign-out is answered', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await use(app, (await signIn(app, ann)).cookie);
  const after: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { call, cookie } = await signIn(app, ann);
    expect((await use(app, cookie)).status).toBe(200);
    const out = await call(dashboard.session.remove);
    expect(out.status).toBe(204);
    expect(cookieAfter(out)).toBe('parley=');
    after.push((await use(app, cookie)).status);
  }
  expect(after).toEqual(Array(5).fill(401));
});

test('a sign-out takes effect on other nodes at once and ends no other session', async () => {
  const app = await startApp();
  const node = await startApp({}, { connection: app.connection });
  const ann = await app.owner();
  const [one, two] = [await signIn(app, ann), await signIn(app, ann)];
  expect([(await use(node, one.cookie)).status, (await use(node, two.cookie)).status]).toEqual([200, 200]);
  await one.call(dashboard.session.remove);
  await untilEnded(node, one.cookie);
  expect((await use(node, two.cookie)).status).toBe(200);
});

test("signing out everywhere ends every session of the user on every node, and no one else's", async () => {
  const app = await startApp();
  const node = await startApp({}, { connection: app.connection });
  const ann = await app.owner();
  const bob = await signIn(app, await addAgent(app, ann, 'operator'));
  const [one, two] = [await signIn(app, ann), await signIn(node, ann)];
  for (const { cookie } of [one, two, bob]) expect((await use(node, cookie)).status).toBe(200);
  const out = await one.call(dashboard.session.removeAll);
  expect(out.status).toBe(204);
  expect(cookieAfter(out)).toBe('parley=');
  for (const { cookie } of [one, two]) {
    await untilEnded(app, cookie);
    await untilEnded(node, cookie);
  }
  expect((await use(node, bob.cookie)).status).toBe(200);
});

test('a session expires after 14 days without use', async () => {
  const app = await startApp();
  const { cookie } = await signIn(app, await app.owner());
  const begun = app.clock.now;
  app.clock.now = begun.add({ hours: 14 * 24 });
  expect(await use(app, cookie)).toMatchObject(ENDED);
  app.clock.now = begun.add({ hours: 13 * 24, minutes: 1439 });
  expect((await use(app, cookie)).status).toBe(200);
});

/** Longer than the cache's TTL. */
function passHours(app: TestApp, hours: number) {
  app.clock.now = app.clock.now.add({ hours });
  ageCaches();
}

test('use extends a session', async () => {
  const app = await startApp();
  const { cookie } = await signIn(app, await app.owner());
  for (const days of [13, 26, 39]) {
    passHours(app, 13 * 24);
    expect([days, (await use(app, cookie)).status]).toEqual([days, 200]);
  }
  passHours(app, 14 * 24);
  expect(await use(app, cookie)).toMatchObject(ENDED);
});

test('the cookie of a used session lasts as long as the session', async () => {
  const app = await startApp();
  const { cookie, answer } = await signIn(app, await app.owner());
  const endOf = (days: number, written: string) => days + Number(/Max-Age=(\d+)/.exec(written)?.[1]) / 86_400;
  let keptUntil = endOf(0, cookiesOf(answer)[0] ?? '');
  for (const days of [10, 20, 30]) {
    passHours(app, 10 * 24);
    const used = await use(app, cookie);
    expect([days, used.status]).toEqual([days, 200]);
    for (const written of cookiesOf(used)) keptUntil = endOf(days, written);
  }
  expect(keptUntil).toBeGreaterThanOrEqual(30 + 14);
});

async function ban(app: TestApp, agentId: number, notice: string) {
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${agentId}; ${notice}`);
}

test('a suspended agent is signed out at once on every node and cannot sign in', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const { cookie, call } = await signIn(app, bob);
  expect((await call(api.contacts.list)).status).toBe(200);
  await ban(app, bob.agentId, `SELECT pg_notify('parley', 'agent:${bob.agentId}')`);
  await untilEnded(app, cookie);
  expect((await signIn(app, bob)).answer).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
});

test('a suspended agent is signed out within five seconds where the notice was lost', async () => {
  const app = await startApp();
  const bob = await addAgent(app, await app.owner(), 'operator');
  const { cookie } = await signIn(app, bob);
  expect((await use(app, cookie)).status).toBe(200);
  await ban(app, bob.agentId, '');
  ageCaches(5_000);
  expect(await use(app, cookie)).toMatchObject(ENDED);
});

test("changing an agent's role ends their sessions", async () => {
  const app = await startApp();
  const bob = await addAgent(app, await app.owner(), 'admin');
  const { cookie } = await signIn(app, bob);
  expect((await use(app, cookie)).status).toBe(200);
  await app.sql(`UPDATE agents SET role = 'operator' WHERE id = ${bob.agentId};
    SELECT pg_notify('parley', 'agent:${bob.agentId}')`);
  await untilEnded(app, cookie);
  expect((await signIn(app, bob)).answer).toMatchObject({ status: 201, data: { agent: { role: 'operator' } } });
});

async function ownerOfTwo(app: TestApp): Promise<Owner & { other: Awaited<ReturnType<typeof addWidget>> }> {
  const ann = await app.owner();
  return { ...ann, other: await addWidget(app, ann) };
}

test('switching widgets gives the session a new id and voids the old one', async () => {
  const app = await startApp();
  const ann = await ownerOfTwo(app);
  const { call, cookie } = await signIn(app, ann);
  await call(api.contacts.create, { body: { name: 'Carl' } });
  const switched = await call(dashboard.session.update, { body: { widget_id: ann.other.widgetId } });
  expect(switched).toMatchObject({
    status: 200,
    data: {
      agent: { id: ann.other.agentId },
      widget: { id: ann.other.widgetId, button_guid: ann.other.buttonGuid },
    },
  });
  expect(cookieAfter(switched)).not.toBe(cookie);
  await untilEnded(app, cookie);
  const there = withCookie(app, cookieAfter(switched));
  expect((await there(dashboard.session.read)).data).toEqual(switched.data);
  expect((await there(api.contacts.list)).data.data).toEqual([]);
});

test('a renewed session sets the cookie once', async () => {
  const app = await startApp();
  const ann = await ownerOfTwo(app);
  const { call } = await signIn(app, ann);
  const switched = await call(dashboard.session.update, { body: { widget_id: ann.other.widgetId } });
  expect(cookiesOf(switched)).toHaveLength(1);
});

test('switching to a widget the user does not work in is 422, and the session stays as it was', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { call, cookie } = await signIn(app, ann);
  for (const widget_id of [bob.widgetId, 999_999]) {
    const refused = await call(dashboard.session.update, { body: { widget_id } });
    expect(refused).toMatchObject({ status: 422, problem: { errors: { widget_id: [expect.any(String)] } } });
    expect(cookiesOf(refused)).toEqual([]);
  }
  expect((await use(app, cookie)).status).toBe(200);
  expect((await call(dashboard.session.read)).data).toMatchObject({ widget: { id: ann.widgetId } });
});

test('the sweep removes expired sessions and keeps the others', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await signIn(app, ann);
  app.clock.now = app.clock.now.add({ hours: 24 });
  const { cookie } = await signIn(app, ann);
  app.clock.now = app.clock.now.add({ hours: 13 * 24, minutes: 1 });
  await app.run('sessions.sweep');
  expect(await sessionsOf(app, ann)).toHaveLength(1);
  expect((await use(app, cookie)).status).toBe(200);
});

test('signing out everywhere also ends a session that is being renewed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (let round = 0; round < 5; round += 1) {
    const { call } = await signIn(app, ann);
    const renewals = Array.from({ length: 8 }, () =>
      call(dashboard.session.update, { body: { widget_id: ann.widgetId } }),
    );
    const [, ...renewed] = await Promise.all([call(dashboard.session.removeAll), ...renewals]);
    for (const answer of renewed.filter(({ status }) => status === 200)) {
      const again = await withCookie(app, cookieAfter(answer))(dashboard.session.read);
      expect(again.status).toBe(401);
    }
    expect(await sessionsOf(app, ann)).toEqual([]);
  }
});

test('concurrent renewals of a session leave one session', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  const renewals = Array.from({ length: 8 }, () =>
    call(dashboard.session.update, { body: { widget_id: ann.widgetId } }),
  );
  const statuses = (await Promise.all(renewals)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await sessionsOf(app, ann)).toHaveLength(1);
});

test('a sign-in started with the old password fails once it is changed', async () => {
  const app = await startApp();
  for (let round = 0; round < 5; round += 1) {
    const ann = await app.owner();
    const { call } = await signIn(app, ann);
    const body = { current_password: PASSWORD, password: 'another long password' };
    const [, ...late] = await Promise.all([
      call(dashboard.session.changePassword, { body }),
      ...Array.from({ length: 3 }, () =>
        app.call(dashboard.session.create, { body: { email: ann.email, password: PASSWORD } }),
      ),
    ]);
    for (const answer of late.filter(({ status }) => status === 201)) {
      expect((await withCookie(app, cookieAfter(answer))(dashboard.session.read)).status).toBe(401);
    }
  }
});
