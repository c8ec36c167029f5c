import { api, dashboard, site } from '@parley/contract';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { anonymousCaller } from '../../../../test/callers.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { addInvitation, addSeats } from '../../../../test/invitations.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { addAgent, cookieAfter, cookiesOf, withCookie } from '../../../../test/people.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { agents } = api;
const { agentInvitations, session } = dashboard;

const GONE = { status: 404, problem: { reason: 'invitation_gone' } };
const ira = { name: 'Ira', surname: 'Petrova', password: 'a long password' };

async function startTeam() {
  const app = await startApp();
  const ann = await app.owner();
  const call = anonymousCaller(app);
  return {
    app,
    ann,
    invited: (email?: string) => addInvitation(app, ann, email),
    open: (token: string) => call(agentInvitations.read, { body: { token } }),
    accept: (token: string, given: object = ira) => call(agentInvitations.accept, { body: { token, ...given } }),
    people: async () => (await ann.call(agents.list)).data.data,
  };
}

test('the link shows who invites, to which site, until when, and whether the invitee is a known user', async () => {
  const { app, ann, invited, open } = await startTeam();
  await app.sql(`UPDATE users SET surname = 'Lee' WHERE email = '${ann.email}'`);
  const { token, email } = await invited();
  expect(await open(token)).toMatchObject({
    status: 200,
    data: { email, domain: null, account_name: 'Ann Lee', is_known: false },
  });
  await app.sql(`UPDATE widgets SET domains = '{shop.example}' WHERE id = ${ann.widgetId}`);
  const eve = await app.owner();
  const known = await invited(eve.email.toUpperCase());
  expect((await open(known.token)).data).toMatchObject({ domain: 'shop.example', is_known: true });
});

test('viewing an invitation does not use it up', async () => {
  const { invited, open, accept } = await startTeam();
  const { token } = await invited();
  for (let count = 0; count < 3; count += 1) expect((await open(token)).status).toBe(200);
  expect((await accept(token)).status).toBe(201);
});

test('a new user chooses a name and password, and is signed in as an operator of the widget', async () => {
  const { app, ann, invited, accept, people } = await startTeam();
  const { token, email } = await invited();
  const joined = await accept(token);
  expect(joined).toMatchObject({
    status: 201,
    data: {
      user: { email, name: 'Ira', surname: 'Petrova' },
      agent: { role: 'operator', status: 'active' },
      widget: { id: ann.widgetId },
      widgets: [{ id: ann.widgetId, role: 'operator' }],
    },
  });
  expect(cookiesOf(joined)).toHaveLength(1);
  const call = withCookie(app, cookieAfter(joined));
  expect((await call(session.read)).data).toEqual(joined.data);
  expect((await call(api.chats.list)).status).toBe(200);
  expect((await call(agents.invite, { body: { email: 'eve@example.test' } })).status).toBe(403);
  expect((await people()).at(-1)).toMatchObject({ email, name: 'Ira Petrova', role: 'operator', status: 'active' });
  expect((await signIn(app, { email }, ira.password)).answer.status).toBe(201);
  expect((await ann.call(agents.listInvitations)).data.data).toEqual([]);
});

test('the log records that they joined, and the served widget lists them at once', async () => {
  const { app, ann, invited, accept } = await startTeam();
  const config = async () =>
    (await anonymousCaller(app)(site.visitor.readConfig, { params: { button_guid: ann.buttonGuid } })).data;
  const before = await config();
  const { data } = await accept((await invited()).token);
  const { id } = data.agent;
  const log = (await ann.call(agents.listEvents, { params: { id } })).data.data.map(({ type }) => type);
  expect(log).toEqual(['signed_in', 'joined']);
  const after = await config();
  expect(after.revision).toBe(before.revision + 1);
  expect(after.people.map((each) => each.id)).toContain(id);
});

