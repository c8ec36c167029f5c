import { type AuditAction, api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';

async function startSignedIn(given?: TestApp) {
  const app = given ?? (await startApp());
  const owner = await app.owner();
  const session = await signedIn(app, owner);
  const entries = async (query: { action?: AuditAction } = {}) =>
    (await owner.call(api.auditLog.list, { query: { limit: 100, ...query } })).data.data;
  return { app, owner, session, entries };
}

test('an entry says who changed what, from where, with only the changed members', async () => {
  const { owner, session, entries } = await startSignedIn();
  const { accountId: id, agentId } = owner;
  await session(api.account.update, { body: { name: 'Ann', surname: 'Lee' } });
  const [entry] = await entries();
  expect(entry).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    actor: { type: 'agent', id: agentId, name: 'Ann Lee' },
    action: 'account.updated',
    subject: { type: 'account', id, name: 'Ann Lee' },
    before: { surname: null },
    after: { surname: 'Lee' },
    ip: expect.stringMatching(/^[\d.]+$/),
  });
  await owner.call(api.account.update, { body: { phone: '+1 555' } });
  expect((await entries())[0]).toMatchObject({
    actor: { type: 'token', name: 'test' },
    before: { phone: null },
    after: { phone: '+1 555' },
  });
});

test('nested settings hold the changed members, and a removed row is kept as it was', async () => {
  const { owner, session, entries } = await startSignedIn();
  const { id } = await addDepartment(owner, [owner], { name: 'Sales' });
  const schedule = { Monday: { from: '09:00', to: '18:00' }, Tuesday: 'full' as const };
  await session(api.departments.setSchedule, { params: { id }, body: { schedule } });
  await session(api.departments.remove, { params: { id } });
  const [removed, updated] = await entries();
  expect(updated?.after).toEqual({ schedule: expect.objectContaining({ Monday: schedule.Monday, Sunday: null }) });
  expect(updated?.after?.schedule).not.toHaveProperty('Tuesday');
  expect(removed).toMatchObject({
    action: 'department.removed',
    subject: { type: 'department', id, name: 'Sales' },
    before: { name: 'Sales', agent_ids: [owner.agentId] },
    after: null,
  });
});

test('passwords, secrets, tokens and keys are in no entry', async () => {
  const { app, owner, session, entries } = await startSignedIn();
  const token = { name: 'Bridge', scopes: ['chats:read' as const], password: PASSWORD };
  const created = await session(dashboard.tokens.create, { body: token });
  await session(dashboard.tokens.update, { params: { id: created.data.id }, body: { scopes: [] } });
  expect((await entries({ action: 'token.updated' }))[0]).toMatchObject({
    subject: { type: 'token', id: created.data.id, name: 'Bridge' },
    before: { scopes: ['chats:read'] },
    after: { scopes: [] },
  });
  const { identity_key } = (await session(dashboard.identityKey.renew, { body: { password: PASSWORD } })).data;
  const url = 'https://hooks.example.test/parley';
  const secret = 'a secret of ours, long enough';
  const hook = await owner.call(api.webhooks.create, { body: { url, events: ['chat.created'], secret } });
  const rotated = await owner.call(api.webhooks.rotateSecret, { params: { id: hook.data.id }, body: {} });
  const changed = { current_password: PASSWORD, password: 'another horse battery' };
  expect((await session(dashboard.session.changePassword, { body: changed })).status).toBe(204);
  const rows = JSON.stringify(await app.sql(`SELECT * FROM audit_log WHERE widget_id = ${owner.widgetId}`));
  for (const value of [created.data.token, identity_key, secret, rotated.data.secret, PASSWORD, changed.password]) {
    expect(rows).not.toContain(value);
  }
  expect(rows).toContain('agent.password_changed');
  expect(rows).toMatch(/"has_identity_key":\s*"\[secret\]"/);
});

