// AI operators: from a visitor's message to the model, what turns cost others, and the memory of those that wait.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { request } from 'undici';
import { loadConversations } from './conversations.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { ANY_TOKEN, requestsPerSecond, spend, WRITES, write, writeAsVisitor } from './load.ts';
import { createTenant, mintTokens, type Running, startFloor, startServer, startVendor } from './processes.ts';
import { addVisitors, type Visitor } from './realtime-people.ts';
import { format, interleave, type Row, summarise } from './rounds.ts';

const CHATS = 1_000;
/** After the spam chat among them. */
const FIRST = 20;

interface Stage {
  dataDir: string;
  ours: Running;
  vendor: Running;
  client: Client;
}

async function setUp(): Promise<Stage> {
  const dataDir = temporaryDirectory();
  const vendor = await startVendor();
  const env = { TRUST_PROXY: '127.0.0.1', AI_VENDOR_URLS: `openai=${vendor.url}/v1` };
  const ours = await startServer(dataDir, env);
  return { dataDir, ours, vendor, client: await connect(dataDir) };
}

async function tearDown({ dataDir, ours, vendor, client }: Stage) {
  await client.end();
  await vendor.stop();
  await discard(dataDir, ours);
}

interface Site {
  widget: number;
  agent: number;
  first: number;
  visitors: Visitor[];
  token: () => string;
}

/** A widget with chats whose visitors come back. */
async function addSite({ dataDir, client, ours }: Stage, chats = CHATS): Promise<Site> {
  const tenant = createTenant(dataDir);
  const { first } = await loadConversations(client, { ...tenant, chats, messages: 2 });
  await client.query("UPDATE chats SET channel = 'service' WHERE widget_id = $1", [tenant.widget]);
  const all = await addVisitors({ client, dataDir, url: ours.url }, { widget: tenant.widget, seq: 2 });
  const visitors = all.toSorted((a, b) => a.chatId - b.chatId).slice(FIRST);
  return { ...tenant, first, visitors, token: spend(mintTokens(dataDir, tenant.widget, 500), WRITES) };
}

/** Switches the AI of a widget on, with a model that takes so long. */
async function addAi(stage: Stage, site: Site, waitMs: number) {
  const call = caller(stage, site);
  const credential = await call('POST', '/credentials', {
    provider: 'openai',
    api_key: 'sk-bench',
    model: `wait-${waitMs}`,
  });
  const { id } = await call('POST', '/assistants', { name: 'Mia', persona: 'You are Mia of the shop. '.repeat(40) });
  await call('POST', '/operators', { assistant_id: id, name: 'Mia' });
  const unlimited = { budget_visitor_tokens: null, budget_widget_tokens: null };
  await call('PATCH', '/settings', { enabled: true, ...unlimited });
  return credential.id as number;
}

function caller({ ours }: Stage, { token }: Site) {
  return async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const sent = { ...write(token(), JSON.stringify(body)), method };
    const answer = await request(`${ours.url}/api/v1/ai${path}`, sent);
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text).data;
  };
}

const takeTurns = <T>(list: T[]) => {
  let at = 0;
  return () => list[at++ % list.length] as T;
};

async function send({ ours }: Stage, visitor: Visitor, text: string) {
  const { path, ...message } = writeAsVisitor(visitor, text);
  const answer = await request(`${ours.url}${path}`, message);
  await answer.body.dump();
  if (answer.statusCode >= 300) throw new Error(`a message was answered with ${answer.statusCode}`);
}

/** Now, in microseconds: as a word, since long numbers are masked. */
const timeMark = () => Math.round((performance.timeOrigin + performance.now()) * 1_000).toString(36);

/** Polls the vendor until a request has come, and returns how long it took. */
async function nextArrival({ vendor }: Stage): Promise<number> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(2)) {
    const [delay] = (await (await request(`${vendor.url}/taken`)).body.json()) as number[];
    if (delay !== undefined) return delay;
  }
  throw new Error('the vendor was not asked');
}

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

const ASKED = 30;
const TALKING = 20;

/** One message after the other: the time from the visitor's request to the vendor, over an insert and a request. */
async function latency(): Promise<Row[]> {
  const stage = await setUp();
  const site = await addSite(stage);
  await addAi(stage, site, 0);
  const floor = await startFloor(stage.dataDir, site.widget, {
    AGENT: `${site.agent}`,
    CHATS: `${site.first}-${site.first + CHATS - 1}`,
    VENDOR: `${stage.vendor.url}/v1/chat/completions`,
  });
  // Few enough that their chats are known to the server, as in a conversation.
  const visitor = takeTurns(site.visitors.slice(0, TALKING));
  const all: number[] = [];
  const median = async (ask: () => Promise<unknown>, into: number[] = []) => {
    for (let count = 0; count < ASKED; count += 1) {
      await ask();
      into.push(await nextArrival(stage));
      // Until the answer is stored.
      await sleep(30);
    }
    return summarise(into.slice(-ASKED)).median;
  };
  const text = () => `Where is my order? @${timeMark()}`;
  const measured = await interleave(
    () => median(() => send(stage, visitor(), text()), all),
    () =>
      median(async () => {
        const answer = await request(`${floor.url}/ask`, write(ANY_TOKEN, JSON.stringify({ body: text() })));
        await answer.body.dump();
      }),
    7,
  );
  await floor.stop();
  await tearDown(stage);
  return [
    ["visitor's message to the model, ms (goal: 30 or less)", format(measured.a, 1)],
    ['p99 ms', percentile(all.slice(ASKED), 0.99).toFixed(1)],
    ['a bare insert and request, ms', format(measured.b, 1)],
    ['ratio (goal: 2.5 or less)', format(measured.ratio, 2)],
  ];
}

