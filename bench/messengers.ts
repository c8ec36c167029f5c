// Messengers: what an inbound text costs, how soon it is answered and a reply is sent, and a burst into a slow vendor.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { request } from 'undici';
import type { Customer, FakeVendor } from '../apps/server/test/messengers/fake-vendor.ts';
import { startTg } from '../apps/server/test/messengers/tg.ts';
import { startWaCloud } from '../apps/server/test/messengers/wa-cloud.ts';
import { loadConversations } from './conversations.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { requestsPerSecond, spend, WRITES, write } from './load.ts';
import { createTenant, mintTokens, type Running, startServer } from './processes.ts';
import { format, interleave, type Row, summarise } from './rounds.ts';

const CUSTOMERS = 200;
const TOKENS = 1_500;

interface Stage {
  dataDir: string;
  ours: Running;
  vendor: FakeVendor;
  client: Client;
  tenant: { widget: number; agent: number };
  token: () => string;
}

async function setUp(vendor: FakeVendor): Promise<Stage> {
  const dataDir = temporaryDirectory();
  const env = {
    OUTBOUND_ALLOW: '127.0.0.1',
    MESSENGER_URLS: `${vendor.vendor}=${vendor.url}`,
    MESSENGER_INBOUND: 'webhook',
  };
  const ours = await startServer(dataDir, env);
  const tenant = createTenant(dataDir);
  const token = spend(mintTokens(dataDir, tenant.widget, TOKENS), WRITES);
  const stage = { dataDir, ours, vendor, client: await connect(dataDir), tenant, token };
  await call(stage, 'PUT', `/messengers/${vendor.vendor}`, vendor.credential);
  return stage;
}

async function tearDown({ dataDir, ours, vendor, client }: Stage) {
  await client.end();
  vendor.close();
  await discard(dataDir, ours);
}

async function call({ ours, token }: Stage, method: 'POST' | 'PUT', path: string, body: object) {
  const sent = { ...write(token(), JSON.stringify(body)), method };
  const answer = await request(`${ours.url}/api/v1${path}`, sent);
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text).data;
}

const customers = Array.from(
  { length: CUSTOMERS },
  (_, at): Customer => ({ id: `${900_000 + at}`, name: `Customer ${at}` }),
);
const takeTurns = <T>(list: T[]) => {
  let at = 0;
  return () => list[at++ % list.length] as T;
};

/** Each customer writes once; returns their chats. */
async function beginChats({ vendor, client, tenant }: Stage): Promise<number[]> {
  for (const customer of customers) await vendor.write(customer, { text: 'Hello' });
  const { rows } = await client.query(
    'SELECT id::int FROM chats WHERE widget_id = $1 AND connection_id IS NOT NULL ORDER BY id',
    [tenant.widget],
  );
  if (rows.length < CUSTOMERS) throw new Error(`${rows.length} chats have begun`);
  return rows.map(({ id }) => id);
}

/** Texts as Telegram pushes them, without its waiting for an answer. */
function pushes({ vendor }: Stage) {
  const secret = vendor.calls.findLast(({ path }) => path.endsWith('/setWebhook'))?.json.secret_token;
  const customer = takeTurns(customers);
  let last = 1_000_000_000;
  return () => {
    last += 1;
    const { id, name } = customer();
    const from = { id: Number(id), is_bot: false, first_name: name };
    const date = Math.floor(Date.now() / 1_000);
    const message = {
      message_id: last,
      from,
      chat: { id: Number(id), type: 'private' },
      date,
      text: 'Where is my order?',
    };
    return {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: JSON.stringify({ update_id: last, message }),
    };
  };
}

async function inbound(): Promise<Row[]> {
  const stage = await setUp(await startTg());
  await beginChats(stage);
  const { id } = await call(stage, 'POST', '/channels', { name: 'Bench' });
  const remote = takeTurns(customers);
  const post = () => ({
    ...write(
      stage.token(),
      JSON.stringify({ external_client_id: remote().id, external_channel_id: 'one', message: 'Where is my order?' }),
    ),
    path: `/api/v1/channels/${id}/messages`,
  });
  const push = pushes(stage);
  const hook = new URL(stage.vendor.hookUrl ?? '');
  const measured = await interleave(
    () => requestsPerSecond({ url: `${stage.ours.url}${hook.pathname}`, prepare: push }),
    () => requestsPerSecond({ url: stage.ours.url, prepare: post }),
    7,
  );
  const times = await answerTimes(`${stage.ours.url}${hook.pathname}`, push);
  await tearDown(stage);
  return [
    ['texts/s through a hook', format(measured.a)],
    ['texts/s through POST /v1/channels/{id}/messages', format(measured.b)],
    ['ratio (goal: 0.7 or more)', format(measured.ratio, 2)],
    [`a text at ${RATE}/s, p50 ms (goal: 15 or less)`, percentile(times, 0.5).toFixed(1)],
    ['p99 ms', percentile(times, 0.99).toFixed(1)],
  ];
}

