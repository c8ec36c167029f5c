// Webhooks: latency, throughput, the cost to writers, and what one dead receiver costs others.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Pool, request } from 'undici';
import { loadConversations } from './conversations.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { requestsPerSecond, spend, WRITES, write } from './load.ts';
import { createTenant, mintTokens, type Running, startReceiver, startServer } from './processes.ts';
import { format, interleave, type Row, summarise } from './rounds.ts';

const ALLOWED = { OUTBOUND_ALLOW: '127.0.0.1' };
const CHATS = 200;
/** After the spam chat among them, which emits nothing. */
const FIRST = 20;
const SPOKEN_IN = CHATS - FIRST;
const TOKENS = 1_000;

interface Stage {
  dataDir: string;
  ours: Running;
  receiver: Running;
  client: Client;
  tenant: { widget: number; agent: number };
  chats: { first: number; last: number };
  token: () => string;
}

async function setUp(): Promise<Stage> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir, ALLOWED);
  const receiver = await startReceiver();
  const tenant = createTenant(dataDir);
  const client = await connect(dataDir);
  const chats = await loadConversations(client, { ...tenant, chats: CHATS, messages: 1 });
  const token = spend(mintTokens(dataDir, tenant.widget, TOKENS), WRITES);
  return { dataDir, ours, receiver, client, tenant, chats, token };
}

async function tearDown({ dataDir, ours, receiver, client }: Stage) {
  await client.end();
  await receiver.stop();
  await discard(dataDir, ours);
}

