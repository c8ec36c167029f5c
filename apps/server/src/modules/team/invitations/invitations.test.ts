import { createServer } from 'node:net';
import { api } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signedIn, withToken } from '../../../../test/callers.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { addSeats, invitationLink } from '../../../../test/invitations.ts';
import { whileLocked } from '../../../../test/locks.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { addAgent, addWidget } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';
import type { Letter } from '../../../infra/mail/read-mail.ts';

const { agents } = api;

const IRA = 'ira@example.test';

async function startTeam(beforeTaking?: (letter: Letter) => Promise<void> | void) {
  const mailbox = await startMailbox({ beforeTaking });
  return { ...(await startWith(mailbox.url)), ...mailbox };
}

async function startWith(smtpUrl: string) {
  const app = await startApp({ SMTP_URL: smtpUrl, PUBLIC_URL: 'https://chat.example.test' });
  const ann = await app.owner();
  return {
    app,
    ann,
    invite: (email: string = IRA, key?: string) => ann.call(agents.invite, { body: { email }, key }),
    list: async (query: Record<string, unknown> = {}) => (await ann.call(agents.listInvitations, { query })).data,
    stored: () =>
      app.sql<{ id: number; text: string }>(
        `SELECT id::int, i::text AS text FROM agent_invitations i WHERE account_id = ${ann.accountId}`,
      ),
  };
}

const somebody = (number: number) => `person-${number}@example.test`;

test('an invitation is mailed with a link, and is listed until it is accepted', async () => {
  const { app, invite, list, letters } = await startTeam();
  const { status, data } = await invite();
  expect(status).toBe(201);
  expect(data).toEqual({
    id: expect.any(Number),
    email: IRA,
    created_at: expect.any(String),
    expires_at: expect.any(String),
    link: null,
  });
  expect(Temporal.Instant.from(data.expires_at).equals(app.clock.now.add({ hours: 7 * 24 }))).toBe(true);
  const { link: _, ...listed } = data;
  expect(await list()).toEqual({ data: [listed], next_cursor: null });
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ to: IRA, subject: expect.stringContaining('chat.example.test') });
  expect(letters[0]?.text).toContain('Ann invited you');
  expect(letters[0]?.text).toContain('Ann приглашает вас');
});