test('filters select by actor, action, subject and period', async () => {
  const { app, owner, session } = await startSignedIn();
  const start = app.clock.now;
  await session(api.quickPhrases.create, { body: { agent_id: owner.agentId, name: 'hi', phrase: 'Hello!' } });
  app.clock.now = start.add({ hours: 1 });
  await owner.call(api.quickPhrases.create, { body: { agent_id: owner.agentId, name: 'bye', phrase: 'Bye!' } });
  const find = async (query: Record<string, unknown>) =>
    (await session(api.auditLog.list, { query })).data.data.map(({ action, subject }) => `${action} ${subject.name}`);
  const [hi, bye] = ['quick_phrase.created hi', 'quick_phrase.created bye'];
  expect(await find({ subject_type: 'quick_phrase' })).toEqual([bye, hi]);
  expect(await find({ actor_type: 'agent', actor_id: owner.agentId })).toEqual([hi]);
  expect(await find({ actor_type: 'token' })).toEqual([bye]);
  expect(await find({ action: 'quick_phrase.created', to: `${start.add({ minutes: 1 })}` })).toEqual([hi]);
  expect(await find({ from: `${start.add({ minutes: 1 })}` })).toEqual([bye]);
  expect(await find({ action: 'token.created', actor_type: 'system' })).toEqual(['token.created test']);
  const refused = async (query: Record<string, unknown>) => (await session(api.auditLog.list, { query })).status;
  expect(await refused({ actor_id: owner.agentId })).toBe(422);
  expect(await refused({ actor_type: 'agent', actor_id: (await app.owner()).agentId })).toBe(404);
});

test('admins and owners read the log, operators do not, and it stays in its widget', async () => {
  const { app, owner } = await startSignedIn();
  const read = async (role: 'admin' | 'operator') =>
    (await (await signedIn(app, await addAgent(app, owner, role)))(api.auditLog.list)).status;
  expect([await read('admin'), await read('operator')]).toEqual([200, 403]);
  const bob = await startSignedIn(app);
  expect((await bob.entries()).map(({ action }) => action)).toEqual(['token.created']);
});

test('a refused write and a write in a chat leave no entry, an erased contact leaves only its id', async () => {
  const { app, owner, session, entries } = await startSignedIn();
  const before = (await entries()).length;
  await session(api.departments.remove, { params: { id: Number.MAX_SAFE_INTEGER } });
  const contactId = (await (await addChat(app, owner)).read()).contact_id ?? '';
  expect(await entries()).toHaveLength(before);
  await session(api.contacts.remove, { params: { id: contactId } });
  expect((await entries())[0]).toMatchObject({
    action: 'contact.erased',
    subject: { type: 'contact', id: contactId, name: null },
    before: null,
    after: null,
  });
});

test('the command line is the system', async () => {
  const { app, owner, entries } = await startSignedIn();
  const run = (...args: string[]) => runCommand(environmentOn(app.connection), ...args);
  await run('widget', 'set', '--widget', `${owner.widgetId}`, '--domain', 'shop.example');
  await run('account', 'set', '--account', `${owner.accountId}`, '--seats', '7');
  await run('user', 'password', '--email', owner.email);
  const found = (await entries())
    .slice(0, 3)
    .map(({ action, actor, before, after }) => ({ action, actor, before, after }));
  const actor = { type: 'system', id: null, name: null };
  expect(found).toEqual([
    { action: 'agent.password_reset', actor, before: null, after: null },
    { action: 'account.updated', actor, before: { seats: 5 }, after: { seats: 7 } },
    { action: 'widget.access_updated', actor, before: { domains: [] }, after: { domains: ['shop.example'] } },
  ]);
});

test('the export is a table, and entries are kept for 400 days', async () => {
  const { app, owner, session, entries } = await startSignedIn();
  await session(api.account.update, { body: { surname: '=Lee' } });
  const headers = { authorization: `Bearer ${owner.token}` };
  const { body } = await app.http.inject({ url: '/api/v1/audit-log/export?action=account.updated', headers });
  const [head, line] = body.split('\r\n');
  expect(head).toBe(
    '\ufeffat,actor_type,actor_id,actor_name,action,subject_type,subject_id,subject_name,before,after,ip',
  );
  expect(line).toContain(`,agent,${owner.agentId},Ann =Lee,account.updated,account,${owner.accountId},`);
  const sweep = (days: number) => {
    const now = app.clock.now.add({ hours: 24 * days });
    return runCommand(environmentOn(app.connection), 'job', 'run', 'audit_log.sweep', '--now', `${now}`);
  };
  await sweep(399);
  expect(await entries()).not.toEqual([]);
  await sweep(401);
  expect(await entries()).toEqual([]);
});
