import { createHash } from 'node:crypto';
import { api, site, stickers } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, anonymousCaller, withBearer } from '../../../../test/callers.ts';
import { rowsAdded } from '../../../../test/committed-writes.ts';
import { startApp } from '../../../../test/harness.ts';

const { visitor: routes } = site;

async function startWidget(options?: { apiEnabled: boolean }) {
  const app = await startApp();
  const ann = await app.owner(options);
  const params = { button_guid: ann.buttonGuid };
  return { app, ann, params };
}

test('the configuration has what a widget needs to draw itself, and is public', async () => {
  const { app, ann, params } = await startWidget();
  const answer = await anonymousCaller(app)(routes.readConfig, { params });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      button_guid: ann.buttonGuid,
      revision: expect.any(Number),
      online: false,
      stickers,
      limits: { message_characters: 10_000, file_bytes: 10_485_760 },
    },
  });
});

test('a visit is kept only while it lasts, and opening the chat creates a visitor but no contact', async () => {
  const { app, params } = await startWidget();
  const call = anonymousCaller(app);
  const body = { page: 'https://shop.example/' };
  expect(await rowsAdded(app, () => call(routes.readConfig, { params }))).toEqual({});
  expect(await rowsAdded(app, () => call(routes.visit, { params, body }))).toEqual({ visits: 1 });
  expect(await rowsAdded(app, () => call(routes.open, { params, body }))).toEqual({ visitors: 1 });
});

test('a visitor is no contact and has no chat until they write or give their details', async () => {
  const { app, ann, params } = await startWidget();
  const { call, token } = await addVisitor(app, ann);
  const added = await rowsAdded(app, async () => {
    await call(routes.visit, { params, body: { page: '/' } });
    await call(routes.open, { params, body: { page: '/', locale: 'ru' } });
    expect((await call(routes.listMessages, { params })).body).toEqual({ data: [], next_cursor: null });
    await call(routes.sendTyping, { params, body: { state: 'start' } });
    await call(routes.markSeen, { params, body: { seq: 1 } });
    await call(routes.setCustomData, { params, body: { fields: [{ title: 'Plan', content: 'Pro' }] } });
    expect((await call(routes.rate, { params, body: { score: 5 } })).status).toBe(409);
  });
  expect(added).toEqual({ visits: 1 });
  expect((await call(routes.open, { params, body: {} })).body).toEqual({
    token,
    contact_id: null,
    chat_id: null,
    unread: 0,
    rating_requested_at: null,
    chat: null,
    contact: null,
    history: { data: [], next_cursor: null },
    online: false,
  });
});

test('the token is 256 bits, and only its hash is stored', async () => {
  const { app, ann } = await startWidget();
  const [one, two] = [await addVisitor(app, ann), await addVisitor(app, ann)];
  expect(one.token).toMatch(/^vst_[\w-]{43}$/);
  expect(one.token).not.toBe(two.token);
  const rows = await app.sql<{ token_hash: Buffer; row: string }>(
    `SELECT token_hash, visitors::text AS row FROM visitors WHERE widget_id = ${ann.widgetId} ORDER BY id`,
  );
  expect(rows.map(({ token_hash }) => token_hash)).toEqual(
    [one, two].map(({ token }) => createHash('sha256').update(token).digest()),
  );
  expect(rows.some(({ row }) => row.includes(one.token))).toBe(false);
});

test('a visitor who returns with their token gets their own chat and no new token', async () => {
  const { app, ann, params } = await startWidget();
  const [ira, oleg] = [await addAnsweredVisitor(app, ann), await addAnsweredVisitor(app, ann)];
  const stored = () => app.sql(`SELECT FROM visitors WHERE widget_id = ${ann.widgetId}`);
  const before = await stored();
  for (const { call, token, chatId, contactId } of [ira, oleg]) {
    const answer = await call(routes.open, { params, body: { page: 'https://shop.example/cart' } });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ token, chat_id: chatId, contact_id: contactId, unread: 1 });
  }
  expect(ira.chatId).not.toBe(oleg.chatId);
  expect(await stored()).toHaveLength(before.length);
});

