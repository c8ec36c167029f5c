import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';

const keep = ({ call }: Owner, chats_keep_days: unknown) => call(api.account.update, { body: { chats_keep_days } });

const passDays = (app: TestApp, days: number) => {
  app.clock.now = app.clock.now.add({ hours: 24 * days });
};

const chatsOf = async ({ call }: Owner) => (await call(api.chats.list)).data.data.map(({ id }) => id);

test('chats are kept for 30 to 3,650 days, or forever', async () => {
  const ann = await (await startApp()).owner();
  expect((await ann.call(api.account.read)).data.chats_keep_days).toBeNull();
  for (const days of [30, 3_650, null]) expect((await keep(ann, days)).data).toMatchObject({ chats_keep_days: days });
  for (const days of [29, 3_651, 0, -30, 30.5, '30']) {
    expect(await keep(ann, days)).toMatchObject({
      status: 422,
      problem: { errors: { chats_keep_days: [expect.any(String)] } },
    });
  }
});

test('the job deletes chats without activity for longer, with messages, files and search, and keeps contacts and figures', async () => {
  const app = await startApp({}, { isolated: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  const params = { button_guid: ann.buttonGuid };
  const old = await addAnsweredVisitor(app, ann);
  await old.call(site.visitor.rate, { params, body: { score: 5, comment: 'My phone is 555' } });
  const foreign = await addChat(app, bob);
  await addDepartment(ann, []);
  passDays(app, 20);
  const recent = await addChat(app, ann);
  await app.run('statistics.add_up');
  await keep(ann, 30);
  passDays(app, 11);
  const count = async (chats_keep_days: number) =>
    (await ann.call(api.account.countOldChats, { query: { chats_keep_days } })).data.chats;
  expect([await count(30), await count(32)]).toEqual([1, 0]);
  const [before] = await app.sql<{ chats: string }>(
    `SELECT sum(chats) AS chats FROM channel_hours WHERE widget_id = ${ann.widgetId}`,
  );

  await app.run('personal_data.remove_old_chats');
  expect(await chatsOf(ann)).toEqual(expect.not.arrayContaining([old.chatId]));
  expect(await chatsOf(ann)).toContain(recent.params.id);
  expect(await chatsOf(bob)).toEqual([foreign.params.id]);
  expect(await count(30)).toBe(0);
  for (const table of ['messages', 'message_search', 'chat_heads']) {
    const rows = await app.sql(`SELECT FROM ${table} WHERE widget_id = ${ann.widgetId} AND chat_id = ${old.chatId}`);
    expect([table, rows]).toEqual([table, []]);
  }
  expect((await ann.call(api.contacts.list)).data.data).toHaveLength(2);
  expect((await ann.call(api.ratings.list)).data.data).toMatchObject([{ score: 5, comment: null }]);
  await app.run('statistics.add_up');
  expect(await app.sql(`SELECT sum(chats) AS chats FROM channel_hours WHERE widget_id = ${ann.widgetId}`)).toEqual([
    before,
  ]);
  // The internal chat of a department is no chat with a visitor.
  expect(await app.sql(`SELECT FROM chats WHERE widget_id = ${ann.widgetId} AND is_internal`)).toHaveLength(1);
});

test('a file of a deleted chat goes with the next sweep, unless another chat has it', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const [first, second] = [await addChat(app, ann), await addChat(app, ann)];
  const [own, shared] = await app.sql<{ id: string }>(`
    INSERT INTO files (widget_id, key, name, type, size, created_at)
    SELECT ${ann.widgetId}, 'k' || n, 'a.png', 'image/png', 1, now() FROM generate_series(1, 2) AS n RETURNING id`);
  const attach = (chat: number, file?: string) =>
    app.sql(`UPDATE messages SET file_id = ${file} WHERE widget_id = ${ann.widgetId} AND chat_id = ${chat}`);
  await attach(first.params.id, own?.id);
  passDays(app, 40);
  await second.visitor.write('Back again');
  await keep(ann, 30);
  await app.run('personal_data.remove_old_chats');
  const expiring = await app.sql<{ id: string }>(`SELECT id FROM files WHERE expires_at IS NOT NULL`);
  expect(expiring).toEqual([{ id: own?.id }]);
  expect(shared).toBeDefined();
});

test('only the owner reads and changes it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, await addAgent(app, ann, 'admin'));
  expect(await call(api.account.countOldChats, { query: { chats_keep_days: 30 } })).toMatchObject({ status: 403 });
  expect(await call(api.account.update, { body: { chats_keep_days: 30 } })).toMatchObject({ status: 403 });
});
