import { api, type Route, site } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, addVisitor, withBearer } from '../../../../test/callers.ts';
import { type OpenApp, openApp, startApp, type TestApp } from '../../../../test/harness.ts';
import { signedIdentity } from '../../../../test/identities.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';
import { fixtures } from '../../messengers/connections/fixtures.ts';

const { contacts, messages } = api;
const { visitor: routes } = site;

/** Shorter than the cache's TTL, so that a change seen within it came by notice. */
const AT_ONCE_MS = 3_000;

/** Another server on the shared test database. */
let node: OpenApp;
beforeAll(async () => {
  const { connection, end } = await openApp();
  await end();
  node = await openApp({}, { connection });
});
afterAll(() => node.end());

type Make = (app: TestApp, owner: Owner) => Promise<unknown>;

/** A link into a community that is connected. */
async function linkToVk(app: TestApp, owner: Owner) {
  await fixtures.resources?.vkCommunity?.(app, owner);
  return { provider: 'vk' };
}

/** Every visitor route, with input to call it. */
const CALLS: [Route, unknown?][] = [
  [routes.readConfig],
  [routes.visit, { page: '/' }],
  [routes.open, {}],
  [routes.listMessages],
  [routes.send, { client_message_id: 'one', type: 'text', body: 'hello' }],
  [routes.upload, new Form('a.txt', 'a')],
  [routes.sendTyping, { state: 'start' }],
  [routes.markSeen, { seq: 1 }],
  [routes.rate, { score: 1 }],
  [routes.updateContact, { name: 'Ira' }],
  [routes.setCustomData, { fields: [] }],
  [routes.identify, ((app, owner) => signedIdentity(app, owner, 'user-1')) satisfies Make],
  [routes.mailTranscript, { email: 'ira@example.test' }],
  [routes.linkMessenger, linkToVk satisfies Make],
];

async function startVisitor() {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const visitor = await addAnsweredVisitor(app, ann);
  const contact = { params: { id: visitor.contactId } };
  return {
    app,
    ann,
    params,
    visitor,
    block: () => ann.call(contacts.block, contact),
    unblock: () => ann.call(contacts.unblock, contact),
    list: async (call: Call = visitor.call) => (await call(routes.listMessages, { params })).status,
  };
}

test('the list covers all visitor routes', () => {
  expect(new Set(CALLS.map(([route]) => route))).toEqual(new Set(Object.values(routes)));
});

test.each(CALLS.map(([route, body]) => [`${route.method} ${route.path}`, route, body] as const))(
  '%s refuses a blocked visitor as soon as the block is confirmed',
  async (_name, route, given) => {
    const { app, ann, visitor, params, block } = await startVisitor();
    const body = typeof given === 'function' ? await given(app, ann) : given;
    expect((await visitor.call(route, { params, body })).status).toBeLessThan(300);
    expect((await block()).status).toBe(200);
    expect(await visitor.call(route, { params, body })).toMatchObject({
      status: 403,
      problem: { reason: 'visitor_blocked' },
    });
  },
);

test('a block has a start time, a second one changes nothing, and agents can still read the chat', async () => {
  const { app, ann, visitor, block } = await startVisitor();
  const blocked = await block();
  expect(Temporal.Instant.from(blocked.data.blocked_at ?? '').equals(app.clock.now)).toBe(true);
  app.clock.now = app.clock.now.add({ hours: 1 });
  expect((await block()).data).toEqual(blocked.data);
  expect((await ann.call(messages.list, { params: { id: visitor.chatId } })).data.data).toHaveLength(2);
});

test('messages of a blocked visitor are not stored', async () => {
  const { app, ann, visitor, params, block } = await startVisitor();
  await block();
  const body = { client_message_id: 'one', type: 'text', body: 'let me in' };
  expect((await visitor.call(routes.send, { params, body })).status).toBe(403);
  expect(await app.sql(`SELECT FROM messages WHERE widget_id = ${ann.widgetId} AND body = 'let me in'`)).toEqual([]);
});

test('unblocking restores access to the same chat', async () => {
  const { visitor, params, block, unblock, list } = await startVisitor();
  await block();
  expect(await list()).toBe(403);
  expect(await unblock()).toMatchObject({ status: 200, data: { id: visitor.contactId, blocked_at: null } });
  expect((await visitor.call(routes.open, { params, body: {} })).data).toMatchObject({
    token: visitor.token,
    chat_id: visitor.chatId,
  });
  expect(await visitor.write('thanks')).toMatchObject({ seq: 3 });
});

test('only the blocked contact is refused', async () => {
  const { app, ann, block, list } = await startVisitor();
  const [writer, silent] = [await addAnsweredVisitor(app, ann), await addVisitor(app, ann)];
  await block();
  expect([await list(writer.call), await list(silent.call)]).toEqual([200, 200]);
});

test('blocking and unblocking take effect at once on another node', async () => {
  const { visitor, block, unblock, list } = await startVisitor();
  const there = withBearer(node, visitor.token);
  expect(await list(there)).toBe(200);
  await block();
  await until(async () => (await list(there)) === 403, 'the other node refuses', AT_ONCE_MS);
  await unblock();
  await until(async () => (await list(there)) === 200, 'the other node lets them in', AT_ONCE_MS);
});

test('a visitor who became a contact on one node is blocked on another that has them cached', async () => {
  const { app, ann, list } = await startVisitor();
  const visitor = await addVisitor(app, ann);
  const there = withBearer(node, visitor.token);
  expect(await list(there)).toBe(200);
  await visitor.write('hello');
  const [newest] = (await ann.call(contacts.list)).data.data;
  await ann.call(contacts.block, { params: { id: newest?.id } });
  await until(async () => (await list(there)) === 403, 'the other node refuses', AT_ONCE_MS);
});

test("an erased contact's token is rejected at once on another node", async () => {
  const { ann, visitor, list } = await startVisitor();
  const there = withBearer(node, visitor.token);
  expect(await list(there)).toBe(200);
  await ann.call(contacts.remove, { params: { id: visitor.contactId } });
  await until(async () => (await list(there)) === 401, 'the other node knows nobody', AT_ONCE_MS);
});

test('an unknown contact or one of another account can be neither blocked nor unblocked', async () => {
  const { app, ann, list } = await startVisitor();
  const foreign = await app.owner();
  const theirs = await addAnsweredVisitor(app, foreign);
  for (const id of [theirs.contactId, 'f'.repeat(32), 'x']) {
    expect((await ann.call(contacts.block, { params: { id } })).status).toBe(404);
    expect((await ann.call(contacts.unblock, { params: { id } })).status).toBe(404);
  }
  expect(await list()).toBe(200);
  expect((await theirs.call(routes.listMessages, { params: { button_guid: foreign.buttonGuid } })).status).toBe(200);
});