/** Through the API, as everyone does. */
async function call(stage: Stage, method: 'POST' | 'DELETE', path: string, body?: object) {
  const { headers } = write(stage.token(), '');
  const answer = await request(`${stage.ours.url}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return text ? JSON.parse(text).data : undefined;
}

const subscribe = async (stage: Stage, path: string, event: string): Promise<number> =>
  (await call(stage, 'POST', '/webhook-subscriptions', { url: `${stage.receiver.url}${path}`, events: [event] })).id;

const unsubscribe = (stage: Stage, id: number) => call(stage, 'DELETE', `/webhook-subscriptions/${id}`);

const taken = async ({ receiver }: Stage): Promise<Record<string, number[]>> =>
  (await (await request(`${receiver.url}/taken`)).body.json()) as Record<string, number[]>;

/** Polls until that many have arrived, and returns them. */
async function gather(stage: Stage, count: number, isCounted = (_path: string) => true) {
  const all: Record<string, number[]> = {};
  const size = () => Object.entries(all).reduce((sum, [path, { length }]) => sum + (isCounted(path) ? length : 0), 0);
  for (const deadline = performance.now() + 60_000; size() < count && performance.now() < deadline; await sleep(20)) {
    for (const [path, delays] of Object.entries(await taken(stage))) all[path] = [...(all[path] ?? []), ...delays];
  }
  if (size() < count) throw new Error(`${size()} of ${count} have come`);
  return all;
}

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

const RATE = 200;
const SECONDS = 10;

/** Messages at a steady rate; each is one event. */
async function sendSteadily(stage: Stage, count = RATE * SECONDS) {
  const body = JSON.stringify({ agent_id: stage.tenant.agent, type: 'text', body: 'On its way' });
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let place = 0; place < count; place++) {
    const wait = began + (place * 1_000) / RATE - performance.now();
    if (wait > 0) await sleep(wait);
    const id = stage.chats.first + FIRST + (place % SPOKEN_IN);
    const message = write(stage.token(), body);
    sent.push(
      request(`${stage.ours.url}/api/v1/chats/${id}/messages`, message).then(async ({ statusCode, body }) => {
        await body.dump();
        if (statusCode >= 300) throw new Error(`a message was answered with ${statusCode}`);
      }),
    );
  }
  await Promise.all(sent);
}

async function latency(): Promise<Row[]> {
  const stage = await setUp();
  await subscribe(stage, '/hook', 'message.created');
  await sendSteadily(stage, RATE);
  await gather(stage, RATE);
  await sendSteadily(stage);
  const { '/hook': delays = [] } = await gather(stage, RATE * SECONDS);
  await tearDown(stage);
  return [
    [`write to first byte at the receiver, ${RATE} events/s, p50 ms (goal: 30 or less)`, `${percentile(delays, 0.5)}`],
    ['p99 ms (goal: 50 or less)', `${percentile(delays, 0.99)}`],
    ['max ms', `${Math.max(...delays)}`],
  ];
}

const BACKLOG = 5_000;
const RECEIVERS = 4;

/** Undelivered events of a minute ago. */
async function addEvents({ client, tenant }: Stage, count: number) {
  await client.query(
    `INSERT INTO events (created_at, account_id, widget_id, type, data)
     SELECT now() - interval '1 minute', w.account_id, w.id, 'message.created',
       jsonb_build_object('button_guid', w.button_guid, 'chat_id', n, 'message_id', n, 'seq', 1, 'sender', 'client', 'type', 'text', 'at', now())
     FROM widgets w, generate_series(1, $2) n WHERE w.id = $1`,
    [tenant.widget, count],
  );
}

async function throughput(): Promise<Row[]> {
  const stage = await setUp();
  await addEvents(stage, BACKLOG / RECEIVERS);
  const ids: number[] = [];
  for (let place = 0; place < RECEIVERS; place++) ids.push(await subscribe(stage, `/${place}`, 'message.created'));
  const { rows } = await stage.client.query(`SELECT data FROM events WHERE type = 'message.created' LIMIT 1`);
  const body = JSON.stringify({ id: `evt_${'0'.repeat(32)}`, type: 'message.created', data: rows[0].data });
  const period = { from: new Date(Date.now() - 3_600_000), to: new Date() };
  const pool = new Pool(stage.receiver.url, { connections: 32 });

  const ours = async () => {
    const began = performance.now();
    await Promise.all(ids.map((id) => call(stage, 'POST', `/webhook-subscriptions/${id}/replay`, period)));
    await gather(stage, BACKLOG);
    return (BACKLOG * 1_000) / (performance.now() - began);
  };
  const bare = async () => {
    const began = performance.now();
    let left = BACKLOG;
    const post = async () => {
      while (left-- > 0) {
        const headers = { 'content-type': 'application/json' };
        const answer = await pool.request({ path: '/bare', method: 'POST', headers, body });
        await answer.body.dump();
      }
    };
    await Promise.all(Array.from({ length: 32 }, post));
    await gather(stage, BACKLOG);
    return (BACKLOG * 1_000) / (performance.now() - began);
  };
  const measured = await interleave(ours, bare, 5);
  await pool.close();
  await tearDown(stage);
  return [
    [
      `deliveries/s to ${RECEIVERS} receivers, from a replay of ${BACKLOG} to the last arrival (goal: 1,000)`,
      format(measured.a),
    ],
    ['the same bodies posted by a bare undici loop, requests/s', format(measured.b)],
    ['ratio (goal: 0.5 or more)', format(measured.ratio, 2)],
  ];
}

async function untilDelivered({ client }: Stage) {
  for (let waiting = 1; waiting; await sleep(50)) {
    const { rows } = await client.query(`SELECT FROM deliveries WHERE status = 'pending' LIMIT 1`);
    waiting = rows.length;
  }
}

async function cost(): Promise<Row[]> {
  const stage = await setUp();
  const quiet = createTenant(stage.dataDir);
  const quietChats = await loadConversations(stage.client, { ...quiet, chats: CHATS, messages: 1 });
  const quietToken = spend(mintTokens(stage.dataDir, quiet.widget, TOKENS), WRITES);
  for (const path of ['/1', '/2', '/3']) await subscribe(stage, path, 'message.created');
  const sending = (agent: number, first: number, token: () => string) => {
    const body = JSON.stringify({ agent_id: agent, type: 'text', body: 'On its way' });
    const anyChat = () => `/api/v1/chats/${first + FIRST + Math.floor(Math.random() * SPOKEN_IN)}/messages`;
    return () =>
      requestsPerSecond({ url: stage.ours.url, prepare: () => ({ ...write(token(), body), path: anyChat() }) });
  };
  const send = sending(stage.tenant.agent, stage.chats.first, stage.token);
  const heard = async () => {
    const sent = await send();
    // Pending deliveries must not slow down the others.
    await untilDelivered(stage);
    return sent;
  };
  const measured = await interleave(heard, sending(quiet.agent, quietChats.first, quietToken));
  await tearDown(stage);
  return [
    ['messages/s in a widget with 3 subscriptions, deliveries under way', format(measured.a)],
    ['messages/s in a widget with none', format(measured.b)],
    ['ratio (goal: 0.7 or more)', format(measured.ratio, 2)],
  ];
}

const MANY = 50;

async function oneDead(): Promise<Row[]> {
  const stage = await setUp();
  for (let place = 1; place < MANY; place++) await subscribe(stage, `/${place}`, 'message.created');
  const isAlive = (path: string) => !path.startsWith('/dead');
  const round = async () => {
    await sendSteadily(stage, 20);
    const all = await gather(stage, 20 * (MANY - 1), isAlive);
    return percentile(
      Object.entries(all).flatMap(([path, delays]) => (isAlive(path) ? delays : [])),
      0.99,
    );
  };
  const rounds = { alive: [] as number[], dead: [] as number[] };
  await round();
  for (let count = 0; count < 5; count++) {
    const last = await subscribe(stage, `/${MANY}`, 'message.created');
    rounds.alive.push(await round());
    await unsubscribe(stage, last);
    const dead = await subscribe(stage, `/dead${count}`, 'message.created');
    rounds.dead.push(await round());
    await unsubscribe(stage, dead);
  }
  await tearDown(stage);
  return [
    [`p99 ms at 49 receivers while the 50th answers, 20 events to each at ${RATE}/s`, format(summarise(rounds.alive))],
    ['p99 ms at 49 receivers while the 50th never answers', format(summarise(rounds.dead))],
  ];
}

export const webhooks = {
  'webhooks.latency': latency,
  'webhooks.throughput': throughput,
  'webhooks.cost': cost,
  'webhooks.dead': oneDead,
};
