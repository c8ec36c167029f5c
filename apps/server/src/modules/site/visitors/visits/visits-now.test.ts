import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor, anonymousCaller, withToken } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { untilBothListen } from '../../../../../test/presence.ts';
import { type AgentSocket, connectAgent } from '../../../../../test/sockets.ts';

const { chats, visitors } = api;
const { visitor: routes } = site;

async function startSite() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const list = async (query: Record<string, unknown> = {}) => (await ann.call(visitors.list, { query })).data;
  return { app, ann, list, visit: visitorOf(app, ann) };
}

/** A visitor without a token on a page of the site. */
function visitorOf(app: TestApp, { buttonGuid }: Owner) {
  return async (page: string, more: Record<string, unknown> = {}) =>
    (
      await anonymousCaller(app)(routes.visit, {
        params: { button_guid: buttonGuid },
        body: { page: `https://shop.example/${page}`, ...more },
      })
    ).data.visit_id;
}

async function advanceClock(app: TestApp, seconds: number) {
  app.clock.now = app.clock.now.add({ seconds });
  await app.beat();
}

/** Visit events received so far; a reply to a call arrives after earlier events. */
async function heard(socket: AgentSocket) {
  await socket.call('resume', {});
  return socket.heard.filter(({ name }) => name === 'visitors').map(({ data }) => data);
}

test('a visit is listed with its page, referrer and start time', async () => {
  const { app, list, visit } = await startSite();
  const id = await visit('', { title: 'Shop', referrer: 'https://search.example/' });
  expect(id).toMatch(/^[\w-]{22}$/);
  const since = expect.stringMatching(/\+00:00$/);
  const here = {
    id,
    page: 'https://shop.example/',
    title: 'Shop',
    referrer: 'https://search.example/',
    pages: 1,
    country: null,
    since,
    seen_at: since,
    contact_id: null,
    name: null,
    chat_id: null,
  };
  const { data } = await list();
  expect(data).toEqual([here]);
  expect(Temporal.Instant.from(data[0]?.since ?? '').equals(app.clock.now)).toBe(true);
});

test('a visit continues across pages under its id, and keeps its first referrer', async () => {
  const { app, list, visit } = await startSite();
  const visit_id = await visit('', { title: 'Shop', referrer: 'https://search.example/' });
  const { since } = (await list()).data[0] ?? {};
  await advanceClock(app, 30);
  expect(await visit('', { visit_id })).toBe(visit_id);
  expect((await list()).data).toMatchObject([{ id: visit_id, pages: 1, since }]);
  expect(await visit('shoes', { visit_id, title: 'Shoes', referrer: 'https://shop.example/' })).toBe(visit_id);
  expect((await list()).data).toMatchObject([
    {
      id: visit_id,
      page: 'https://shop.example/shoes',
      title: 'Shoes',
      referrer: 'https://search.example/',
      pages: 2,
      since,
    },
  ]);
  await visit('', { visit_id });
  expect((await list()).data).toMatchObject([{ pages: 3, title: null }]);
});

test('a visitor with a token is listed with their contact and chat', async () => {
  const { app, ann, list } = await startSite();
  const visitor = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  const visit = async (visit_id?: string) =>
    (
      await visitor.call(routes.visit, {
        params,
        body: { page: 'https://shop.example/', ...(visit_id && { visit_id }) },
      })
    ).data.visit_id;
  const id = await visit();
  expect((await list()).data).toMatchObject([{ id, contact_id: null, chat_id: null }]);
  await visitor.call(routes.updateContact, { params, body: { name: 'Ira' } });
  expect((await list()).data).toMatchObject([{ id, contact_id: expect.any(String), name: 'Ira', chat_id: null }]);
  await visitor.write('hello');
  const [chat] = (await ann.call(chats.list)).data.data;
  expect((await list()).data).toMatchObject([{ id, contact_id: chat?.contact_id, name: 'Ira', chat_id: chat?.id }]);
  const socket = await connectAgent(app, ann);
  await socket.call('watch', { visitors: true });
  await visit(id);
  expect(await heard(socket)).toEqual([{ here: (await list()).data, gone: [] }]);
});

test("a visit that began without a token is the visitor's while they have one, and anonymous once they do not", async () => {
  const { app, ann, list, visit } = await startSite();
  const visit_id = await visit('');
  const visitor = await addVisitor(app, ann);
  await visitor.write('hello');
  const params = { button_guid: ann.buttonGuid };
  await visitor.call(routes.visit, { params, body: { page: 'https://shop.example/', visit_id } });
  expect((await list()).data).toMatchObject([{ id: visit_id, chat_id: expect.any(Number) }]);
  await visit('elsewhere', { visit_id });
  expect((await list()).data).toMatchObject([{ id: visit_id, contact_id: null, name: null, chat_id: null, pages: 2 }]);
});

