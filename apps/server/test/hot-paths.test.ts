import { randomBytes, randomUUID } from 'node:crypto';
import { api, site } from '@parley/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { compileInspectors } from '../src/infra/postgres/sql.ts';
import { addAi } from './answering.ts';
import type { Call } from './call.ts';
import { addAnsweredVisitor, addVisitor, anonymousCaller } from './callers.ts';
import { addChannel } from './channels.ts';
import { freshDatabase, overTcp } from './databases.ts';
import { type OpenApp, openApp } from './harness.ts';
import type { FakeVendor } from './messengers/fake-vendor.ts';
import { connect } from './messengers/messenger-app.ts';
import { startTg } from './messengers/tg.ts';
import type { Owner } from './owners.ts';
import { labelOf, type RoundTrip, watchStatements } from './sent-statements.ts';
import { type AgentSocket, connectAgent, connectVisitor, type VisitorSocket } from './sockets.ts';

// What everybody does all day, and what it sends to PostgreSQL: docs/hot-paths.md.

const FIRST_MESSAGE = [
  'BEGIN, SELECT visitors',
  'INSERT contacts',
  'UPDATE visitors, INSERT chats + INSERT chat_heads',
  'SELECT chat_heads, SELECT contacts+ai_settings, SELECT messages+files',
  'SELECT asked+widgets, SELECT asked+widgets',
  'SELECT pg_advisory_xact_lock, UPDATE agents + INSERT chat_decisions',
  'UPDATE chat_heads + INSERT messages, UPDATE chats, SELECT chat_heads+contacts',
  'SELECT graphile_worker+push_subscriptions, INSERT events + INSERT deliveries, SELECT pg_notify, COMMIT',
];
const NEXT_MESSAGE = [
  'BEGIN, SELECT visitors, SELECT agents+connections, UPDATE chat_heads + INSERT messages, SELECT graphile_worker+push_subscriptions, INSERT events, COMMIT',
];

/** Statements of each operation, one line per round trip. Explain an added statement in CHANGELOG.md. */
const EXPECTED: Record<string, string[]> = {
  "an agent's message over HTTP": [
    'BEGIN, INSERT idempotency_keys, SELECT agents, UPDATE chat_heads + INSERT messages, INSERT events, COMMIT',
  ],
  "an agent's message over the socket": [
    'BEGIN, SELECT agents, UPDATE chat_heads + INSERT messages, INSERT events, COMMIT',
  ],
  "a visitor's first message over HTTP": FIRST_MESSAGE,
  "a visitor's first message over the socket": FIRST_MESSAGE,
  "a visitor's next message over HTTP": NEXT_MESSAGE,
  "a visitor's next message over the socket": NEXT_MESSAGE,
  "a visitor's message that the AI answers": [
    'BEGIN, SELECT visitors, SELECT ai_settings, UPDATE chat_heads + INSERT messages, UPDATE ai_turns, INSERT ai_turns, INSERT events, COMMIT',
  ],
  "a customer's next text in a messenger": [
    'BEGIN, SELECT pg_advisory_xact_lock, INSERT messenger_updates',
    'SELECT external_messages+messages',
    'SELECT messenger_people+contacts',
    'SELECT chats',
    'SELECT agents+connections, UPDATE chat_heads + INSERT messages, INSERT messenger_chats, SELECT graphile_worker+push_subscriptions, INSERT external_messages, UPDATE messenger_updates, INSERT events, COMMIT',
  ],
  "a customer's next text in a custom channel": [
    'BEGIN, INSERT idempotency_keys, SELECT channels, SELECT pg_advisory_xact_lock, SELECT channel_clients+contacts',
    'SELECT chats',
    'UPDATE chats, SELECT agents+connections, UPDATE chat_heads + INSERT messages, SELECT graphile_worker+push_subscriptions, INSERT events, COMMIT',
  ],
  'a reply in a messenger': [
    'BEGIN, INSERT idempotency_keys, SELECT agents, UPDATE chat_heads + INSERT messages, UPDATE messages',
    'INSERT deliveries, INSERT events, SELECT graphile_worker, COMMIT',
  ],
  'a page of messages': ['SELECT chats+files'],
  'a page of chats': ['SELECT chat_heads+contacts'],
  'a page of contacts': ['SELECT contact_tags+channel_clients'],
  "a visitor's history": ['SELECT chat_heads+contacts', 'SELECT messages+files'],
  'a visit of somebody unknown': ['BEGIN, INSERT visits, SELECT asked+widgets', 'COMMIT'],
  'a visit of a visitor with a chat': [
    'BEGIN, INSERT visits, UPDATE visitors, SELECT chat_heads+contacts, SELECT asked+widgets',
    'COMMIT',
  ],
  "a visitor's resume that missed nothing": ['SELECT chat_heads+contacts, SELECT asked+widgets'],
  "a visitor's resume that missed messages": [
    'SELECT chat_heads+contacts, SELECT asked+widgets',
    'SELECT messages+files',
  ],
  "an agent's resume": ['SELECT chat_heads', 'SELECT connections+nodes, SELECT connections+nodes'],
  "an agent's look at a chat": [
    'BEGIN, SELECT chat_heads+contacts',
    'SELECT connections',
    'SELECT pg_advisory_xact_lock',
    'UPDATE connections, SELECT connections+nodes',
    'COMMIT',
  ],
  "a node's heartbeat": [
    'BEGIN, INSERT nodes, SELECT nodes, DELETE nodes',
    'COMMIT',
    'SELECT connections',
    'SELECT connections+nodes',
    'BEGIN, DELETE visits',
    'COMMIT',
  ],
};