const RATE = 200;
const SECONDS = 10;

/** At a steady rate, from the request to the answer. */
async function answerTimes(url: string, push: ReturnType<typeof pushes>) {
  const began = performance.now();
  const times: Promise<number>[] = [];
  for (let place = 0; place < RATE * SECONDS; place += 1) {
    const wait = began + (place * 1_000) / RATE - performance.now();
    if (wait > 0) await sleep(wait);
    const since = performance.now();
    times.push(
      request(url, push()).then(async ({ body, statusCode }) => {
        await body.dump();
        if (statusCode !== 200) throw new Error(`an update was answered with ${statusCode}`);
        return performance.now() - since;
      }),
    );
  }
  return Promise.all(times);
}

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

/** One reply after the other, each in another chat: from its answer, which follows the commit, to the vendor's request. */
async function latency(): Promise<Row[]> {
  const stage = await setUp(await startTg());
  const chats = await beginChats(stage);
  const times: number[] = [];
  for (const id of chats) {
    const body = { agent_id: stage.tenant.agent, type: 'text', body: 'On its way' };
    await call(stage, 'POST', `/chats/${id}/messages`, body);
    const since = performance.now();
    const count = times.length + 1;
    while (stage.vendor.sent.length < count) await sleep(1);
    times.push(Math.max(0, (stage.vendor.sent.at(-1)?.at ?? since) - since));
  }
  await tearDown(stage);
  return [
    ["commit of a reply to the vendor's request, p50 ms (goal: 30 or less)", percentile(times, 0.5).toFixed(1)],
    ['p99 ms', percentile(times, 0.99).toFixed(1)],
  ];
}

const REPLIES = 50;
const LATENCY_MS = 1_000;
const LONGEST_MS = 1_500_000;
/** One in so many answers is a 429. */
const LIMITED = 20;

async function burst(): Promise<Row[]> {
  const stage = await setUp(await startWaCloud());
  const chats = await beginChats(stage);
  const site = createTenant(stage.dataDir);
  const { first } = await loadConversations(stage.client, { ...site, chats: CUSTOMERS, messages: 1 });
  const siteToken = spend(mintTokens(stage.dataDir, site.widget, TOKENS), WRITES);
  const text = JSON.stringify({ agent_id: site.agent, type: 'text', body: 'On its way' });
  const anyChat = () => `/api/v1/chats/${first + 20 + Math.floor(Math.random() * (CUSTOMERS - 20))}/messages`;
  const siteSends = () =>
    requestsPerSecond({ url: stage.ours.url, prepare: () => ({ ...write(siteToken(), text), path: anyChat() }) });
  const quiet = [];
  for (let round = 0; round < 5; round += 1) quiet.push(await siteSends());

  const { vendor } = stage;
  vendor.latencyMs = LATENCY_MS;
  const began = performance.now();
  for (let number = 0; number < REPLIES; number += 1) {
    await Promise.all(
      chats.map((id) =>
        call(stage, 'POST', `/chats/${id}/messages`, { agent_id: stage.tenant.agent, type: 'text', body: `${number}` }),
      ),
    );
  }
  vendor.behave({ fate: 'limited', every: LIMITED, seconds: 1 });
  const busy = [];
  for (let round = 0; round < 5; round += 1) busy.push(await siteSends());
  while (vendor.sent.length < CUSTOMERS * REPLIES && performance.now() - began < LONGEST_MS) await sleep(500);
  const seconds = (performance.now() - began) / 1_000;
  const byPerson = Map.groupBy(vendor.sent, ({ person }) => person);
  const numbers = [...byPerson.values()].map((sent) => sent.map(({ text = '' }) => Number(text)));
  const doubled = numbers.reduce((sum, each) => sum + each.length - new Set(each).size, 0);
  const unordered = numbers.reduce(
    (sum, each) => sum + each.filter((number, at) => at > 0 && number < (each[at - 1] ?? 0)).length,
    0,
  );
  await tearDown(stage);
  return [
    [
      `${CUSTOMERS} chats × ${REPLIES} replies into a vendor that takes 1 s and limits 5 %: arrived`,
      `${vendor.sent.length}`,
    ],
    ['of these twice; out of order', `${doubled}; ${unordered}`],
    ['replies/s', (vendor.sent.length / seconds).toFixed(1)],
    ['messages/s on the site before', format(summarise(quiet))],
    ['messages/s on the site meanwhile', format(summarise(busy))],
  ];
}

export const messengers = {
  'messengers.inbound': inbound,
  'messengers.latency': latency,
  'messengers.burst': burst,
};