test('visits are listed newest first, page by page', async () => {
  const { app, list, visit } = await startSite();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.unshift(await visit(String(count)));
    if (count % 2) app.clock.now = app.clock.now.add({ seconds: 1 });
  }
  const all = (await list()).data.map(({ id }) => id);
  expect([...all].sort()).toEqual([...ids].sort());
  expect(all[0]).toBe(ids[0]);
  expect(all.slice(3).sort()).toEqual(ids.slice(3).sort());
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(cursor && { cursor }) });
    paged.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(paged).toEqual(all);
});

test('a visit ends 90 seconds after its last heartbeat', async () => {
  const { app, ann, list, visit } = await startSite();
  const [silent, speaking] = [await visit('one'), await visit('two')];
  app.clock.now = app.clock.now.add({ seconds: 60 });
  await visit('two', { visit_id: speaking });
  app.clock.now = app.clock.now.add({ seconds: 29, milliseconds: 999 });
  expect((await list()).data).toHaveLength(2);
  app.clock.now = app.clock.now.add({ milliseconds: 1 });
  expect((await list()).data.map(({ id }) => id)).toEqual([speaking]);
  await app.beat();
  expect(await app.sql(`SELECT id FROM visits WHERE widget_id = ${ann.widgetId}`)).toEqual([{ id: speaking }]);
  expect(await visit('one', { visit_id: silent })).toBe(silent);
  expect((await list()).data[0]).toMatchObject({ id: silent, pages: 1 });
});

test('watching agents see visits start, change and end; others receive nothing', async () => {
  const { app, ann, list, visit } = await startSite();
  const [watching, other] = [await connectAgent(app, ann), await connectAgent(app, ann)];
  await visit('before');
  expect(await watching.call('watch', { visitors: true })).toEqual({});
  const id = await visit('');
  const listed = async () => (await list()).data.find((each) => each.id === id);
  const came = await listed();
  await visit('shoes', { visit_id: id });
  const wentOn = await listed();
  expect(await heard(watching)).toEqual([
    { here: [came], gone: [] },
    { here: [wentOn], gone: [] },
  ]);
  await advanceClock(app, 90);
  const left = (await heard(watching)).slice(2).flatMap(({ here, gone }) => [...here, ...gone]);
  expect(left).toHaveLength(2);
  expect(left).toContain(id);
  await watching.call('watch', { visitors: false });
  await visit('after');
  expect((await heard(watching)).flatMap(({ here }) => here)).toHaveLength(2);
  expect(await heard(other)).toEqual([]);
});

test('watching ends with the connection', async () => {
  const { app, ann, visit } = await startSite();
  const first = await connectAgent(app, ann);
  await first.call('watch', { visitors: true });
  first.socket.disconnect();
  const second = await connectAgent(app, ann);
  await visit('');
  expect(await heard(second)).toEqual([]);
});

test('agents on another node see them too', async () => {
  const { app, ann, visit } = await startSite();
  const other = await startApp({}, { connection: app.connection, live: true });
  await untilBothListen(app, other);
  const socket = await connectAgent(other, ann);
  await socket.call('watch', { visitors: true });
  const id = await visit('');
  await socket.hears('visitors', ({ here }) => here[0]?.id === id);
  for (const node of [other, app]) await advanceClock(node, 90);
  await socket.hears('visitors', ({ gone }) => gone.includes(id));
});

test('visits of another widget are neither listed nor published, even under the same id', async () => {
  const { app, ann, list, visit } = await startSite();
  const bob = await app.owner();
  const socket = await connectAgent(app, bob);
  await socket.call('watch', { visitors: true });
  const id = await visit('ours');
  const theirs = await visitorOf(app, bob)('theirs', { visit_id: id });
  expect(theirs).toBe(id);
  expect((await list()).data).toMatchObject([{ page: 'https://shop.example/ours', pages: 1 }]);
  expect((await bob.call(visitors.list)).data.data).toMatchObject([{ page: 'https://shop.example/theirs', pages: 1 }]);
  const ours = await connectAgent(app, ann);
  await ours.call('watch', { visitors: true });
  expect((await heard(socket)).flatMap(({ here }) => here.map(({ page }: { page: string }) => page))).toEqual([
    'https://shop.example/theirs',
  ]);
  await advanceClock(app, 90);
  expect((await heard(ours)).map(({ gone }) => gone)).toEqual([[id]]);
});

test('an invalid visit id is 422, and an agent who may not read contacts sees no visits', async () => {
  const { app, ann } = await startSite();
  const params = { button_guid: ann.buttonGuid };
  for (const visit_id of ['', 'x', 'a'.repeat(23), `${'a'.repeat(21)}!`, 1]) {
    const { problem } = await anonymousCaller(app)(routes.visit, {
      params,
      body: { page: 'https://shop.example/', visit_id },
    });
    expect(problem).toMatchObject({ status: 422, errors: { visit_id: [expect.any(String)] } });
  }
  const call = await withToken(app, ann, ['chats:read']);
  expect((await call(visitors.list)).status).toBe(403);
});