const BUILT_BY_FIRST_MESSAGE = [
  'UPDATE visitors is compiled',
  'UPDATE chats is compiled',
  'INSERT events + INSERT deliveries is compiled',
];

/** What is still built or parsed on every call, by operation. To be removed one by one. */
const STILL_BUILT: Record<string, string[]> = {
  "a visitor's first message over HTTP": BUILT_BY_FIRST_MESSAGE,
  "a visitor's first message over the socket": BUILT_BY_FIRST_MESSAGE,
};

interface Scene {
  ann: Owner;
  /** Ann's, which shows the chat. */
  console: AgentSocket;
  /** Has a chat that Ann has answered. */
  visitor: Awaited<ReturnType<typeof addAnsweredVisitor>>;
  browser: VisitorSocket;
}

type Act = () => Promise<unknown>;

/** Returns the operation; what comes before is not counted. */
type Prepare = (scene: Scene) => Act | Promise<Act>;

const OPERATIONS: Record<string, Prepare> = {
  "an agent's message over HTTP": (scene) => {
    const body = { type: 'text', body: 'hi', agent_id: scene.ann.agentId };
    return () => scene.ann.call(api.messages.send, { ...chatOf(scene), body });
  },
  "an agent's message over the socket": ({ console, visitor }) => {
    return () => console.call('send', { ...text(), chat_id: visitor.chatId });
  },
  "a visitor's first message over HTTP": async (scene) => {
    const visitor = await addVisitor(app, scene.ann);
    // The token is cached from then on.
    await visitor.call(site.visitor.listMessages, widgetOf(scene));
    return () => visitor.write('hello');
  },
  "a visitor's first message over the socket": async (scene) => {
    const browser = await connectVisitor(app, scene.ann, await addVisitor(app, scene.ann));
    return () => browser.call('send', text());
  },
  "a visitor's next message over HTTP": (scene) => () => scene.visitor.write('hello'),
  "a visitor's next message over the socket": (scene) => () => scene.browser.call('send', text()),
  "a visitor's message that the AI answers": async (scene) => {
    await addAi(scene.ann);
    await scene.ann.call(api.chats.setAi, { ...chatOf(scene), body: { enabled: true } });
    return () => scene.visitor.write('hello');
  },
  "a customer's next text in a messenger": async (scene) => {
    const customer = await addCustomer(scene);
    return () => vendor.write(customer, { text: 'hello' });
  },
  "a customer's next text in a custom channel": async (scene) => {
    const channel = await addChannel(scene.ann);
    await channel.receive('hello');
    return () => channel.receive('hello');
  },
  'a reply in a messenger': async (scene) => {
    await addCustomer(scene);
    const chats = (await scene.ann.call(api.chats.list)).data.data;
    const params = { id: chats.find(({ channel }) => channel === 'tg')?.id ?? 0 };
    const body = { type: 'text', body: 'hi', agent_id: scene.ann.agentId };
    return () => scene.ann.call(api.messages.send, { params, body });
  },
  'a page of messages': (scene) => () => scene.ann.call(api.messages.list, chatOf(scene)),
  'a page of chats': (scene) => () => scene.ann.call(api.chats.list),
  'a page of contacts': (scene) => () => scene.ann.call(api.contacts.list),
  "a visitor's history": (scene) => () => scene.visitor.call(site.visitor.listMessages, widgetOf(scene)),
  'a visit of somebody unknown': (scene) => visit(scene, anonymousCaller(app)),
  'a visit of a visitor with a chat': (scene) => visit(scene, scene.visitor.call),
  "a visitor's resume that missed nothing": (scene) => () => scene.browser.call('resume', { seq: 2 }),
  "a visitor's resume that missed messages": (scene) => () => scene.browser.call('resume', { seq: 0 }),
  "an agent's resume": async (scene) => {
    const { cursor } = await scene.console.call('resume', {});
    return () => scene.console.call('resume', { cursor });
  },
  "an agent's look at a chat": ({ console, visitor }) => {
    return () => console.call('look', { chat_id: visitor.chatId });
  },
  "a node's heartbeat": () => () => app.beat(),
};

const connectedScenes = new WeakSet<Scene>();

/** Somebody who has written through a connection of Ann's. */
async function addCustomer(scene: Scene) {
  const { ann } = scene;
  if (!connectedScenes.has(scene)) {
    connectedScenes.add(scene);
    await connect(ann, vendor);
    // Another test's owner connects the same account.
    onTestFinished(async () => void (await ann.call(api.messengers.disconnect, { params: { provider: 'tg' } })));
  }
  const customer = { id: '900', name: 'Carol' };
  await vendor.write(customer, { text: 'hello' });
  return customer;
}