const WAITING = 100;

async function untilOpen({ client }: Stage, count: number) {
  for (let open = 0; open < count; await sleep(50)) {
    const { rows } = await client.query(
      "SELECT count(*)::int AS open FROM ai_turns WHERE due_at > now() + interval '5 s'",
    );
    open = rows[0].open;
  }
}

async function untilSettled({ client }: Stage) {
  for (let open = 1; open; await sleep(100)) {
    const { rows } = await client.query('SELECT FROM ai_turns WHERE due_at IS NOT NULL LIMIT 1');
    open = rows.length;
  }
}

const MODEL_MS = 8_000;

/** Messages of agents in another widget, while turns wait for their model. */
async function others(): Promise<Row[]> {
  const stage = await setUp();
  const [busy, quiet] = [await addSite(stage), await addSite(stage)];
  await addAi(stage, busy, MODEL_MS);
  const body = JSON.stringify({ agent_id: quiet.agent, type: 'text', body: 'On its way' });
  const anyChat = () => quiet.first + FIRST + Math.floor(Math.random() * (CHATS - FIRST));
  const measure = () =>
    requestsPerSecond({
      url: stage.ours.url,
      prepare: () => ({ ...write(quiet.token(), body), path: `/api/v1/chats/${anyChat()}/messages` }),
    });
  const visitor = takeTurns(busy.visitors);
  const withTurns = async () => {
    await Promise.all(Array.from({ length: WAITING }, () => send(stage, visitor(), 'Where is my order?')));
    await untilOpen(stage, WAITING);
    const sent = await measure();
    await untilSettled(stage);
    return sent;
  };
  const measured = await interleave(withTurns, measure, 5);
  await tearDown(stage);
  return [
    [`messages/s of agents while ${WAITING} turns wait for their model`, format(measured.a)],
    ['messages/s without turns', format(measured.b)],
    ['ratio (goal: 0.9 or more)', format(measured.ratio, 2)],
  ];
}

/** Visitors' messages in a widget that has as many turns in flight as it may: what a message itself costs more. */
async function cost(): Promise<Row[]> {
  const stage = await setUp();
  const [busy, quiet] = [await addSite(stage), await addSite(stage)];
  await addAi(stage, busy, 600_000);
  await Promise.all(busy.visitors.slice(0, WAITING).map((visitor) => send(stage, visitor, 'Where is my order?')));
  await untilOpen(stage, WAITING);
  const measure = ({ visitors }: Site) => {
    const visitor = takeTurns(visitors.slice(WAITING));
    return () =>
      requestsPerSecond({ url: stage.ours.url, prepare: () => writeAsVisitor(visitor(), 'Where is my order?') });
  };
  const measured = await interleave(measure(busy), measure(quiet), 5);
  await tearDown(stage);
  return [
    ["visitors' messages/s in a widget with AI", format(measured.a)],
    ['in a widget without', format(measured.b)],
    ['ratio (goal: 0.85 or more)', format(measured.ratio, 2)],
  ];
}

const TURNS = 1_000;

/** Turns of eleven widgets: as many in flight as a node takes, the rest in the queue. */
async function memory(): Promise<Row[]> {
  const stage = await setUp();
  const sites: Site[] = [];
  for (let count = 0; count < TURNS / WAITING; count += 1) sites.push(await addSite(stage, WAITING + FIRST));
  const credentials: number[] = [];
  for (const site of sites) credentials.push(await addAi(stage, site, 0));
  // What every server has that has asked a model once.
  for (const { visitors } of sites) await send(stage, visitors[0] as Visitor, 'hello');
  await sleep(5_000);
  for (const [at, site] of sites.entries()) {
    await caller(stage, site)('PATCH', `/credentials/${credentials[at]}`, { model: 'wait-600000' });
  }
  const before = stage.ours.residentMb();
  for (const { visitors } of sites) await Promise.all(visitors.map((visitor) => send(stage, visitor, randomUUID())));
  await sleep(5_000);
  const { rows } = await stage.client.query('SELECT count(*)::int AS open FROM ai_turns WHERE due_at IS NOT NULL');
  const grown = ((stage.ours.residentMb() - before) * 1_024) / rows[0].open;
  await tearDown(stage);
  return [[`KB for each of ${rows[0].open} turns that wait (goal: 60 or less)`, grown.toFixed(0)]];
}

export const ai = { 'ai.latency': latency, 'ai.others': others, 'ai.cost': cost, 'ai.memory': memory };
