import { api, dashboard, type Scope } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { type Owner, PASSWORD } from '../../../../test/owners.ts';
import { withToken } from '../../../../test/people.ts';
import { startServer } from '../../../../test/server-process.ts';
import { until } from '../../../../test/until.ts';

const READ: Scope[] = ['contacts:read'];
/** Less than the cache's TTL: what takes effect within it came by a notice. */
const AT_ONCE_MS = 3_000;

const usedTokens = ({ sql }: TestApp, { widgetId }: Owner) =>
  sql<{ last_used_at: Date }>(
    `SELECT last_used_at FROM tokens WHERE widget_id = ${widgetId} AND last_used_at IS NOT NULL`,
  );

const list = async (call: Call) => (await call(api.contacts.list)).status;

/** A token that both nodes have just used, and the session that changes it. */
async function startTwoNodes() {
  const app = await startApp();
  const node = await startApp({}, { connection: app.connection });
  const { call: session } = await signIn(app, await app.owner());
  const { id, token } = (
    await session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } })
  ).data;
  const [here, there] = [withToken(app, token), withToken(node, token)];
  expect([await list(here), await list(there)]).toEqual([200, 200]);
  return { id, here, there, session };
}

test('changed scopes take effect on every node at once, and the token stays the same', async () => {
  const { id, here, there, session } = await startTwoNodes();
  const edit = (scopes: Scope[]) => session(dashboard.tokens.update, { params: { id }, body: { scopes } });
  expect(await edit(['tags:read'])).toMatchObject({ status: 200, data: { id, name: 'Bridge', scopes: ['tags:read'] } });
  await until(async () => (await list(there)) === 403, 'the other node refuses', AT_ONCE_MS);
  expect(await list(here)).toBe(403);
  await edit(READ);
  await until(async () => (await list(there)) === 200, 'the other node allows', AT_ONCE_MS);
  expect(await list(here)).toBe(200);
});

test('a revoked token is refused on every node at once', async () => {
  const { id, here, there, session } = await startTwoNodes();
  expect(await session(dashboard.tokens.remove, { params: { id } })).toMatchObject({ status: 204 });
  await until(async () => (await list(there)) === 401, 'the other node refuses', AT_ONCE_MS);
  for (const call of [here, there]) {
    expect(await call(api.contacts.list)).toMatchObject({ status: 401, problem: { reason: 'token_revoked' } });
  }
});

test('no request with a token is served after its revocation is answered', async () => {
  const app = await startApp();
  const owner = await app.owner();
  const { call: session } = await signIn(app, owner);
  const after: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const { id, token } = (
      await session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } })
    ).data;
    expect(await list(withToken(app, token))).toBe(200);
    await session(dashboard.tokens.remove, { params: { id } });
    after.push(await list(withToken(app, token)));
  }
  expect(after).toEqual(Array(10).fill(401));
});

test('a revoked token stays in the list with its time and cannot be restored', async () => {
  const app = await startApp();
  const { call: session } = await signIn(app, await app.owner());
  const { id, token } = (
    await session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } })
  ).data;
  await session(dashboard.tokens.remove, { params: { id } });
  const { data } = await session(dashboard.tokens.list);
  const revoked_at = data.data.find((each) => each.id === id)?.revoked_at;
  expect(Temporal.Instant.from(revoked_at ?? '').equals(app.clock.now)).toBe(true);
  await session(dashboard.tokens.update, { params: { id }, body: { scopes: READ } });
  expect(await list(withToken(app, token))).toBe(401);
});

test('revoking again keeps the first time', async () => {
  const app = await startApp();
  const { call: session } = await signIn(app, await app.owner());
  const { id } = (
    await session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } })
  ).data;
  await session(dashboard.tokens.remove, { params: { id } });
  const first = app.clock.now;
  app.clock.now = first.add({ hours: 1 });
  await session(dashboard.tokens.remove, { params: { id } });
  const { data } = await session(dashboard.tokens.list);
  const revoked_at = data.data.find((each) => each.id === id)?.revoked_at;
  expect(Temporal.Instant.from(revoked_at ?? '').equals(first)).toBe(true);
});

