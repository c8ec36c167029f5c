import { api, dashboard } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { signedIn } from '../../../../test/callers.ts';
import { type OpenApp, startApp } from '../../../../test/harness.ts';
import { startAvito } from '../../../../test/messengers/avito.ts';
import { visitAvito } from '../../../../test/messengers/avito-visit.ts';
import { openMessengerApp } from '../../../../test/messengers/switchboard.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';

const { listCabinets, readCabinet, updateCabinet, removeCabinet } = api.messengers;
const { connect, finish } = dashboard.avitoConnection;

let app: OpenApp;
let avito: Awaited<ReturnType<typeof startAvito>>;

beforeAll(async () => {
  avito = await startAvito();
  const { id, secret } = avito.oauth.client;
  app = await openMessengerApp({ avito: avito.url }, { AVITO_CLIENT_ID: id, AVITO_CLIENT_SECRET: secret });
  avito.oauth.redirectUrl = `${app.publicUrl}/console-api/messengers/avito/callback`;
});
afterAll(async () => {
  await app.end();
  avito.close();
});

let lastSeller = 5_000;
function newSeller() {
  lastSeller += 1;
  return { id: lastSeller, name: `Shop ${lastSeller}` };
}

const visit = (call: Call, seller = newSeller()) => visitAvito(avito, call, seller);

/** Where the callback leads to, such as `cabinet=7` or `error=access_denied`. */
async function comeBack(call: Call, query: Record<string, string>) {
  const { status, headers } = await call(finish, { query });
  expect(status).toBe(302);
  const [path, search] = String(headers.location).split('?');
  expect(path).toBe('/app/settings/messengers');
  return search;
}

async function connectCabinet(owner: Owner, seller = newSeller()) {
  const session = await signedIn(app, owner);
  const search = await comeBack(session, await visit(session, seller));
  expect(search).toMatch(/^cabinet=\d+$/);
  return { id: Number(search?.split('=')[1]), hook: avito.hookUrl, seller };
}

const get = async (owner: Owner, id: number) => (await owner.call(readCabinet, { params: { id } })).data;
const set = (owner: Owner, id: number, status: string) =>
  owner.call(updateCabinet, { params: { id }, body: { status } });
/** The last call about a hook: `webhook` or `unsubscribe`. */
const lastCallAbout = (hook: string | undefined) =>
  avito.calls
    .findLast(({ json }) => json?.url === hook)
    ?.path.split('/')
    .at(-1);