const text = () => ({ client_message_id: randomUUID(), type: 'text' as const, body: 'hello' });
const widgetOf = ({ ann }: Scene) => ({ params: { button_guid: ann.buttonGuid } });
const chatOf = ({ visitor }: Scene) => ({ params: { id: visitor.chatId } });

/** A page that is open for a while. */
async function visit(scene: Scene, call: Call) {
  const body = { page: 'https://shop.example/', visit_id: randomBytes(16).toString('base64url') };
  const act = () => call(site.visitor.visit, { ...widgetOf(scene), body });
  await act();
  return act;
}

let app: OpenApp;
let vendor: FakeVendor;
let wire: Awaited<ReturnType<typeof watchStatements>>;

/** Without jobs, event numbers and heartbeats: everything that is sent belongs to the operation. */
beforeAll(async () => {
  wire = await watchStatements(overTcp(await freshDatabase()));
  vendor = await startTg();
  const env = { OUTBOUND_ALLOW: '127.0.0.1', MESSENGER_URLS: `tg=${vendor.url}`, MESSENGER_INBOUND: 'webhook' };
  app = await openApp(env, { connection: wire.url, live: true, isPublic: true });
  await app.beat();
});
afterAll(async () => {
  await app.end();
  vendor.close();
  wire.close();
});

async function openScene(): Promise<Scene> {
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const console = await connectAgent(app, ann);
  await console.call('look', { chat_id: visitor.chatId });
  return { ann, console, visitor, browser: await connectVisitor(app, ann, visitor) };
}

const RUNS = 5;

interface Sent {
  roundTrips: RoundTrip[];
  /** Texts of templates that were not in the cache. */
  compiled: string[];
}

/** The cheapest of some runs: the first one fills caches, and a credential may just have expired. */
async function sentBy(prepare: Prepare): Promise<Sent> {
  const scene = await openScene();
  const runs: Sent[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(await prepare(scene)));
  const costOf = ({ roundTrips, compiled }: Sent) => [roundTrips.flat().length, roundTrips.length, compiled.length];
  return runs.toSorted((a, b) => compare(costOf(a), costOf(b)))[0] as Sent;
}

async function runOnce(act: Act): Promise<Sent> {
  const compiled: string[] = [];
  const inspect = (text: string) => void compiled.push(text);
  compileInspectors.add(inspect);
  const roundTrips = await wire.during(act).finally(() => compileInspectors.delete(inspect));
  return { roundTrips, compiled };
}

const compare = (a: number[], b: number[]) => a.map((each, at) => each - (b[at] ?? 0)).find(Boolean) ?? 0;

test('every hot operation has its expected statements', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(OPERATIONS));
});

/**
 * The first message makes the visitor a contact, so their credentials are checked again after the commit. That is not
 * part of the call: its response may be there before or after.
 */
const RECHECKED = "a visitor's first message over the socket";
const RECHECK = 'SELECT visitors+contacts';

test.each(Object.entries(OPERATIONS))('%s sends the expected statements, none of them built', async (what, prepare) => {
  const { roundTrips, compiled } = await sentBy(prepare);
  const all = roundTrips.map((statements) => statements.map(labelOf).join(', '));
  const sent = what === RECHECKED ? all.filter((each) => each !== RECHECK) : all;
  const expected = EXPECTED[what] ?? [];
  // Statements of a read may travel at once, on several connections.
  expect(sent.toSorted(), describeChange(what, expected, sent)).toEqual(expected.toSorted());

  const unprepared = roundTrips.flat().filter(({ name }) => name === '');
  const built = [
    ...unprepared.map((statement) => `${labelOf(statement)} is not prepared`),
    ...compiled.map((each) => `${labelOf({ name: '', text: each })} is compiled`),
  ];
  const rule = `${what}: SQL that is built on every call differs from STILL_BUILT. Use sql.prepared and constant fragments`;
  expect(built, rule).toEqual(STILL_BUILT[what] ?? []);
});

/** `a visit grew from 4 statements in 3 round trips to 5 in 4. New: SELECT chats` */
function describeChange(what: string, expected: string[], sent: string[]) {
  const [before, after] = [listOf(expected), listOf(sent)];
  const isMore = after.length > before.length || sent.length > expected.length;
  const verb = isMore ? 'grew' : 'changed';
  const figures = `from ${before.length} statements in ${expected.length} round trips to ${after.length} in ${sent.length}`;
  const [added, removed] = [without(after, before), without(before, after)];
  return `${what} ${verb} ${figures}. New: ${added.join(', ') || 'none'}. Gone: ${removed.join(', ') || 'none'}`;
}

const listOf = (roundTrips: string[]) => roundTrips.flatMap((statements) => statements.split(', '));

function without(list: string[], removed: string[]) {
  const left = [...removed];
  return list.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
