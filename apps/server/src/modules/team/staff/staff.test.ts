import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, anonymousCaller, signedIn } from '../../../../test/callers.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { addSeats } from '../../../../test/invitations.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addWidget, withCookie } from '../../../../test/people.ts';

const { agents, chats } = api;

async function startTeam() {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const params = { id: bob.agentId };
  const owner = { id: ann.agentId };
  return {
    app,
    ann,
    bob,
    params,
    owner,
    status: async () => (await ann.call(agents.read, { params })).data.status,
    log: async (id = bob.agentId) =>
      (await ann.call(agents.listEvents, { params: { id } })).data.data.map(({ type }) => type),
    /** An AI operator. */
    addOperator: async (type: 'ai' | 'webhook') => {
      const [made] = await app.sql<{ id: number }>(`INSERT INTO agents (account_id, widget_id, type, role, created_at)
        VALUES (${ann.accountId}, ${ann.widgetId}, '${type}', 'operator', now()) RETURNING id::int`);
      return { id: made?.id as number };
    },
    revision: async () => {
      const [row] = await app.sql<{ at: number }>(
        `SELECT config_revision::int AS at FROM widgets WHERE id = ${ann.widgetId}`,
      );
      return row?.at ?? 0;
    },
  };
}

const config = async (app: Awaited<ReturnType<typeof startApp>>, { buttonGuid }: Owner) =>
  (await anonymousCaller(app)(site.visitor.readConfig, { params: { button_guid: buttonGuid } })).data;

test('showing an agent in the header can be changed, and the served widget follows at once', async () => {
  const { app, ann, params } = await startTeam();
  const shown = async () => (await config(app, ann)).people.filter(({ in_header }) => in_header).map(({ id }) => id);
  expect(await shown()).toContain(params.id);
  const hidden = await ann.call(agents.update, { params, body: { show_in_header: false } });
  expect(hidden).toMatchObject({ status: 200, data: { id: params.id, show_in_header: false } });
  expect(await shown()).toEqual([ann.agentId]);
  expect((await ann.call(agents.read, { params })).data).toEqual(hidden.data);
  await ann.call(agents.update, { params, body: { show_in_header: true } });
  expect(await shown()).toContain(params.id);
});

test('other fields of an agent are read-only: each is refused by name', async () => {
  const { ann, params } = await startTeam();
  const before = (await ann.call(agents.read, { params })).data;
  const others = {
    email: 'new@example.test',
    password: 'a long password',
    ai_assistant_id: 5,
    role: 'admin',
    status: 'banned',
    operators_display_mode: 'all',
    name: 'Eve',
    departments: [],
    id: 5,
  };
  for (const [field, value] of Object.entries(others)) {
    const answer = await ann.call(agents.update, { params, body: { show_in_header: false, [field]: value } });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } });
  }
  for (const body of [{}, { show_in_header: 'no' }, { show_in_header: null }]) {
    expect((await ann.call(agents.update, { params, body })).status).toBe(422);
  }
  expect((await ann.call(agents.read, { params })).data).toEqual(before);
});

test('a suspended agent reads as banned, keeps their chats and log, and is signed out', async () => {
  const { app, ann, bob, params, log } = await startTeam();
  const { call, cookie } = await signIn(app, bob);
  const { chatId } = await addAnsweredVisitor(app, ann);
  await ann.call(api.chats.transfer, { params: { id: chatId }, body: { agent_id: bob.agentId } });
  const answer = await ann.call(agents.suspend, { params });
  expect(answer).toMatchObject({ status: 200, data: { id: params.id, status: 'banned', online: false } });
  expect((await call(chats.list)).status).toBe(401);
  expect((await withCookie(app, cookie)(dashboard.session.read)).status).toBe(401);
  expect((await signIn(app, bob)).answer.problem).toMatchObject({ reason: 'sign_in_failed' });
  expect((await ann.call(chats.read, { params: { id: chatId } })).data.agent_id).toBe(bob.agentId);
  expect(await log()).toEqual(['suspended', 'signed_out', 'chat_transferred_in', 'signed_in']);
});

test('suspending an agent again changes nothing and emits nothing', async () => {
  const { ann, params, log } = await startTeam();
  const first = await ann.call(agents.suspend, { params });
  expect(await ann.call(agents.suspend, { params })).toMatchObject({ status: 200, data: first.data });
  expect(await log()).toEqual(['suspended']);
});

test('of ten concurrent suspensions one takes effect', async () => {
  const { ann, params, log } = await startTeam();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ann.call(agents.suspend, { params })));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await log()).toEqual(['suspended']);
});

test('a removed agent is banned, can be read, and can be removed again without error', async () => {
  const { app, ann, bob, params, status, log } = await startTeam();
  await signIn(app, bob);
  expect((await ann.call(agents.remove, { params })).status).toBe(204);
  expect(await status()).toBe('banned');
  expect((await ann.call(agents.remove, { params })).status).toBe(204);
  expect(await log()).toEqual(['removed', 'signed_out', 'signed_in']);
  expect((await ann.call(agents.list)).data.data.map(({ id }) => id)).toEqual([ann.agentId]);
  expect((await signIn(app, bob)).answer.status).toBe(401);
});

