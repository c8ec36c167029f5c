import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor, stranger } from '../../../test/callers.ts';
import { type Owner, startApp, type TestApp } from '../../../test/harness.ts';
import { addAgent, addConnectedAgent, addWidget, connect } from '../../../test/people.ts';

const { chats, ownership } = api;
const { presence } = dashboard;

/** What a page of the site is told. */
async function isOnline(app: TestApp, { buttonGuid }: Pick<Owner, 'buttonGuid'>) {
  const params = { button_guid: buttonGuid };
  const config = await stranger(app)(site.visitor.readConfig, { params });
  const visit = await stranger(app)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
  expect(visit.data.online).toBe(config.data.online);
  return visit.data.online;
}

test('an agent is connected for half a minute, and as long as they say so again', async () => {
  const app = await startApp();
  const ann = await app.owner();
  expect(await isOnline(app, ann)).toBe(false);
  const call = await connect(app, ann);
  for (let times = 0; times < 3; times += 1) {
    app.clock.now = app.clock.now.add({ seconds: 29, milliseconds: 999 });
    expect(await isOnline(app, ann)).toBe(true);
    expect((await call(presence.set)).status).toBe(204);
  }
  app.clock.now = app.clock.now.add({ seconds: 30 });
  expect(await isOnline(app, ann)).toBe(false);
});

test('an agent who leaves is gone at once, and may leave twice', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const call = await connect(app, ann);
  expect((await call(presence.remove)).status).toBe(204);
  expect(await isOnline(app, ann)).toBe(false);
  expect((await call(presence.remove)).status).toBe(204);
});

test('the widget is online while one of its agents is', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await bob.call(presence.remove);
  expect(await isOnline(app, ann)).toBe(true);
  await eve.call(presence.remove);
  expect(await isOnline(app, ann)).toBe(false);
});

test('who is connected in one widget is not in another, not even of the same account', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const other = await addWidget(app, ann);
  await connect(app, ann);
  expect(await isOnline(app, ann)).toBe(true);
  expect(await isOnline(app, other)).toBe(false);
  expect(await isOnline(app, bob)).toBe(false);
});

test('somebody on a break is connected, but the widget is not online for them', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId } = await addConnectedAgent(app, ann);
  await (await addVisitor(app, ann)).write('hello');
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${agentId}`);
  expect(await isOnline(app, ann)).toBe(false);
  const params = { id: (await ann.call(chats.list)).data.data[0]?.id };
  expect((await ann.call(ownership.claim, { params, body: { agent_id: agentId } })).status).toBe(202);
});

test('somebody who was suspended is nobody to be online', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId } = await addConnectedAgent(app, ann);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${agentId}`);
  expect(await isOnline(app, ann)).toBe(false);
});

test('an agent speaks only for themselves', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [away, here] = [await addAgent(app, ann, 'operator'), await addConnectedAgent(app, ann)];
  const connected = await app.sql('SELECT agent_id::int FROM presences');
  expect(connected).toEqual([{ agent_id: here.agentId }]);
  await (await connect(app, away))(presence.remove);
  expect(await isOnline(app, ann)).toBe(true);
});
