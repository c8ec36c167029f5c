import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { withToken } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent, addConnectedAgent, addWidget } from '../../../../test/people.ts';

const { agents } = api;

async function startTeam() {
  const app = await startApp();
  const ann = await app.owner();
  const list = async (query: Record<string, unknown> = {}) => (await ann.call(agents.list, { query })).data;
  return {
    app,
    ann,
    list,
    ids: async (query: Record<string, unknown> = {}) => (await list(query)).data.map(({ id }) => id),
    read: (id: unknown) => ann.call(agents.read, { params: { id } }),
    become: (id: number, what: string) => app.sql(`UPDATE agents SET ${what} WHERE id = ${id}`),
    /** An agent that is not human. */
    addOperator: async (type: 'ai' | 'webhook') => {
      const [made] = await app.sql<{ id: number }>(`INSERT INTO agents (account_id, widget_id, type, role, created_at)
        VALUES (${ann.accountId}, ${ann.widgetId}, '${type}', 'operator', now()) RETURNING id::int`);
      return made?.id as number;
    },
  };
}

test('an agent has its identity, role and online state', async () => {
  const { app, ann, read, list } = await startTeam();
  await app.sql(`UPDATE users SET name = 'Ann', surname = 'Lee' WHERE email = '${ann.email}'`);
  const { data } = await read(ann.agentId);
  const [user] = await app.sql<{ id: number }>(`SELECT id::int FROM users WHERE email = '${ann.email}'`);
  expect(data).toEqual({
    id: ann.agentId,
    user_id: user?.id,
    name: 'Ann Lee',
    surname: 'Lee',
    email: ann.email,
    avatar_url: null,
    role: 'owner',
    type: 'human',
    status: 'active',
    online: false,
    show_in_header: true,
    ai_assistant_id: null,
    departments: [],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/),
    removed_at: null,
  });
  expect(await list()).toEqual({ data: [data], next_cursor: null });
});

test('the name joins name and surname, whichever are set', async () => {
  const { app, ann, read } = await startTeam();
  const names: [string, string, string | null][] = [
    ["'Ann'", 'NULL', 'Ann'],
    ['NULL', "'Lee'", 'Lee'],
    ['NULL', 'NULL', null],
  ];
  for (const [name, surname, shown] of names) {
    await app.sql(`UPDATE users SET name = ${name}, surname = ${surname} WHERE email = '${ann.email}'`);
    expect((await read(ann.agentId)).data.name).toBe(shown);
  }
});

test('an agent that is not human has neither user nor e-mail', async () => {
  const { addOperator, read } = await startTeam();
  const id = await addOperator('ai');
  expect((await read(id)).data).toMatchObject({
    id,
    user_id: null,
    email: null,
    name: null,
    surname: null,
    type: 'ai',
  });
});

test('agents are listed by type, oldest first', async () => {
  const { app, ann, ids, addOperator } = await startTeam();
  const ai = await addOperator('ai');
  const bob = await addAgent(app, ann, 'admin');
  const hook = await addOperator('webhook');
  expect(await ids()).toEqual([ann.agentId, ai, bob.agentId, hook]);
  expect(await ids({ type: 'human' })).toEqual([ann.agentId, bob.agentId]);
  expect(await ids({ type: 'ai' })).toEqual([ai]);
  expect(await ids({ type: 'webhook' })).toEqual([hook]);
});

test('suspended agents are listed only by status, and can be read by id', async () => {
  const { app, ann, ids, read, become } = await startTeam();
  const [bob, eve] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'operator')];
  await become(bob.agentId, `status = 'banned'`);
  await become(eve.agentId, `status = 'relaxation'`);
  expect(await ids()).toEqual([ann.agentId, eve.agentId]);
  expect(await ids({ status: 'active' })).toEqual([ann.agentId]);
  expect(await ids({ status: 'relaxation' })).toEqual([eve.agentId]);
  expect(await ids({ status: 'banned' })).toEqual([bob.agentId]);
  expect(await read(bob.agentId)).toMatchObject({ status: 200, data: { id: bob.agentId, status: 'banned' } });
});

test('online says whether an agent is connected, whatever their status', async () => {
  const { app, ann, ids, read, become } = await startTeam();
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await become(eve.agentId, `status = 'relaxation'`);
  expect(await ids({ online: 1 })).toEqual([bob.agentId, eve.agentId]);
  expect(await ids({ online: 0 })).toEqual([ann.agentId]);
  expect((await read(eve.agentId)).data).toMatchObject({ online: true, status: 'relaxation' });
  expect((await read(ann.agentId)).data).toMatchObject({ online: false, status: 'active' });
});

test('filters combine', async () => {
  const { app, ann, ids, become, addOperator } = await startTeam();
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await become(eve.agentId, `status = 'relaxation'`);
  await addOperator('ai');
  expect(await ids({ online: 1, status: 'active' })).toEqual([bob.agentId]);
  expect(await ids({ online: 0, type: 'human' })).toEqual([ann.agentId]);
  expect(await ids({ online: 1, type: 'ai' })).toEqual([]);
});

test('pages have no gaps or duplicates, also with a filter', async () => {
  const { app, ann, list, become } = await startTeam();
  const made = [ann.agentId];
  for (let count = 0; count < 4; count += 1) made.push((await addAgent(app, ann, 'operator')).agentId);
  await become(made[2] as number, `status = 'banned'`);
  const fitting = made.filter((id) => id !== made[2]);
  const pages: number[][] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ limit: 2, type: 'human', ...(cursor && { cursor }) });
    pages.push(page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(pages).toEqual([fitting.slice(0, 2), fitting.slice(2)]);
});

test('an unknown filter value is 422, and an unknown department 404', async () => {
  const { ann } = await startTeam();
  const refused: [string, unknown][] = [
    ['online', 'yes'],
    ['online', 2],
    ['type', 'robot'],
    ['status', 'gone'],
    ['department_id', 'sales'],
    ['department_id', 0],
    ['limit', 0],
    ['limit', 101],
    ['cursor', 'elsewhere'],
  ];
  for (const [name, value] of refused) {
    const { problem } = await ann.call(agents.list, { query: { [name]: value } });
    expect(problem).toMatchObject({ status: 422, errors: { [name]: [expect.any(String)] } });
  }
  const { problem } = await ann.call(agents.list, { query: { department_id: 1 } });
  expect(problem).toMatchObject({ status: 404, reason: 'not_found' });
});

test('agents of another widget are 404, even of the same account', async () => {
  const { app, ann, ids, read } = await startTeam();
  const bob = await app.owner();
  const other = await addWidget(app, ann);
  expect(await ids()).toEqual([ann.agentId]);
  const theirs = await app.sql<{ id: number }>(`SELECT id::int FROM agents WHERE widget_id = ${other.widgetId}`);
  for (const id of [bob.agentId, ...theirs.map((each) => each.id), 987_654, 0]) {
    expect((await read(id)).status).toBe(404);
  }
});

test('reading agents requires the scope', async () => {
  const { app, ann } = await startTeam();
  const call = await withToken(app, ann, ['chats:read']);
  for (const answer of [await call(agents.list), await call(agents.read, { params: { id: ann.agentId } })]) {
    expect(answer.problem).toMatchObject({ status: 403, reason: 'missing_scope', required_scopes: ['agents:read'] });
  }
});
