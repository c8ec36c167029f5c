import { api, dashboard } from '@parley/contract';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { ageCaches } from '../../../../test/caches.ts';
import type { Call } from '../../../../test/call.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { addAgent, addWidget, cookieAfter, withCookie } from '../../../../test/people.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { security, session } = dashboard;
const REFUSED = { status: 403, problem: { reason: 'two_factor_required' } };

/** Sets up a second factor, and continues with the renewed session. */
async function enrol(app: TestApp, call: Call) {
  const { secret } = (await call(session.beginTotp, { body: { password: PASSWORD } })).data;
  const timestamp = app.clock.now.epochMilliseconds;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  return withCookie(app, cookieAfter(await call(session.confirmTotp, { body: { code } })));
}

async function startTeam(options?: Parameters<typeof startApp>[1]) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  return { app, ann, bob, owner: (await signIn(app, ann)).call };
}

const requireTwoFactor = (call: Call, two_factor_required = true) =>
  call(security.update, { body: { two_factor_required } });

test('the owner needs a second factor before requiring it of the team', async () => {
  const { app, owner } = await startTeam();
  expect(await requireTwoFactor(owner)).toMatchObject({
    status: 422,
    problem: { errors: { two_factor_required: [expect.any(String)] } },
  });
  expect((await owner(security.read)).data).toEqual({ two_factor_required: false, without_two_factor: 2 });
  const protectedOwner = await enrol(app, owner);
  expect((await requireTwoFactor(protectedOwner)).data).toEqual({ two_factor_required: true, without_two_factor: 1 });
  expect(await protectedOwner(api.chats.list)).toMatchObject({ status: 200 });
});

test('while it is required, a session without a second factor can only set one up, and its socket is closed', async () => {
  const { app, ann, bob, owner } = await startTeam({ live: true });
  const socket = await connectAgent(app, bob);
  const { call } = await signIn(app, bob);
  expect(await call(api.chats.list)).toMatchObject({ status: 200 });
  await requireTwoFactor(await enrol(app, owner));
  await socket.hears('refused', ({ reason }: { reason: string }) => reason === 'two_factor_required');
  for (const route of [api.chats.list, session.list, dashboard.push.readKey])
    expect(await call(route)).toMatchObject(REFUSED);
  expect(await call(dashboard.profile.update, { body: { name: 'Rob' } })).toMatchObject(REFUSED);
  const again = (await signIn(app, bob)).call;
  expect((await again(session.read)).data).toMatchObject({
    user: { totp_enabled: false },
    account: { two_factor_required: true },
  });
  expect(await again(api.chats.list)).toMatchObject(REFUSED);
  const enrolled = await enrol(app, again);
  expect(await enrolled(api.chats.list)).toMatchObject({ status: 200 });
  expect(await enrolled(session.removeTotp, { body: { password: PASSWORD } })).toMatchObject(REFUSED);
  expect(await call(session.remove)).toMatchObject({ status: 204 });
  // Tokens have no second factor.
  expect(await ann.call(api.chats.list)).toMatchObject({ status: 200 });
});

test('once it is no longer required, everybody works as before', async () => {
  const { app, bob, owner } = await startTeam();
  const { call } = await signIn(app, bob);
  const protectedOwner = await enrol(app, owner);
  await requireTwoFactor(protectedOwner);
  expect(await call(api.chats.list)).toMatchObject(REFUSED);
  await requireTwoFactor(protectedOwner, false);
  expect(await call(api.chats.list)).toMatchObject({ status: 200 });
  expect(await protectedOwner(session.removeTotp, { body: { password: PASSWORD } })).toMatchObject({ status: 204 });
});

test('only the owner requires it; an admin reads it', async () => {
  const { app, ann, bob } = await startTeam();
  const admin = (await signIn(app, await addAgent(app, ann, 'admin'))).call;
  expect(await admin(security.read)).toMatchObject({ status: 200 });
  expect(await requireTwoFactor(admin, false)).toMatchObject({ status: 403 });
  expect(await (await signIn(app, bob)).call(security.read)).toMatchObject({ status: 403 });
});

test("the owner sees the sessions of the account's people, an admin those of the widget without the owner", async () => {
  const { app, ann, bob, owner } = await startTeam();
  const second = await addWidget(app, ann);
  await signIn(app, await addAgent(app, { ...ann, ...second }, 'operator'));
  const eve = await addAgent(app, ann, 'admin');
  await signIn(app, bob);
  await signIn(app, await app.owner());
  const admin = (await signIn(app, eve)).call;
  const list = async (call: Call, query = {}) => (await call(security.listSessions, { query })).data.data;
  expect((await list(owner)).map(({ name, current }) => `${name} ${current}`).sort()).toEqual([
    'Ann true',
    'Bob false',
    'Bob false',
    'Bob false',
  ]);
  expect((await list(admin)).map(({ agent_id }) => agent_id).sort()).toEqual([bob.agentId, eve.agentId].sort());
  expect(await list(owner, { query: bob.email })).toMatchObject([{ agent_id: bob.agentId, email: bob.email }]);
  const [own] = await list(owner, { query: 'ann' });
  expect(await admin(security.endSession, { params: { id: own?.id ?? '' } })).toMatchObject({ status: 404 });
  expect(await admin(security.endSessions, { params: { id: ann.agentId } })).toMatchObject({ status: 404 });
});

test('the last use of a session is stored every ten minutes', async () => {
  const { app, bob, owner } = await startTeam();
  const { call } = await signIn(app, bob);
  const lastUse = async () =>
    (await owner(security.listSessions, { query: { query: 'bob' } })).data.data[0]?.last_active_at;
  const first = await lastUse();
  const use = async (minutes: number) => {
    app.clock.now = app.clock.now.add({ minutes });
    ageCaches();
    await call(session.read);
    return lastUse();
  };
  expect(await use(9)).toBe(first);
  expect(Temporal.Instant.compare((await use(2)) ?? '', first ?? '')).toBe(1);
});

test('a manager ends one session, or all sessions of a person, at once', async () => {
  const { app, bob, owner } = await startTeam();
  const devices = [(await signIn(app, bob)).call, (await signIn(app, bob)).call, (await signIn(app, bob)).call];
  const works = () => Promise.all(devices.map(async (call) => (await call(session.read)).status === 200));
  const [newest] = (await owner(security.listSessions, { query: { query: 'bob' } })).data.data;
  expect(await owner(security.endSession, { params: { id: newest?.id ?? '' } })).toMatchObject({ status: 204 });
  expect((await works()).filter(Boolean)).toHaveLength(2);
  expect(await owner(security.endSessions, { params: { id: bob.agentId } })).toMatchObject({ status: 204 });
  expect(await works()).toEqual([false, false, false]);
  expect(await owner(session.read)).toMatchObject({ status: 200 });
});
