import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { api, type Explanation } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAi, addAiChat } from '../../../../test/answering.ts';
import { addVisitor, withBearer } from '../../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { CALLS_THIS_MACHINE } from '../../../../test/receiver.ts';
import { dataDirectory, startServer } from '../../../../test/server-process.ts';
import { until } from '../../../../test/until.ts';
import { startVendor } from '../../../../test/vendors/vendor.ts';

// Turns of the AI on several servers with one database, of which some are killed.

/** Same as in kernel/leasing/leasing.ts. */
const LEASE_SECONDS = 15;
const PRELOAD = fileURLToPath(new URL('../../../../test/die-at-statement.ts', import.meta.url));

let vendor: Awaited<ReturnType<typeof startVendor>>;
/** Prepares the database, and runs no turns. */
let app: OpenApp;
let env: Record<string, string>;

beforeAll(async () => {
  vendor = await startVendor('openai');
  env = { AI_VENDOR_URLS: `openai=${vendor.url}`, ...CALLS_THIS_MACHINE };
  app = await openApp(env, { isolated: true });
});

afterAll(async () => {
  await app.end();
  vendor.close();
});

/** A server in its own process. */
function startNode(more: Record<string, string> = {}) {
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  return startServer({ DATA_DIR: dataDirectory(), DATABASE_URL: app.connection, MASTER_KEY, ...env, ...more });
}

/** A server that takes what others left, in this process. */
async function startOther({ seconds = 0 } = {}) {
  const other = await startApp(env, { connection: app.connection, background: true });
  other.clock.now = Temporal.Now.instant().round('millisecond').add({ seconds });
  return other;
}

async function startWidget() {
  vendor.usual = {};
  vendor.requests.splice(0);
  const ann = await app.owner();
  await addAi(ann);
  return { ann, visitor: await addVisitor(app, ann) };
}

/** A server that dies meanwhile gives no response. */
async function writeThrough(url: string, { buttonGuid }: Owner, { token }: { token: string }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ client_message_id: randomUUID(), type: 'text', body: 'hello' });
  await fetch(`${url}/widget-api/${buttonGuid}/messages`, { method: 'POST', headers, body }).catch(() => undefined);
}

async function readChat(ann: Owner) {
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const params = { id: chat?.id ?? 0 };
  const { turns } = ((await ann.call(api.chats.explain, { params })).body as Explanation).data;
  const { data: messages } = (await ann.call(api.messages.list, { params })).data;
  return { turns, said: messages.toReversed().map(({ sender }) => sender), messages };
}

const untilAnswered = (ann: Owner) =>
  until(async () => (await readChat(ann)).turns[0]?.outcome === 'answered', 'another server has answered');

async function expectOneAnswer(ann: Owner) {
  const { turns, said, messages } = await readChat(ann);
  expect(said).toEqual(['client', 'ai']);
  expect(turns).toMatchObject([{ turn: 1, outcome: 'answered', why: null, message_id: messages[0]?.id }]);
}

const steps: [string, Record<string, string>, { calls: number }][] = [
  [
    'once the message and its turn are committed',
    { DIE_AT: 'INSERT INTO messages (', DIE_WHEN: 'committed' },
    { calls: 1 },
  ],
  ['before it writes the answer', { DIE_AT: 'AND leases = ', DIE_WHEN: 'sent' }, { calls: 2 }],
  [
    'once the answer is committed',
    { DIE_AT: 'INSERT INTO messages (', DIE_WHEN: 'committed', DIE_COUNT: '2' },
    { calls: 1 },
  ],
];

test.each(steps)('a server that is killed %s: the visitor gets one answer', async (_when, how, { calls }) => {
  const { ann, visitor } = await startWidget();
  const killed = startNode({ NODE_OPTIONS: `--import=${PRELOAD}`, ...how });
  await writeThrough(await killed.ready(), ann, visitor);
  await killed.ended;
  await startOther({ seconds: LEASE_SECONDS });
  await untilAnswered(ann);
  await expectOneAnswer(ann);
  expect(vendor.calls()).toHaveLength(calls);
});

test('a server that is killed once it has leased the turn of another: a third gives the one answer', async () => {
  const { ann, visitor } = await startWidget();
  await visitor.write('hello');
  await app.sql(`UPDATE ai_turns SET due_at = now() WHERE widget_id = ${ann.widgetId}`);
  const dying = { DIE_AT: 'leases = leases + 1', DIE_WHEN: 'committed' };
  await startNode({ NODE_OPTIONS: `--import=${PRELOAD}`, ...dying }).ended;
  await startOther({ seconds: LEASE_SECONDS });
  await untilAnswered(ann);
  await expectOneAnswer(ann);
  expect(vendor.calls()).toHaveLength(1);
});

test('a server that is killed while it asks the model: another answers once, when the lease has expired', async () => {
  const { ann, visitor } = await startWidget();
  vendor.usual = { fault: 'hang' };
  const killed = startNode();
  await writeThrough(await killed.ready(), ann, visitor);
  await until(() => vendor.calls().length === 1, 'the model is asked');
  killed.signal('SIGKILL');
  await killed.ended;
  vendor.usual = { text: 'At nine.' };
  const other = await startOther();
  // Its own turns are answered meanwhile.
  const own = await addAiChat(other, await widgetOn(other));
  await own.settled();
  expect((await readChat(ann)).turns).toMatchObject([{ outcome: 'running' }]);
  other.clock.now = other.clock.now.add({ seconds: LEASE_SECONDS });
  await untilAnswered(ann);
  await expectOneAnswer(ann);
});

async function widgetOn(node: Pick<OpenApp, 'owner'>) {
  const owner = await node.owner();
  await addAi(owner);
  return owner;
}

test('a server that stops returns its turns, and another answers at once', async () => {
  const { ann, visitor } = await startWidget();
  vendor.usual = { fault: 'hang' };
  const stopping = startNode();
  await writeThrough(await stopping.ready(), ann, visitor);
  await until(() => vendor.calls().length === 1, 'the model is asked');
  stopping.signal('SIGTERM');
  expect(await stopping.ended).toMatchObject({ code: 0 });
  expect(vendor.calls()[0]?.isAborted).toBe(true);
  vendor.usual = { text: 'At nine.' };
  await startOther();
  await untilAnswered(ann);
  await expectOneAnswer(ann);
});

test('a person’s reply on one server cuts off the call that another makes', async () => {
  const { ann } = await startWidget();
  vendor.usual = { fault: 'hang' };
  const [one, two] = [await startOther(), await startOther()];
  const visitor = await addVisitor(one, ann);
  await visitor.write('hello');
  await until(() => vendor.calls().length === 1, 'the model is asked');
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const body = { type: 'text', body: 'I am here', agent_id: ann.agentId };
  const sent = await withBearer(two, ann.token)(api.messages.send, { params: { id: chat?.id ?? 0 }, body });
  expect(sent.status).toBe(202);
  await until(() => vendor.calls()[0]?.isAborted === true, 'the call is cut off');
  const { turns, said } = await readChat(ann);
  expect(said).toEqual(['client', 'agent']);
  expect(turns).toMatchObject([{ outcome: 'superseded', why: 'person' }]);
});