test('connected agents see them join', async () => {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const ours = await connectAgent(app, ann);
  const { token } = await addInvitation(app, ann);
  const { data } = await anonymousCaller(app)(agentInvitations.accept, { body: { token, ...ira } });
  const { agent } = await ours.hears('agent', (told) => told.agent.id === data.agent.id);
  expect(agent).toEqual({ id: data.agent.id, status: 'active', online: false });
});

test('a link works once', async () => {
  const { invited, open, accept, people } = await startTeam();
  const { token } = await invited();
  expect((await accept(token)).status).toBe(201);
  expect(await accept(token)).toMatchObject(GONE);
  expect(await open(token)).toMatchObject(GONE);
  expect(await people()).toHaveLength(2);
});

test('two concurrent clicks create one agent', async () => {
  const { app, invited, accept, people } = await startTeam();
  const { token, email } = await invited();
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
  const late = answers.filter(({ status }) => status !== 201);
  expect(late).toHaveLength(4);
  for (const answer of late) expect(answer).toMatchObject(GONE);
  expect((await people()).filter((each) => each.email === email)).toHaveLength(1);
  expect(await app.sql(`SELECT FROM users WHERE email = '${email}'`)).toHaveLength(1);
});

test('a link expires after seven days and when withdrawn', async () => {
  const { app, ann, invited, open, accept } = await startTeam();
  const [old, back] = [await invited(), await invited()];
  await ann.call(agents.revokeInvitation, { params: { id: back.id } });
  app.clock.now = app.clock.now.add({ hours: 7 * 24 }).subtract({ milliseconds: 1 });
  expect((await open(old.token)).status).toBe(200);
  app.clock.now = app.clock.now.add({ milliseconds: 1 });
  for (const { token } of [old, back]) {
    expect(await open(token)).toMatchObject(GONE);
    expect(await accept(token)).toMatchObject(GONE);
  }
});

test('a link whose mail is not sent yet does not work, nor does an invented one', async () => {
  const { app, invited, open, accept } = await startTeam();
  const { id, token } = await invited();
  await app.sql(`UPDATE agent_invitations SET sent_at = NULL WHERE id = ${id}`);
  for (const each of [token, 'made up', 'ы'.repeat(40)]) {
    expect(await open(each)).toMatchObject(GONE);
    expect(await accept(each)).toMatchObject(GONE);
  }
});

test('a new user needs a name and a password of 10 to 256 characters', async () => {
  const { app, invited, accept, people } = await startTeam();
  const { token, email } = await invited();
  const wrong: [string, object][] = [
    ['name', { password: ira.password }],
    ['name', { ...ira, name: ' ' }],
    ['name', { ...ira, name: 'I\nra' }],
    ['password', { ...ira, password: '123456789' }],
    ['password', { ...ira, password: 'x'.repeat(257) }],
    ['surname', { ...ira, surname: ' ' }],
  ];
  for (const [field, given] of wrong) {
    const answer = await accept(token, given);
    expect([field, answer]).toMatchObject([
      field,
      { status: 422, problem: { errors: { [field]: [expect.any(String)] } } },
    ]);
  }
  expect(await app.sql(`SELECT FROM users WHERE email = '${email}'`)).toEqual([]);
  expect((await accept(token, { name: 'Ira', password: '1234567890' })).status).toBe(201);
  expect((await people()).at(-1)).toMatchObject({ name: 'Ira', surname: null });
});

test('a known user joins with their existing password and keeps their name', async () => {
  const { app, ann, invited, accept } = await startTeam();
  const eve = await app.owner();
  const { token } = await invited(eve.email.toUpperCase());
  const joined = await accept(token, { ...ira, password: PASSWORD });
  expect(joined).toMatchObject({
    status: 201,
    data: { user: { email: eve.email, name: 'Ann', surname: null }, widget: { id: ann.widgetId } },
  });
  expect(joined.data.widgets.map(({ id, role }) => [id, role])).toEqual([
    [eve.widgetId, 'owner'],
    [ann.widgetId, 'operator'],
  ]);
});