test('the link has 256 bits after the #, and nothing stored leads to it', async () => {
  const { invite, letters, stored } = await startTeam();
  await invite();
  const { link, token } = invitationLink(letters[0] as Letter);
  expect(link).toBe(`https://chat.example.test/app/invitation#${token}`);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const [row] = await stored();
  expect(row?.text).toContain(IRA);
  expect(row?.text).not.toContain(token);
  expect(row?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test('the mail names the site, and cannot be given other headers', async () => {
  const { app, ann, invite, letters } = await startTeam();
  await app.sql(`UPDATE widgets SET domains = '{shop.example}' WHERE id = ${ann.widgetId}`);
  await app.sql(`UPDATE users SET name = E'Ann\\r\\nBcc: eve@example.test' WHERE email = '${ann.email}'`);
  await invite();
  expect(letters[0]).toMatchObject({ to: IRA, subject: expect.stringContaining('shop.example') });
  expect(letters[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
});

test('an invalid address is refused', async () => {
  const { ann, letters, stored } = await startTeam();
  for (const body of [{}, { email: '' }, { email: 'ira' }, { email: null }, { email: `${IRA}\r\nBcc: eve@x.test` }]) {
    const answer = await ann.call(agents.invite, { body });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { email: [expect.any(String)] } } });
  }
  expect((await ann.call(agents.invite, { body: { email: IRA, role: 'admin' } })).status).toBe(422);
  expect([letters, await stored()]).toEqual([[], []]);
});

test('an invitee is not invited twice, whatever the case of the address', async () => {
  const { invite, letters, ann } = await startTeam();
  const { id } = (await invite()).data;
  const again = await invite('IRA@Example.TEST');
  expect(again).toMatchObject({ status: 409, problem: { reason: 'already_invited' } });
  await ann.call(agents.revokeInvitation, { params: { id } });
  expect((await invite('IRA@Example.TEST')).data).toMatchObject({ email: 'IRA@Example.TEST' });
  expect(letters).toHaveLength(2);
});

test('an agent of the widget is not invited, not even a suspended one', async () => {
  const { app, ann, invite, letters } = await startTeam();
  const bob = await addAgent(app, ann, 'operator');
  for (const email of [ann.email, bob.email, bob.email.toUpperCase()]) {
    expect(await invite(email)).toMatchObject({ status: 409, problem: { reason: 'already_agent' } });
  }
  await ann.call(agents.suspend, { params: { id: bob.agentId } });
  expect(await invite(bob.email)).toMatchObject({ status: 409, problem: { reason: 'already_agent' } });
  expect(letters).toEqual([]);
});

test('an agent of another widget can be invited, and one person can be invited to two', async () => {
  const { app, ann, invite } = await startTeam();
  const eve = await app.owner();
  expect((await invite(eve.email)).status).toBe(201);
  expect((await eve.call(agents.invite, { body: { email: ann.email } })).status).toBe(201);
  expect((await invite()).status).toBe(201);
  expect((await eve.call(agents.invite, { body: { email: IRA } })).status).toBe(201);
});

test('each invitation holds a seat: without a free one it is refused', async () => {
  const { app, ann, invite, list, letters } = await startTeam();
  await addSeats(app, ann, 3);
  expect([(await invite(somebody(1))).status, (await invite(somebody(2))).status]).toEqual([201, 201]);
  expect(await invite(somebody(3))).toMatchObject({ status: 409, problem: { reason: 'seat_limit_reached' } });
  expect(letters).toHaveLength(2);
  const [latest] = (await list()).data;
  await ann.call(agents.revokeInvitation, { params: { id: latest?.id } });
  expect((await invite(somebody(3))).status).toBe(201);
});

test('seats are counted over all widgets of the account: human agents and invitations', async () => {
  const { app, ann, invite } = await startTeam();
  const other = await addWidget(app, ann);
  await addAgent(app, { ...ann, widgetId: other.widgetId }, 'operator');
  await addSeats(app, ann, 4);
  expect((await invite(somebody(1))).status).toBe(201);
  expect((await invite(somebody(2))).status).toBe(409);
  await app.sql(`UPDATE agent_invitations SET widget_id = ${other.widgetId} WHERE account_id = ${ann.accountId}`);
  expect((await invite(somebody(2))).status).toBe(409);
});

test('suspended agents and non-human agents take no seat', async () => {
  const { app, ann, invite } = await startTeam();
  const bob = await addAgent(app, ann, 'operator');
  await app.sql(`INSERT INTO agents (account_id, widget_id, type, role, created_at)
    VALUES (${ann.accountId}, ${ann.widgetId}, 'ai', 'operator', now())`);
  await addSeats(app, ann, 2);
  expect((await invite()).status).toBe(409);
  await ann.call(agents.suspend, { params: { id: bob.agentId } });
  expect((await invite()).status).toBe(201);
});

test('of ten concurrent invitations for three seats exactly three are sent', async () => {
  const { app, ann, invite, list, letters } = await startTeam();
  await addSeats(app, ann, 4);
  const answers = await whileLocked(
    app,
    `SELECT FROM accounts WHERE id = ${ann.accountId} FOR UPDATE`,
    async (held) => {
      const all = Promise.all(Array.from({ length: 10 }, (_, number) => invite(somebody(number))));
      await held.untilWaited();
      await held.client.query('COMMIT');
      return all;
    },
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  expect([letters.length, (await list()).data.length]).toEqual([3, 3]);
});

test('of two concurrent invitations to one address one is sent', async () => {
  const { invite, letters } = await startTeam();
  const answers = await Promise.all([invite(), invite(IRA.toUpperCase())]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(letters).toHaveLength(1);
});

test('restoring an agent and inviting compete for the last seat, also concurrently', async () => {
  const { app, ann, invite } = await startTeam();
  for (let round = 0; round < 5; round += 1) {
    const { agentId: id } = await addAgent(app, ann, 'operator');
    await ann.call(agents.suspend, { params: { id } });
    await addSeats(app, ann, 2 + round);
    const [restored, invited] = await Promise.all([ann.call(agents.restore, { params: { id } }), invite()]);
    expect(restored.status).toBe(200);
    // Whichever came first, no seat is left.
    expect([201, 409]).toContain(invited.status);
    expect((await invite(somebody(round))).status).toBe(409);
    await app.sql(`DELETE FROM agent_invitations WHERE account_id = ${ann.accountId}`);
  }
});

test('the 11th invitation of a widget within an hour is refused, and failed ones do not count', async () => {
  const { app, ann, invite } = await startTeam();
  await addSeats(app, ann, 100);
  expect((await invite(ann.email)).status).toBe(409);
  for (let number = 1; number <= 10; number += 1) expect((await invite(somebody(number))).status).toBe(201);
  const late = await invite(somebody(11));
  expect(late).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(60);
  const another = await withToken(app, ann);
  expect((await another(agents.invite, { body: { email: somebody(11) } })).status).toBe(429);
  const eve = await app.owner();
  expect((await eve.call(agents.invite, { body: { email: IRA } })).status).toBe(201);
});

test('a rejected mail leaves nothing behind: no invitation, no seat, no idempotency key', async () => {
  let isRefusing = true;
  const { app, ann, invite, stored, list } = await startTeam(() => {
    if (isRefusing) throw Object.assign(new Error('not you'), { responseCode: 550 });
  });
  await addSeats(app, ann, 2);
  expect(await invite(IRA, 'one-key')).toMatchObject({ status: 502, problem: { reason: 'upstream_failed' } });
  expect([await stored(), await list()]).toEqual([[], { data: [], next_cursor: null }]);
  isRefusing = false;
  expect((await invite(IRA, 'one-key')).status).toBe(201);
  expect(await invite(IRA, 'one-key')).toMatchObject({ status: 409, problem: { reason: 'idempotency_key_reused' } });
});

test('a mail server that does not respond times out, and leaves nothing behind', async () => {
  // These timers run in real time and can be advanced: the mailer times out after ten seconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const { app, invite, stored } = await startWith(`smtp://127.0.0.1:${port}`);
  const inviting = invite(IRA, 'one-key');
  await until(async () => (await stored()).length === 1, 'a seat is kept meanwhile');
  expect(
    await app.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`),
  ).toEqual([]);
  expect((await invite(IRA, 'one-key')).problem).toMatchObject({ reason: 'idempotency_key_in_flight' });
  expect((await invite(IRA)).problem).toMatchObject({ reason: 'already_invited' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await inviting).toMatchObject({ status: 502, problem: { reason: 'upstream_failed' } });
  expect(await stored()).toEqual([]);
  expect(await app.sql('SELECT FROM idempotency_keys')).toEqual([]);
});

test('while its mail is being sent an invitation is not listed, cannot be withdrawn, and holds a seat', async () => {
  const taking = Promise.withResolvers<void>();
  const { app, ann, invite, list, stored } = await startTeam(() => taking.promise);
  await addSeats(app, ann, 2);
  const inviting = invite();
  const { id } = await until(async () => (await stored())[0] ?? false, 'a seat is kept');
  expect((await list()).data).toEqual([]);
  expect((await ann.call(agents.revokeInvitation, { params: { id } })).status).toBe(404);
  expect((await invite(somebody(1))).problem).toMatchObject({ reason: 'seat_limit_reached' });
  taking.resolve();
  expect((await inviting).status).toBe(201);
});

test('an invitation left by a server that died while sending expires after two minutes', async () => {
  const { app, ann, invite, list, stored } = await startTeam();
  await addSeats(app, ann, 2);
  const { id } = (await invite()).data;
  await app.sql(`UPDATE agent_invitations SET sent_at = NULL,
    expires_at = '${app.clock.now.add({ minutes: 2 })}' WHERE id = ${id}`);
  expect((await invite()).problem).toMatchObject({ reason: 'already_invited' });
  app.clock.now = app.clock.now.add({ minutes: 2 });
  expect((await list()).data).toEqual([]);
  expect((await invite()).status).toBe(201);
  expect(await stored()).toHaveLength(1);
});

test('after seven days an invitation expires: not listed, without a seat, and swept', async () => {
  const { app, ann, invite, list, stored } = await startTeam();
  await addSeats(app, ann, 2);
  const { id } = (await invite()).data;
  app.clock.now = app.clock.now.add({ hours: 7 * 24 }).subtract({ milliseconds: 1 });
  await app.run('invitations.sweep');
  expect((await list()).data).toHaveLength(1);
  app.clock.now = app.clock.now.add({ milliseconds: 1 });
  expect((await list()).data).toEqual([]);
  expect((await ann.call(agents.revokeInvitation, { params: { id } })).status).toBe(404);
  expect((await invite(somebody(1))).status).toBe(201);
  await app.run('invitations.sweep');
  expect(await stored()).toHaveLength(1);
});

test('an invitation is withdrawn once, and only in its own widget', async () => {
  const { app, ann, invite, list } = await startTeam();
  const { id } = (await invite()).data;
  const eve = await app.owner();
  expect((await eve.call(agents.revokeInvitation, { params: { id } })).status).toBe(404);
  expect((await eve.call(agents.listInvitations)).data.data).toEqual([]);
  expect((await list()).data).toHaveLength(1);
  expect((await ann.call(agents.revokeInvitation, { params: { id } })).status).toBe(204);
  expect((await ann.call(agents.revokeInvitation, { params: { id } })).status).toBe(404);
});

test('invitations are listed newest first, page by page', async () => {
  const { app, ann, invite, list } = await startTeam();
  await addSeats(app, ann, 10);
  for (const number of [1, 2, 3]) await invite(somebody(number));
  const first = await list({ limit: 2 });
  expect(first.data.map(({ email }) => email)).toEqual([somebody(3), somebody(2)]);
  const second = await list({ limit: 2, cursor: first.next_cursor });
  expect(second).toMatchObject({ data: [{ email: somebody(1) }], next_cursor: null });
});

test("admins invite as the owner does, operators do not, and users' invitations are logged", async () => {
  const { app, ann, invite, list } = await startTeam();
  const admin = await addAgent(app, ann, 'admin');
  const operator = await signedIn(app, await addAgent(app, ann, 'operator'));
  expect((await operator(agents.invite, { body: { email: IRA } })).problem).toMatchObject({
    reason: 'missing_scope',
  });
  const { call } = await signIn(app, admin);
  expect((await call(agents.invite, { body: { email: IRA } })).status).toBe(201);
  expect((await operator(agents.listInvitations)).data).toEqual(await list());
  const types = async (id: number) =>
    (await ann.call(agents.listEvents, { params: { id } })).data.data.map(({ type }) => type);
  expect(await types(admin.agentId)).toEqual(['invited', 'signed_in']);
  await invite(somebody(1));
  expect(await types(ann.agentId)).toEqual([]);
});