test('a suspended agent can be removed, and a removed one restored', async () => {
  const { ann, params, log } = await startTeam();
  const read = async () => (await ann.call(agents.read, { params })).data;
  await ann.call(agents.suspend, { params });
  expect(await read()).toMatchObject({ status: 'banned', removed_at: null });
  await ann.call(agents.remove, { params });
  await ann.call(agents.remove, { params });
  expect(await read()).toMatchObject({ status: 'banned', removed_at: expect.any(String) });
  await ann.call(agents.restore, { params });
  expect(await read()).toMatchObject({ status: 'active', removed_at: null });
  expect(await log()).toEqual(['restored', 'removed', 'suspended']);
});

test('the owner cannot be suspended, removed or given another role', async () => {
  const { app, ann, owner, log } = await startTeam();
  const admin = await signedIn(app, await addAgent(app, ann, 'admin'));
  for (const call of [ann.call, await signedIn(app, ann), admin]) {
    for (const route of [agents.suspend, agents.remove]) {
      expect(await call(route, { params: owner })).toMatchObject({
        status: 409,
        problem: { reason: 'agent_is_owner' },
      });
    }
  }
  const { problem } = await ann.call(agents.setRole, { params: owner, body: { role: 'operator' } });
  expect(problem).toMatchObject({ status: 409, reason: 'agent_is_owner' });
  expect((await ann.call(agents.read, { params: owner })).data).toMatchObject({ role: 'owner', status: 'active' });
  expect(await log(ann.agentId)).toEqual(['signed_in']);
});

test('an AI operator cannot be removed, but can be suspended and restored without a seat', async () => {
  const { app, ann, addOperator } = await startTeam();
  const params = await addOperator('ai');
  await addSeats(app, ann, 2);
  expect(await ann.call(agents.remove, { params })).toMatchObject({ status: 409, problem: { reason: 'agent_is_ai' } });
  const role = await ann.call(agents.setRole, { params, body: { role: 'admin' } });
  expect(role).toMatchObject({ status: 409, problem: { reason: 'agent_is_ai' } });
  expect(await ann.call(agents.suspend, { params })).toMatchObject({ status: 200, data: { status: 'banned' } });
  expect(await ann.call(agents.restore, { params })).toMatchObject({ status: 200, data: { status: 'active' } });
  const hook = await addOperator('webhook');
  expect((await ann.call(agents.remove, { params: hook })).status).toBe(204);
});

test('a restored agent is active and must sign in again: earlier sessions stay ended', async () => {
  const { app, ann, bob, params, log } = await startTeam();
  const { cookie } = await signIn(app, bob);
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${bob.agentId}`);
  await ann.call(agents.suspend, { params });
  expect(await ann.call(agents.restore, { params })).toMatchObject({ status: 200, data: { status: 'active' } });
  expect((await withCookie(app, cookie)(dashboard.session.read)).status).toBe(401);
  expect((await signIn(app, bob)).answer.status).toBe(201);
  expect(await log()).toEqual(['signed_in', 'restored', 'suspended', 'signed_out', 'signed_in']);
});

test('restoring an agent who is not suspended changes nothing, also without a free seat', async () => {
  const { app, ann, params, log } = await startTeam();
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${params.id}`);
  await addSeats(app, ann, 1);
  expect(await ann.call(agents.restore, { params })).toMatchObject({ status: 200, data: { status: 'relaxation' } });
  expect(await log()).toEqual([]);
});

test('restoring needs a free seat', async () => {
  const { app, ann, params, status, log } = await startTeam();
  await ann.call(agents.suspend, { params });
  await addSeats(app, ann, 1);
  const refused = await ann.call(agents.restore, { params });
  expect(refused).toMatchObject({ status: 409, problem: { reason: 'seat_limit_reached' } });
  expect(await status()).toBe('banned');
  await addSeats(app, ann, 2);
  expect((await ann.call(agents.restore, { params })).data.status).toBe('active');
  expect(await log()).toEqual(['restored', 'suspended']);
});

test('seats are counted over the whole account: a user takes one in each widget', async () => {
  const { app, ann, params } = await startTeam();
  await ann.call(agents.suspend, { params });
  // The owner has a seat in both.
  await addWidget(app, ann);
  await addSeats(app, ann, 2);
  expect((await ann.call(agents.restore, { params })).status).toBe(409);
  await addSeats(app, ann, 3);
  expect((await ann.call(agents.restore, { params })).status).toBe(200);
});