test('an unknown token or one of another widget is rejected: opening the chat issues a new one', async () => {
  const { app, ann, params } = await startWidget();
  const foreign = await addAnsweredVisitor(app, await app.owner());
  for (const token of [foreign.token, `vst_${'x'.repeat(43)}`, 'x', ann.token]) {
    const call = withBearer(app, token);
    const opened = (await call(routes.open, { params, body: {} })).data;
    expect(opened).toMatchObject({ contact_id: null, chat_id: null });
    expect(opened.token).not.toBe(token);
    expect((await call(routes.visit, { params, body: { page: '/' } })).data.unread).toBe(0);
    for (const route of [routes.listMessages, routes.upload]) {
      expect(await call(route, { params })).toMatchObject({ status: 401, problem: { reason: 'token_invalid' } });
    }
  }
  expect((await foreign.call(api.contacts.list)).status).toBe(401);
});

test('reading and writing need a token', async () => {
  const { app, params } = await startWidget();
  const call = anonymousCaller(app);
  const body = { client_message_id: 'one', type: 'text', body: 'hello' };
  const refusal = { status: 401, problem: { reason: 'token_missing' } };
  expect(await call(routes.listMessages, { params })).toMatchObject(refusal);
  expect(await call(routes.send, { params, body })).toMatchObject(refusal);
  expect(await call(routes.updateContact, { params, body: { name: 'Ira' } })).toMatchObject(refusal);
});

test('a widget that does not exist is 404', async () => {
  const { app } = await startWidget();
  for (const button_guid of ['f'.repeat(32), 'nobody', 'F'.repeat(32)]) {
    const params = { button_guid };
    expect((await anonymousCaller(app)(routes.readConfig, { params })).status).toBe(404);
    expect((await anonymousCaller(app)(routes.open, { params, body: {} })).status).toBe(404);
  }
});

test('page and language are validated', async () => {
  const { app, params } = await startWidget();
  const call = anonymousCaller(app);
  for (const [body, field] of [
    [{ locale: 'x' }, 'locale'],
    [{ locale: 'ru_RU; DROP' }, 'locale'],
    [{ page: 'x'.repeat(2_049) }, 'page'],
    [{ referrer: 7 }, 'referrer'],
    [{ token: 'x' }, 'token'],
  ] as const) {
    const { status, problem } = await call(routes.open, { params, body });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  }
  for (const locale of ['ru', 'en-US', 'zh_Hans', 'zh-Hans-CN']) {
    expect((await call(routes.open, { params, body: { locale } })).status).toBe(201);
  }
});

test("a visitor's chat does not depend on the API switch", async () => {
  const { app, ann, params } = await startWidget({ apiEnabled: false });
  expect((await ann.call(api.contacts.list)).status).toBe(403);
  const visitor = await addVisitor(app, ann);
  expect(await visitor.write('hello')).toMatchObject({ seq: 1 });
  expect((await visitor.call(routes.listMessages, { params })).data.data).toHaveLength(1);
});

test('a visitor who never wrote is deleted after thirty days of silence; one who wrote is not', async () => {
  const { app, ann, params } = await startWidget();
  const [silent, late, writer] = [
    await addVisitor(app, ann),
    await addVisitor(app, ann),
    await addAnsweredVisitor(app, ann),
  ];
  const list = async ({ call }: typeof silent) => (await call(routes.listMessages, { params })).status;
  app.clock.now = app.clock.now.add({ hours: 24 * 20 });
  await late.call(routes.visit, { params, body: { page: '/' } });
  app.clock.now = app.clock.now.add({ hours: 24 * 10 + 1 });
  await app.run('visitors.sweep');
  expect(await app.sql(`SELECT FROM visitors WHERE widget_id = ${ann.widgetId}`)).toHaveLength(2);
  expect([await list(silent), await list(late), await list(writer)]).toEqual([401, 200, 200]);
});
