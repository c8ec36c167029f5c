import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, anonymousCaller, withBearer } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { connect, disconnect } from '../../../../../test/people.ts';

const { chats, messages } = api;
const { visitor: routes } = site;

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const visit = async (call = anonymousCaller(app)) =>
    (await call(routes.visit, { params, body: { page: 'https://shop.example/' } })).data;
  return { app, ann, params, visit };
}

test('online means that an agent would answer now: connected and not on a break', async () => {
  const { app, ann, params, visit } = await startWidget();
  const online = async () => {
    const { online: configured } = (await anonymousCaller(app)(routes.readConfig, { params })).data;
    const { online: visited } = await visit();
    expect(configured).toBe(visited);
    return visited;
  };
  expect(await online()).toBe(false);
  await connect(app, ann);
  expect(await online()).toBe(true);
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${ann.agentId}`);
  expect(await online()).toBe(false);
  await app.sql(`UPDATE agents SET status = 'active' WHERE id = ${ann.agentId}`);
  expect(await online()).toBe(true);
  await disconnect(app, ann);
  expect(await online()).toBe(false);
});

test('agents of another widget do not make this one online', async () => {
  const { app, visit } = await startWidget();
  await connect(app, await app.owner());
  expect((await visit()).online).toBe(false);
});

test('unread counts messages of others the visitor has not seen, and is zero for a new visitor', async () => {
  const { app, ann, params, visit } = await startWidget();
  const { call, chatId, write } = await addAnsweredVisitor(app, ann);
  const body = { type: 'text', body: 'and more' };
  await ann.call(messages.send, { params: { id: chatId }, body });
  await ann.call(messages.addNote, { params: { id: chatId }, body: { body: 'a note' } });
  await write('thanks');
  expect(await visit(call)).toMatchObject({ unread: 2 });
  expect((await call(routes.open, { params, body: {} })).data.unread).toBe(2);
  await call(routes.markSeen, { params, body: { seq: 2 } });
  expect(await visit(call)).toMatchObject({ unread: 1 });
  expect(await visit()).toMatchObject({ unread: 0 });
});

test('a visit needs a page', async () => {
  const { app, params } = await startWidget();
  for (const [body, field] of [
    [{}, 'page'],
    [{ page: 'x'.repeat(2_049) }, 'page'],
    [{ page: '/', title: 'x'.repeat(1_001) }, 'title'],
    [{ page: '/', referrer: 7 }, 'referrer'],
    [{ page: '/', email: 'ira@example.com' }, 'email'],
  ] as const) {
    const { status, problem } = await anonymousCaller(app)(routes.visit, { params, body });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  }
});

/** Opens the chat, makes the visits before the first message, and returns the chat's source. */
async function readSource(opening: object, ...visits: object[]) {
  const { app, ann, params } = await startWidget();
  const { token } = (await anonymousCaller(app)(routes.open, { params, body: opening })).data;
  const call = withBearer(app, token);
  for (const body of visits) await call(routes.visit, { params, body });
  const body = { client_message_id: 'one', type: 'text', body: 'hello' };
  await call(routes.send, { params, body });
  const [chat] = (await ann.call(chats.list)).data.data;
  return chat?.source;
}

test('a chat stores the page, referrer and language of its first message', async () => {
  const source = { page: 'https://shop.example/tea', referrer: 'https://search.example/?q=tea' };
  expect(await readSource({ ...source, locale: 'de-AT' })).toEqual({ ...source, language: 'de-AT' });
  expect(await readSource({})).toEqual({ page: null, referrer: null, language: null });
});

test('the page is the one of the first message, and stays so', async () => {
  const opening = { page: 'https://shop.example/', referrer: 'https://search.example/', locale: 'en' };
  expect(await readSource(opening, { page: 'https://shop.example/cart', title: 'Cart' })).toEqual({
    page: 'https://shop.example/cart',
    referrer: 'https://search.example/',
    language: 'en',
  });
  const { app, ann, params } = await startWidget();
  const { call, write } = await addAnsweredVisitor(app, ann);
  await call(routes.visit, { params, body: { page: 'https://shop.example/later' } });
  await write('again');
  expect((await ann.call(chats.list)).data.data[0]?.source.page).toBe('https://shop.example/');
});

test('visits of a visitor who has opened the chat are stored with them, anonymous ones are not', async () => {
  const { app, ann, params, visit } = await startWidget();
  const { call } = await addVisitor(app, ann);
  app.clock.now = app.clock.now.add({ minutes: 5 });
  const body = { page: 'https://shop.example/cart', title: 'Cart', referrer: 'https://shop.example/' };
  await call(routes.visit, { params, body });
  await visit();
  const rows = await app.sql<{ seen_at: Date }>(
    `SELECT page, title, referrer, seen_at FROM visitors WHERE widget_id = ${ann.widgetId}`,
  );
  expect(rows).toEqual([{ ...body, seen_at: expect.any(Date) }]);
  expect(rows[0]?.seen_at.getTime()).toBe(app.clock.now.epochMilliseconds);
});
