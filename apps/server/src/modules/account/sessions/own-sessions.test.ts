import { dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { addAgent, cookieAfter, fromAddress, withCookie } from '../../../../test/people.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { session } = dashboard;

type SignedIn = Awaited<ReturnType<typeof signIn>>;

const list = async ({ call }: Pick<SignedIn, 'call'>) => (await call(session.list)).data.data;
const isIn = async ({ call }: SignedIn) => (await call(session.read)).status === 200;

async function idOf(one: SignedIn) {
  return (await list(one)).find(({ current }) => current)?.id;
}

/** Signs in a moment after the previous sign-in. */
function signInLater(app: TestApp, person: { email: string }) {
  app.clock.now = app.clock.now.add({ seconds: 1 });
  return signIn(app, person);
}

test('sessions of a user are listed newest first, with the current one marked', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const headers = { 'user-agent': 'A browser of old', origin: app.publicUrl };
  const body = { email: ann.email, password: 'correct horse battery' };
  await fromAddress(app, '203.0.113.7')(session.create, { body, headers });
  app.clock.now = app.clock.now.add({ seconds: 1 });
  const here = cookieAfter(await fromAddress(app, '203.0.113.8')(session.create, { body }));
  await signIn(app, await addAgent(app, ann, 'operator'));
  expect(await list({ call: withCookie(app, here) })).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      address: '203.0.113.8',
      user_agent: expect.any(String),
      created_at: app.clock.now.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00'),
      expires_at: expect.any(String),
      current: true,
    },
    expect.objectContaining({ address: '203.0.113.7', user_agent: 'A browser of old', current: false }),
  ]);
});

test('sessions are paginated like every list', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const devices = [await signIn(app, ann), await signIn(app, ann), await signInLater(app, ann)] as const;
  const { call } = devices[0];
  const walked: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await call(session.list, { query: { limit: 1, ...(cursor && { cursor }) } });
    walked.push(...data.data.map(({ id }) => id));
    cursor = data.next_cursor;
  }
  expect(walked).toEqual((await list(devices[0])).map(({ id }) => id));
  expect(new Set(walked).size).toBe(3);
});

test('the public id of a session does not authenticate', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const here = await signIn(app, ann);
  const id = String(await idOf(here));
  const [row] = await app.sql<{ hash: Buffer }>(`SELECT hash FROM sessions WHERE agent_id = ${ann.agentId}`);
  const forms = [id, Buffer.from(id, 'hex').toString('base64url'), row?.hash.toString('base64url')];
  expect(here.cookie).not.toContain(id);
  for (const form of forms) {
    const call = app.call(session.read, { headers: { cookie: `parley=${form}`, origin: app.publicUrl } });
    expect((await call).status).toBe(401);
  }
});

test('an ended session is not in the list', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await signIn(app, ann);
  app.clock.now = app.clock.now.add({ hours: 24 * 14 });
  expect(await list(await signIn(app, ann))).toHaveLength(1);
});

test('ending another session closes it and its socket at once, and no other', async () => {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const socket = await connectAgent(app, ann);
  const [there] = await list(await signIn(app, ann)).then((all) => all.filter(({ current }) => !current));
  const here = await signInLater(app, ann);
  expect((await here.call(session.removeOne, { params: { id: there?.id } })).status).toBe(204);
  await socket.hears('refused', ({ reason }) => reason === 'session_required');
  expect(await list(here)).toHaveLength(2);
  expect((await here.call(session.removeOne, { params: { id: there?.id } })).status).toBe(404);
});

test('ending the current session signs out', async () => {
  const app = await startApp();
  const here = await signIn(app, await app.owner());
  const out = await here.call(session.removeOne, { params: { id: await idOf(here) } });
  expect([out.status, cookieAfter(out)]).toEqual([204, 'parley=']);
  expect(await isIn(here)).toBe(false);
});

test('a session of another user cannot be ended', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await signIn(app, await addAgent(app, ann, 'operator'));
  const { call } = await signIn(app, ann);
  expect((await call(session.removeOne, { params: { id: await idOf(bob) } })).status).toBe(404);
  expect(await isIn(bob)).toBe(true);
});

test('all other sessions can be ended at once, and the current one stays', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await signIn(app, await addAgent(app, ann, 'operator'));
  const [one, two, here] = [await signIn(app, ann), await signIn(app, ann), await signIn(app, ann)];
  for (const each of [one, two, here, bob]) expect(await isIn(each)).toBe(true);
  expect((await here.call(session.removeAll, { query: { others: 1 } })).status).toBe(204);
  expect([await isIn(one), await isIn(two), await isIn(here), await isIn(bob)]).toEqual([false, false, true, true]);
});