test('concurrent restores never exceed the seats', async () => {
  const { app, ann } = await startTeam();
  const people = await Promise.all(Array.from({ length: 6 }, () => addAgent(app, ann, 'operator')));
  for (const { agentId: id } of people) await ann.call(agents.suspend, { params: { id } });
  await addSeats(app, ann, 4);
  const restored = await whileLocked(
    app,
    `SELECT FROM accounts WHERE id = ${ann.accountId} FOR UPDATE`,
    async (held) => {
      const answers = Promise.all(people.map(({ agentId: id }) => ann.call(agents.restore, { params: { id } })));
      await held.untilWaited();
      await held.client.query('COMMIT');
      return answers;
    },
  );
  expect(restored.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
});

test('each of these makes the served widget stale, and a refused one does not', async () => {
  const { app, ann, params, owner, revision } = await startTeam();
  let expected = await revision();
  for (const route of [agents.suspend, agents.restore, agents.remove]) {
    await ann.call(route, { params });
    expected += 1;
    expect([route.path, await revision()]).toEqual([route.path, expected]);
  }
  await addSeats(app, ann, 1);
  expect((await ann.call(agents.restore, { params })).status).toBe(409);
  expect((await ann.call(agents.suspend, { params: owner })).status).toBe(409);
  expect(await revision()).toBe(expected);
});

test('the owner makes an agent an admin and an operator again; each change signs them out', async () => {
  const { app, ann, bob, params } = await startTeam();
  const call = await signedIn(app, ann);
  const session = await signIn(app, bob);
  const made = await call(agents.setRole, { params, body: { role: 'admin' } });
  expect(made).toMatchObject({ status: 200, data: { id: params.id, role: 'admin' } });
  expect((await session.call(dashboard.session.read)).status).toBe(401);
  const again = await signIn(app, bob);
  expect((await again.call(dashboard.tokens.list)).status).toBe(200);
  await call(agents.setRole, { params, body: { role: 'operator' } });
  await call(agents.setRole, { params, body: { role: 'admin' } });
  for (const { call: old } of [session, again]) expect((await old(dashboard.session.read)).status).toBe(401);
});

test('setting the same role signs no one out', async () => {
  const { app, ann, bob, params } = await startTeam();
  const { call } = await signIn(app, bob);
  expect((await ann.call(agents.setRole, { params, body: { role: 'operator' } })).status).toBe(200);
  expect((await call(dashboard.session.read)).status).toBe(200);
});

test('of users only the owner sets roles; a token needs only the scope', async () => {
  const { app, ann, params } = await startTeam();
  const admin = await signedIn(app, await addAgent(app, ann, 'admin'));
  const body = { role: 'admin' };
  expect(await admin(agents.setRole, { params, body })).toMatchObject({
    status: 403,
    problem: { reason: 'role_required' },
  });
  expect((await ann.call(agents.setRole, { params, body })).data.role).toBe('admin');
  for (const role of ['owner', 'boss', null]) {
    expect((await ann.call(agents.setRole, { params, body: { role } })).status).toBe(422);
  }
});

test('admins manage every agent but the owner', async () => {
  const { app, ann, params, owner } = await startTeam();
  const admin = await signedIn(app, await addAgent(app, ann, 'admin'));
  const body = { show_in_header: false };
  expect((await admin(agents.update, { params, body })).status).toBe(200);
  for (const answer of [
    await admin(agents.update, { params: owner, body }),
    await admin(agents.setAvatar, { params: owner }),
    await admin(agents.removeAvatar, { params: owner }),
  ]) {
    expect(answer).toMatchObject({ status: 403, problem: { reason: 'role_required' } });
  }
  expect((await (await signedIn(app, ann))(agents.update, { params: owner, body })).status).toBe(200);
  expect((await ann.call(agents.update, { params: owner, body })).status).toBe(200);
});

test('agents of other widgets are not found by any of the routes', async () => {
  const { app, ann } = await startTeam();
  const [eve, other] = [await app.owner(), await addWidget(app, ann)];
  const theirs = await addAgent(app, eve, 'operator');
  for (const id of [theirs.agentId, other.agentId, 987_654, 0]) {
    const params = { id };
    const answers = [
      await ann.call(agents.update, { params, body: { show_in_header: false } }),
      await ann.call(agents.setRole, { params, body: { role: 'admin' } }),
      await ann.call(agents.suspend, { params }),
      await ann.call(agents.restore, { params }),
      await ann.call(agents.remove, { params }),
      await ann.call(agents.listEvents, { params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  }
  expect((await eve.call(agents.read, { params: { id: theirs.agentId } })).data).toMatchObject({
    status: 'active',
    role: 'operator',
    show_in_header: true,
  });
});

test('an agent who signs in while being suspended is not signed in afterwards', async () => {
  const { app, ann, bob, params } = await startTeam();
  for (let round = 0; round < 5; round += 1) {
    const [, ...late] = await Promise.all([
      ann.call(agents.suspend, { params }),
      ...Array.from({ length: 3 }, () => signIn(app, bob)),
    ]);
    await ann.call(agents.restore, { params });
    for (const { cookie, answer } of late.filter((each) => each.answer.status === 201)) {
      expect([answer.status, (await withCookie(app, cookie)(dashboard.session.read)).status]).toEqual([201, 401]);
    }
  }
});