test('a wrong password joins no one, and the link still works', async () => {
  const { app, invited, accept, people } = await startTeam();
  const eve = await app.owner();
  const { token } = await invited(eve.email);
  const wrong = await accept(token, ira);
  expect(wrong).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
  expect(cookiesOf(wrong)).toEqual([]);
  expect(await people()).toHaveLength(1);
  expect((await accept(token, { password: PASSWORD })).status).toBe(201);
});

test('a user with a second factor is asked for its code', async () => {
  const { app, invited, accept } = await startTeam();
  const eve = await app.owner();
  const { call } = await signIn(app, eve);
  const { secret } = (await call(session.beginTotp, { body: { password: PASSWORD } })).data;
  const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.now.epochMilliseconds });
  await call(session.confirmTotp, { body: { code: code() } });
  const { token } = await invited(eve.email);
  expect((await accept(token, { password: PASSWORD })).problem).toMatchObject({ reason: 'totp_required' });
  // Each code works once, and this one has confirmed the authenticator.
  expect((await accept(token, { password: PASSWORD, totp: code() })).problem).toMatchObject({
    reason: 'sign_in_failed',
  });
  app.clock.now = app.clock.now.add({ seconds: 60 });
  expect((await accept(token, { password: PASSWORD, totp: code() })).status).toBe(201);
});

test('wrong passwords share their rate limit with the sign-in', async () => {
  const { app, invited } = await startTeam();
  const eve = await app.owner();
  const { token } = await invited(eve.email);
  const call = anonymousCaller(app);
  const attempt = (password: string) => call(agentInvitations.accept, { body: { token, password } });
  for (let count = 0; count < 5; count += 1) {
    expect((await attempt('wrong')).status).toBe(401);
    const body = { email: eve.email, password: 'wrong' };
    expect((await call(session.create, { body })).status).toBe(401);
  }
  expect(await attempt(PASSWORD)).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
});

test('without a free seat the invitee cannot join, and the link works once there is one', async () => {
  const { app, ann, invited, accept, people } = await startTeam();
  const { token, email } = await invited();
  await addSeats(app, ann, 1);
  expect(await accept(token)).toMatchObject({ status: 409, problem: { reason: 'seat_limit_reached' } });
  expect(await app.sql(`SELECT FROM users WHERE email = '${email}'`)).toEqual([]);
  expect(await people()).toHaveLength(1);
  await addSeats(app, ann, 2);
  expect((await accept(token)).status).toBe(201);
});

test('concurrent joins and restores never exceed the seats', async () => {
  const { app, ann, invited, accept, people } = await startTeam();
  const bob = await addAgent(app, ann, 'operator');
  await ann.call(agents.suspend, { params: { id: bob.agentId } });
  const links = [await invited(), await invited(), await invited()];
  await addSeats(app, ann, 3);
  const answers = await Promise.all([
    ann.call(agents.restore, { params: { id: bob.agentId } }),
    ...links.map(({ token }) => accept(token)),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  expect(await people()).toHaveLength(3);
});

test('an invitee who became an agent by other means cannot use the link', async () => {
  const { app, ann, invited, accept } = await startTeam();
  const bob = await addAgent(app, ann, 'operator');
  const { token } = await invited(bob.email);
  expect(await accept(token, { password: PASSWORD })).toMatchObject(GONE);
  expect(await app.sql(`SELECT FROM agents WHERE user_id = ${bob.userId}`)).toHaveLength(1);
});

test('another site cannot make a user join', async () => {
  const { invited, ann, app } = await startTeam();
  const { token } = await invited();
  const headers = { origin: 'https://evil.example' };
  const { problem } = await app.call(agentInvitations.accept, { body: { token, ...ira }, headers });
  expect(problem).toMatchObject({ status: 403, reason: 'origin_not_allowed' });
  expect((await ann.call(agents.list)).data.data).toHaveLength(1);
});
