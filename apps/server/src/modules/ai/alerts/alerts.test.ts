import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { signedIn } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { raise } from './index.ts';

const { aiAlerts } = api;
type App = Awaited<ReturnType<typeof startApp>>;

const add = ({ unitOfWork }: App, { widgetId }: Owner, alert: Parameters<typeof raise>[1]) =>
  unitOfWork.write({}, async (work) => raise({ ...work, widgetId }, alert));
const list = async ({ call }: Owner, query: Record<string, string> = {}) =>
  (await call(aiAlerts.list, { query })).data.data;

test('an alert that is repeated while open counts in one, and is raised again once acknowledged', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const first = app.clock.now;
  await add(app, ann, { kind: 'provider_failed', subject: 'c1', detail: 'timeout', credential_id: 1, chat_id: 2 });
  app.clock.now = first.add({ minutes: 5 });
  await Promise.all(
    [1, 2, 3].map(() => add(app, ann, { kind: 'provider_failed', subject: 'c1', detail: 'server_error', chat_id: 3 })),
  );
  const [alert, ...others] = await list(ann);
  expect(others).toEqual([]);
  expect(alert).toEqual({
    id: expect.any(Number),
    kind: 'provider_failed',
    detail: 'server_error',
    credential_id: null,
    operator_id: null,
    chat_id: 3,
    count: 4,
    created_at: expect.any(String),
    last_at: expect.any(String),
    acknowledged_at: null,
    acknowledged_by: null,
  });
  const lasted = Temporal.Instant.from(alert?.created_at ?? '').until(Temporal.Instant.from(alert?.last_at ?? ''));
  expect(lasted.total('minutes')).toBe(5);
  await add(app, ann, { kind: 'provider_failed', subject: 'c2', detail: 'timeout' });
  await add(app, ann, { kind: 'credential_missing', detail: 'There is no credential' });
  expect((await list(ann)).map(({ kind, count }) => [kind, count])).toEqual([
    ['credential_missing', 1],
    ['provider_failed', 1],
    ['provider_failed', 4],
  ]);
  await ann.call(aiAlerts.acknowledge, { body: { ids: [alert?.id] } });
  await add(app, ann, { kind: 'provider_failed', subject: 'c1', detail: 'timeout' });
  expect((await list(ann)).map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('alerts are listed newest first by state: unacknowledged unless asked otherwise', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const subject of ['a', 'b', 'c']) await add(app, ann, { kind: 'external_failed', subject, detail: subject });
  const [, middle] = await list(ann);
  await ann.call(aiAlerts.acknowledge, { body: { ids: [middle?.id] } });
  const details = async (state?: string) => (await list(ann, state ? { state } : {})).map(({ detail }) => detail);
  expect(await details()).toEqual(['c', 'a']);
  expect(await details('unacknowledged')).toEqual(['c', 'a']);
  expect(await details('acknowledged')).toEqual(['b']);
  expect(await details('all')).toEqual(['c', 'b', 'a']);
  expect((await ann.call(aiAlerts.list, { query: { state: 'open' } })).status).toBe(422);
  expect(await list(bob, { state: 'all' })).toEqual([]);
});

test('an agent acknowledges alerts under their name, a token under none; without ids all of them', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const subject of ['a', 'b', 'c']) await add(app, ann, { kind: 'budget_visitor', subject, detail: subject });
  await add(app, bob, { kind: 'budget_visitor', detail: 'd' });
  const [newest] = await list(ann);
  const session = await signedIn(app, ann);
  const body = { ids: [newest?.id] };
  expect((await session(aiAlerts.acknowledge, { body })).body).toEqual({ acknowledged: 1 });
  expect((await session(aiAlerts.acknowledge, { body })).body).toEqual({ acknowledged: 0 });
  expect((await ann.call(aiAlerts.acknowledge)).body).toEqual({ acknowledged: 2 });
  const all = await list(ann, { state: 'all' });
  expect(all.map(({ acknowledged_by }) => acknowledged_by)).toEqual([ann.agentId, null, null]);
  expect(all.every(({ acknowledged_at }) => acknowledged_at !== null)).toBe(true);
  expect(await list(bob)).toHaveLength(1);
});

test('an unknown or foreign alert is 422, and none is acknowledged', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const owner of [ann, bob]) await add(app, owner, { kind: 'crawl_failed', detail: 'No response' });
  const [[own], [foreign]] = [await list(ann), await list(bob)];
  for (const ids of [[own?.id, foreign?.id], [own?.id, 987_654_321], [], [own?.id, own?.id], ['1'], [0], null]) {
    const { problem } = await ann.call(aiAlerts.acknowledge, { body: { ids } });
    expect([problem.status, Object.keys(problem.errors ?? {})[0]?.split('.')[0]]).toEqual([422, 'ids']);
  }
  expect(await list(ann)).toEqual([own]);
});
