import { api, dashboard, defaultNotifications, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { anonymousCaller, signedIn } from '../../../../test/callers.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { addAgent, addWidget } from '../../../../test/people.ts';

async function startProfile() {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  return {
    app,
    ann,
    call,
    change: (body: object) => call(dashboard.profile.update, { body }),
    read: async () => (await call(dashboard.session.read)).data,
  };
}

test('an update returns the changed session, and leaves fields it does not name', async () => {
  const { change, read } = await startProfile();
  const { status, data } = await change({ name: ' Anna ', surname: ' Lee ', locale: 'ru' });
  expect(status).toBe(200);
  expect(data.user).toMatchObject({ name: 'Anna', surname: 'Lee', locale: 'ru' });
  expect(await read()).toEqual(data);
  await change({ locale: null });
  await change({ surname: '  ' });
  expect((await read()).user).toMatchObject({ name: 'Anna', surname: null, locale: null });
});

test('invalid values are refused', async () => {
  const { change, read } = await startProfile();
  const before = await read();
  for (const body of [
    {},
    { name: '' },
    { name: '  ' },
    { name: null },
    { name: 'a'.repeat(101) },
    { locale: 'de' },
    { status: 'banned' },
    { notifications: {} },
    { notifications: { sound: 'loud' } },
    { notifications: { smoke: true } },
    { email: 'other@example.test' },
    { role: 'owner' },
  ]) {
    expect({ body, status: (await change(body)).status }).toEqual({ body, status: 422 });
  }
  expect(await read()).toEqual(before);
});

test('each notification is switched separately', async () => {
  const { change, read } = await startProfile();
  await change({ notifications: { sound: false } });
  await change({ notifications: { about: 'all', push: false } });
  expect((await read()).agent.notifications).toEqual({
    ...defaultNotifications,
    sound: false,
    push: false,
    about: 'all',
  });
});

test('a user changes only their own profile', async () => {
  const { app, ann, change } = await startProfile();
  const bob = await signIn(app, await addAgent(app, ann, 'operator'));
  await change({ name: 'Anna', locale: 'ru', notifications: { sound: false } });
  expect((await bob.call(dashboard.session.read)).data).toMatchObject({
    user: { name: 'Bob', locale: null },
    agent: { notifications: defaultNotifications },
  });
});

test('a new name shows everywhere, and in the served widget at once', async () => {
  const { ann, app, change } = await startProfile();
  const params = { button_guid: ann.buttonGuid };
  const config = async () => (await anonymousCaller(app)(site.visitor.readConfig, { params })).data;
  const { revision } = await config();
  await change({ name: 'Anna', surname: 'Lee' });
  expect(await config()).toMatchObject({ revision: revision + 1, people: [{ name: 'Anna' }] });
  expect((await ann.call(api.agents.read, { params: { id: ann.agentId } })).data.name).toBe('Anna Lee');
});

test('a new name makes every widget the user works in stale, and notification switches make none stale', async () => {
  const { app, ann, change } = await startProfile();
  const eve = await app.owner();
  const others = [await addWidget(app, ann), eve, await addWidget(app, eve)];
  const ids = [ann, ...others].map(({ widgetId }) => widgetId);
  const at = async () => {
    const rows = await app.sql<{ id: number; at: number }>(
      `SELECT id::int, config_revision::int AS at FROM widgets WHERE id IN (${ids})`,
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.at);
  };
  expect(await at()).toEqual([1, 1, 1, 1]);
  await change({ notifications: { sound: false }, locale: 'en' });
  expect(await at()).toEqual([1, 1, 1, 1]);
  await change({ name: 'Anna' });
  expect(await at()).toEqual([2, 2, 1, 1]);
});

test('preferences are stored for the agent, and saved views as one list in its order', async () => {
  const app = await startApp();
  const call = await signedIn(app, await app.owner());
  const update = async (preferences: object) =>
    (await call(dashboard.profile.update, { body: { preferences } })).data?.agent.preferences;
  const saved_views = [
    { name: 'VIP, unread', tag: 'vip', unread: true },
    { name: 'Telegram', view: 'open', channel: 'tg' },
  ];
  expect(await update({ after_done: 'next' })).toEqual({ after_done: 'next', saved_views: [] });
  expect(await update({ saved_views })).toEqual({ after_done: 'next', saved_views });
  expect((await call(dashboard.session.read)).data.agent.preferences).toEqual({ after_done: 'next', saved_views });
  const tooMany = Array.from({ length: 51 }, (_, at) => ({ name: `View ${at}` }));
  const twins = [{ name: 'VIP' }, { name: 'VIP', tag: 'vip' }];
  const refused = [twins, tooMany, [{ name: ' ' }]].map((views) => ({ saved_views: views }));
  for (const preferences of [...refused, { after_done: 'list' }, {}]) {
    expect(await call(dashboard.profile.update, { body: { preferences } })).toMatchObject({ status: 422 });
  }
});