test("a cabinet is connected on Avito's page, and its updates are accepted", async () => {
  const owner = await app.owner();
  const { id, hook, seller } = await connectCabinet(owner);
  expect(await get(owner, id)).toEqual({
    id,
    name: seller.name,
    avito_user_id: seller.id,
    status: 'enabled',
    webhook: { registered: true, mode: 'webhook', reason: null, detail: null, checked_at: expect.any(String) },
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect((await fetch(String(hook), { method: 'POST', body: '{}' })).status).toBe(200);
  const list = (await owner.call(listCabinets)).data;
  expect(list).toMatchObject({ data: [{ id }], next_cursor: null });
  const entries = await app.sql(
    `SELECT action, subject_id FROM audit_log WHERE widget_id = ${owner.widgetId} AND action LIKE 'messenger.%'`,
  );
  expect(entries).toEqual([{ action: 'messenger.connected', subject_id: String(id) }]);
  const stored = JSON.stringify(await app.sql(`SELECT token FROM messenger_connections WHERE id = ${id}`));
  expect(stored).not.toMatch(/access_token|refresh_token/);
});

test('a cabinet that is connected again keeps its id, its hook and its status', async () => {
  const owner = await app.owner();
  const { id, hook, seller } = await connectCabinet(owner);
  expect(await connectCabinet(owner, seller)).toMatchObject({ id, hook });
  await set(owner, id, 'disabled');
  expect(await connectCabinet(owner, seller)).toMatchObject({ id, hook: undefined });
  expect(await get(owner, id)).toMatchObject({ status: 'disabled', webhook: { registered: false } });
});

test('owner and admins connect cabinets, operators do not', async () => {
  const owner = await app.owner();
  const [admin, operator] = [await addAgent(app, owner, 'admin'), await addAgent(app, owner, 'operator')];
  expect((await (await signedIn(app, admin))(connect)).status).toBe(200);
  const refused = await signedIn(app, operator);
  for (const route of [connect, finish]) expect((await refused(route as typeof connect)).status).toBe(403);
  expect((await owner.call(connect)).status).toBe(401);
});

test('a visit serves once, within ten minutes, for who began it in that widget', async () => {
  const owner = await app.owner();
  const session = await signedIn(app, owner);
  const other = await signedIn(app, await addAgent(app, owner, 'admin'));
  const stranger = await signedIn(app, await app.owner());
  const INVALID = 'error=state_invalid';
  const first = await visit(session);
  expect(await comeBack(session, first)).toMatch(/^cabinet=/);
  expect(await comeBack(session, first)).toBe(INVALID);
  for (const call of [other, stranger]) {
    const query = await visit(session);
    expect(await comeBack(call, query)).toBe(INVALID);
    expect(await comeBack(session, query)).toBe(INVALID);
  }
  const late = await visit(session);
  app.clock.now = app.clock.now.add({ minutes: 10 });
  expect(await comeBack(session, late)).toBe(INVALID);
  const inTime = await visit(session);
  app.clock.now = app.clock.now.add({ minutes: 9, seconds: 59 });
  expect(await comeBack(session, inTime)).toMatch(/^cabinet=/);
  const { code = '' } = await visit(session);
  for (const query of [{ code }, { code, state: 'x' }, {}]) {
    expect(await comeBack(session, query as Record<string, string>)).toBe(INVALID);
  }
  expect((await owner.call(listCabinets)).data.data).toHaveLength(2);
});

test('the callback says why there is no cabinet, and nothing is stored or logged', async () => {
  const [owner, bob] = [await app.owner(), await app.owner()];
  const [session, bobs] = [await signedIn(app, owner), await signedIn(app, bob)];
  avito.oauth.isRefused = true;
  expect(await comeBack(session, await visit(session))).toBe('error=access_denied');
  avito.oauth.isRefused = false;
  expect(await comeBack(session, { ...(await visit(session)), code: 'wrong' })).toBe('error=upstream_failed');
  const { seller } = await connectCabinet(bob);
  expect(await comeBack(session, await visit(session, seller))).toBe('error=messenger_taken');
  const query = await visit(bobs);
  await app.sql(`UPDATE accounts SET plan = 'free' WHERE id = ${bob.accountId}`);
  expect(await comeBack(bobs, query)).toBe('error=paid_plan_required');
  expect((await bobs(connect)).problem).toMatchObject({ status: 409, reason: 'paid_plan_required' });
  expect((await owner.call(listCabinets)).data.data).toEqual([]);
  const entries = await app.sql(
    `SELECT 1 FROM audit_log WHERE widget_id = ${owner.widgetId} AND action LIKE 'messenger.%'`,
  );
  expect(entries).toEqual([]);
});

test('without an application at Avito there is no page to go to', async () => {
  const other = await startApp();
  const session = await signedIn(other, await other.owner());
  expect((await session(connect)).problem).toMatchObject({ status: 409, reason: 'avito_not_configured' });
  expect(await comeBack(session, { state: 'x', code: 'y' })).toBe('error=avito_not_configured');
});

test('a cabinet is enabled while the plan has a free slot, and disabling frees one', async () => {
  const owner = await app.owner();
  const cabinets = [];
  for (let count = 0; count < 5; count += 1) cabinets.push((await connectCabinet(owner)).id);
  const statuses = async () => (await owner.call(listCabinets)).data.data.map(({ status }) => status).toReversed();
  expect(await statuses()).toEqual(['enabled', 'enabled', 'enabled', 'disabled', 'disabled']);
  const [first = 0, , , fourth = 0, fifth = 0] = cabinets;
  expect((await set(owner, fourth, 'enabled')).problem).toMatchObject({
    status: 409,
    reason: 'cabinet_slots_exhausted',
  });
  expect((await set(owner, first, 'enabled')).status).toBe(200);
  await set(owner, first, 'disabled');
  const answers = await Promise.all([
    set(owner, fourth, 'enabled'),
    set(owner, fifth, 'enabled'),
    set(owner, first, 'enabled'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await statuses()).filter((status) => status === 'enabled')).toHaveLength(3);
  await app.sql(`UPDATE accounts SET cabinet_slots = 4 WHERE id = ${owner.accountId}`);
  const last = answers.findIndex(({ status }) => status === 409);
  expect((await set(owner, [fourth, fifth, first][last] ?? 0, 'enabled')).status).toBe(200);
});

test('a disabled cabinet is unsubscribed and what comes is dropped; enabling subscribes it with the same hook', async () => {
  const owner = await app.owner();
  const { id, hook, seller } = await connectCabinet(owner);
  expect((await set(owner, id, 'disabled')).data).toMatchObject({
    status: 'disabled',
    webhook: { registered: false, mode: 'none', reason: null },
  });
  expect(lastCallAbout(hook)).toBe('unsubscribe');
  expect((await fetch(String(hook), { method: 'POST', body: '{}' })).status).toBe(200);
  expect((await set(owner, id, 'enabled')).data).toMatchObject({ status: 'enabled', webhook: { registered: true } });
  avito.signIn(seller);
  expect(avito.hookUrl).toBe(hook);
});

test('enabling needs a paid plan and no suspension; disabling is always possible', async () => {
  const owner = await app.owner();
  const { id } = await connectCabinet(owner);
  await app.sql(`UPDATE messenger_connections SET status = 'suspended_by_billing' WHERE id = ${id}`);
  expect((await set(owner, id, 'enabled')).problem).toMatchObject({ status: 409, reason: 'cabinet_suspended' });
  await app.sql(`UPDATE accounts SET cabinet_slots = 0 WHERE id = ${owner.accountId}`);
  expect((await set(owner, id, 'enabled')).problem).toMatchObject({ status: 409, reason: 'cabinet_slots_exhausted' });
  await app.sql(`UPDATE accounts SET plan = 'free' WHERE id = ${owner.accountId}`);
  expect((await set(owner, id, 'enabled')).problem).toMatchObject({ status: 409, reason: 'paid_plan_required' });
  expect((await set(owner, id, 'disabled')).status).toBe(200);
  expect((await set(owner, id, 'suspended_by_billing')).status).toBe(422);
});

test('departments take own cabinets only, and lose one that is removed', async () => {
  const [owner, bob] = [await app.owner(), await app.owner()];
  const [mine, other, foreign] = [await connectCabinet(owner), await connectCabinet(owner), await connectCabinet(bob)];
  const create = (...channels: string[]) => owner.call(api.departments.create, { body: { name: 'Sales', channels } });
  for (const wrong of [`av__${foreign.id}`, 'av__999999']) {
    const { status, problem } = await create('tg', wrong);
    expect({ status, errors: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, errors: ['channels.1'] });
  }
  const { data: department } = await create('tg', `av__${mine.id}`, `av__${other.id}`);
  expect((await owner.call(removeCabinet, { params: { id: mine.id } })).status).toBe(204);
  const { data } = await owner.call(api.departments.read, { params: { id: department.id } });
  expect(data.channels).toEqual(['tg', `av__${other.id}`]);
  expect(lastCallAbout(mine.hook)).toBe('unsubscribe');
  expect((await fetch(String(mine.hook), { method: 'POST', body: '{}' })).status).toBe(404);
  for (const route of [readCabinet, removeCabinet]) {
    expect((await owner.call(route as typeof readCabinet, { params: { id: mine.id } })).status).toBe(404);
  }
});

test('tokens that expired are renewed once by whatever calls first, and a refused renewal rejects the cabinet', async () => {
  const owner = await app.owner();
  const { id } = await connectCabinet(owner);
  const renewals = () => avito.calls.filter(({ json }) => json?.grant_type === 'refresh_token').length;
  const before = renewals();
  app.clock.now = app.clock.now.add({ hours: 25 });
  await Promise.all([set(owner, id, 'enabled'), app.run('messengers.check')]);
  // Cabinets of other tests are checked as well, and each has tokens of its own.
  await app.run('messengers.check');
  const rows = await app.sql<{ count: string }>(`SELECT count(*) FROM messenger_connections
    WHERE provider = 'avito' AND token IS NOT NULL AND status = 'enabled'`);
  expect(renewals() - before).toBe(Number(rows[0]?.count));
  expect((await get(owner, id)).webhook).toMatchObject({ registered: true, reason: null });
  avito.oauth.expire();
  expect((await set(owner, id, 'enabled')).data.webhook).toMatchObject({ registered: true, reason: null });
  avito.revoke();
  expect((await set(owner, id, 'enabled')).data.webhook).toMatchObject({
    registered: false,
    reason: 'credential_rejected',
  });
});