test('last uses are written in batches', async () => {
  const app = await startApp({}, { isolated: true });
  const owner = await app.owner();
  const call = withToken(app, await owner.newToken(READ));
  await app.sql(`
    CREATE TABLE writes (at timestamptz);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO writes VALUES (now()); RETURN NEW; END';
    CREATE TRIGGER noted AFTER UPDATE ON tokens FOR EACH ROW EXECUTE FUNCTION note();`);
  for (let round = 0; round < 20; round += 1) {
    app.clock.now = app.clock.now.add({ seconds: 1 });
    expect(await list(call)).toBe(200);
  }
  expect(await app.sql('SELECT FROM writes')).toEqual([]);
  await app.close();
  expect(await app.sql('SELECT FROM writes')).toHaveLength(1);
  const [used] = await usedTokens(app, owner);
  expect(used?.last_used_at.getTime()).toBe(app.clock.now.epochMilliseconds);
});

test('a stopping server writes the last uses of tokens', async () => {
  const app = await startApp();
  const owner = await app.owner();
  const server = startServer(environmentOn(app.connection));
  const url = await server.ready();
  const answer = await fetch(`${url}/api/v1/contacts`, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(answer.status).toBe(200);
  expect((await server.stop()).code).toBe(0);
  expect(await usedTokens(app, owner)).toHaveLength(1);
});

test('a long job does not keep a stopping server from writing last uses', async () => {
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const mailbox = await startMailbox({
    beforeTaking: () => {
      isHeld = true;
      return held.promise;
    },
  });
  onTestFinished(() => held.resolve());
  const app = await startApp({ SMTP_URL: mailbox.url }, { background: true });
  const owner = await app.owner();
  await app.call(dashboard.session.requestReset, { body: { email: owner.email } });
  await until(() => isHeld, 'the job waits for the mail server');
  expect(await list(owner.call)).toBe(200);
  await app.close();
  expect(await usedTokens(app, owner)).toHaveLength(1);
});

test('a refused token does not count as used', async () => {
  const app = await startApp();
  const owner = await app.owner();
  const token = await owner.newToken(READ, app.clock.now.add({ hours: 1 }).toString());
  const node = await startApp({}, { connection: app.connection });
  node.clock.now = app.clock.now.add({ hours: 2 });
  expect(await list(withToken(node, token))).toBe(401);
  await node.close();
  expect(await usedTokens(app, owner)).toEqual([]);
});

test('the command line creates tokens with an expiry, and revokes one on a running server at once', async () => {
  const app = await startApp();
  const { widgetId } = await app.owner();
  const env = environmentOn(app.connection);
  const options = ['--widget', `${widgetId}`, '--scopes', 'contacts:read,tags:read', '--name', 'Nightly'];
  const made = await runCommand(env, 'token', 'create', ...options, '--count', '3', '--expires', '2090-01-01T00:00Z');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.lines).toHaveLength(3);
  for (const line of made.lines) {
    expect(line).toEqual({ id: expect.any(Number), token: expect.stringMatching(/^prl_[\w-]{43}$/) });
  }
  const [one, two] = made.lines.map(({ token }) => withToken(app, String(token))) as [Call, Call];
  expect([await list(one), await list(two)]).toEqual([200, 200]);
  const rows = await app.sql(
    `SELECT DISTINCT name, scopes, expires_at FROM tokens WHERE widget_id = ${widgetId} AND name = 'Nightly'`,
  );
  expect(rows).toEqual([
    { name: 'Nightly', scopes: ['contacts:read', 'tags:read'], expires_at: new Date('2090-01-01T00:00Z') },
  ]);

  const revoked = await runCommand(env, 'token', 'revoke', '--id', `${made.lines[0]?.id}`);
  expect(revoked).toMatchObject({ code: 0, lines: [{ id: made.lines[0]?.id }] });
  await until(async () => (await list(one)) === 401, 'the revocation is noticed', AT_ONCE_MS);
  expect(await list(two)).toBe(200);
});
