// Broadcasts: how fast one is delivered, what it costs a person's reply, and counting an audience. Invitations: judging 50 rules.
import { setTimeout as sleep } from 'node:timers/promises';
import { judge } from '@parley/invitations';
import type { Client } from 'pg';
import { request } from 'undici';
import { connect, discard, keptDirectory, temporaryDirectory } from './databases.ts';
import { spend, WRITES, write } from './load.ts';
import { loadContacts } from './people.ts';
import { createTenant, mintTokens, type Running, startReceiver, startServer } from './processes.ts';
import { format, interleave, type Row, summarise } from './rounds.ts';

const ALLOWED = { OUTBOUND_ALLOW: '127.0.0.1' };
const TOKENS = 50;
const SECRET = 'a secret of sixteen or more';

interface Stage {
  dataDir: string;
  ours: Running;
  receiver: Running;
  client: Client;
  tenant: { widget: number; agent: number };
  token: () => string;
  channel: number;
}

async function setUp(people: number): Promise<Stage> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir, ALLOWED);
  const receiver = await startReceiver();
  const tenant = createTenant(dataDir);
  const client = await connect(dataDir);
  const token = spend(mintTokens(dataDir, tenant.widget, TOKENS), WRITES);
  const stage = { dataDir, ours, receiver, client, tenant, token, channel: 0 };
  const channel = { name: 'Bench', outbound_url: `${receiver.url}/replies`, secret: SECRET };
  const { id } = await call(stage, '/channels', channel);
  await loadContacts(client, tenant.widget, people);
  await addChats(client, tenant.widget, `ch${id}`);
  return { ...stage, channel: id };
}

async function tearDown({ dataDir, ours, receiver, client }: Stage) {
  await client.end();
  await receiver.stop();
  await discard(dataDir, ours);
}

/** A chat of every contact on a channel. */
async function addChats(client: Client, widget: number, channel: string) {
  await client.query(
    `WITH c AS (
      INSERT INTO chats (widget_id, contact_id, channel, external_channel_id, external_client_id, source, created_at)
      SELECT widget_id, id, $2, CASE WHEN $2 = 'service' THEN '' ELSE 'room' END, 'client-' || id,
        '{"page": null, "referrer": null, "language": null}', now()
      FROM contacts WHERE widget_id = $1 RETURNING widget_id, id, created_at
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, last_message_at, updated_at, activity)
    SELECT widget_id, id, created_at, created_at, created_at, 0 FROM c`,
    [widget, channel],
  );
  await client.query('VACUUM ANALYZE chats, chat_heads');
}

/** Through the API, as everyone does. */
async function call({ ours, token }: Pick<Stage, 'ours' | 'token'>, path: string, body: object) {
  const answer = await request(`${ours.url}/api/v1${path}`, write(token(), JSON.stringify(body)));
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`POST ${path}: ${answer.statusCode} ${text}`);
  const answered = JSON.parse(text);
  return answered.data ?? answered;
}

async function taken({ receiver }: Stage): Promise<Record<string, number[]>> {
  return (await (await request(`${receiver.url}/taken`)).body.json()) as Record<string, number[]>;
}

/** Polls until that many have arrived at a path, and returns their delays. */
async function gather(stage: Stage, path: string, count: number) {
  const delays: number[] = [];
  for (const deadline = performance.now() + 120_000; delays.length < count; await sleep(20)) {
    if (performance.now() > deadline) throw new Error(`${delays.length} of ${count} have come`);
    delays.push(...((await taken(stage))[path] ?? []));
  }
  return delays;
}

const HELLO = { type: 'text', body: 'Hello' };

async function startBroadcast(stage: Stage) {
  const body = { channel: `ch${stage.channel}`, name: 'Bench', settings: { message: HELLO } };
  const { id } = await call(stage, '/broadcasts', body);
  await call(stage, `/broadcasts/${id}/start`, { consent: true });
  return id;
}

const PEOPLE = 5_000;
const RECEIVERS = 4;

async function throughput(): Promise<Row[]> {
  const stage = await setUp(PEOPLE);
  const { client, tenant } = stage;
  await client.query(
    `INSERT INTO events (created_at, account_id, widget_id, type, data)
     SELECT now() - interval '1 minute', w.account_id, w.id, 'chat.closed',
       jsonb_build_object('button_guid', w.button_guid, 'chat_id', n, 'client_id', n, 'reason', 'inactivity', 'at', now())
     FROM widgets w, generate_series(1, $2) n WHERE w.id = $1`,
    [tenant.widget, PEOPLE / RECEIVERS],
  );
  const ids: number[] = [];
  for (let place = 0; place < RECEIVERS; place += 1) {
    const body = { url: `${stage.receiver.url}/${place}`, events: ['chat.closed'] };
    ids.push((await call(stage, '/webhook-subscriptions', body)).id);
  }
  const period = { from: new Date(Date.now() - 3_600_000), to: new Date() };
  const measured = await interleave(
    async () => {
      const began = performance.now();
      await startBroadcast(stage);
      await gather(stage, '/replies', PEOPLE);
      const perSecond = (PEOPLE * 1_000) / (performance.now() - began);
      await untilDelivered(stage);
      return perSecond;
    },
    async () => {
      const began = performance.now();
      await Promise.all(ids.map((id) => call(stage, `/webhook-subscriptions/${id}/replay`, period)));
      for (let count = 0; count < PEOPLE; await sleep(20)) {
        for (const delays of Object.values(await taken(stage))) count += delays.length;
      }
      return (PEOPLE * 1_000) / (performance.now() - began);
    },
    5,
  );
  await tearDown(stage);
  return [
    [
      `messages/s of a broadcast to ${PEOPLE} people in a custom channel, from the start to the last arrival`,
      format(measured.a),
    ],
    [`deliveries/s of a replay of ${PEOPLE} to ${RECEIVERS} webhooks`, format(measured.b)],
    ['ratio (goal: 0.7 or more)', format(measured.ratio, 2)],
  ];
}

/** What a round left is settled before the next one. */
async function untilDelivered({ client }: Stage) {
  for (let waiting = 1; waiting; await sleep(50)) {
    const { rows } = await client.query(
      `SELECT FROM sends WHERE status = 'running' UNION ALL SELECT FROM deliveries WHERE status = 'pending' LIMIT 1`,
    );
    waiting = rows.length;
  }
}

const MANY = 50_000;
const REPLIES = 200;
const EVERY_MS = 50;

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

async function replies(): Promise<Row[]> {
  const stage = await setUp(MANY);
  const { rows } = await stage.client.query('SELECT min(id)::int AS first FROM chats WHERE widget_id = $1', [
    stage.tenant.widget,
  ]);
  const reply = async () => {
    for (let place = 0; place < REPLIES; place += 1) {
      const body = { agent_id: stage.tenant.agent, type: 'text', body: 'A person replies' };
      await call(stage, `/chats/${rows[0].first + (place % 50)}/messages`, body);
      await sleep(EVERY_MS);
    }
    return gather(stage, '/replies#person', REPLIES);
  };
  await reply();
  const idle = await reply();
  const id = await startBroadcast(stage);
  const during = await reply();
  const { rows: left } = await stage.client.query(`SELECT status FROM sends WHERE id = $1`, [id]);
  await tearDown(stage);
  const row = (what: string, part: number, goal: number): Row => [
    `${what} of a reply until the other side has it, ms: idle, during a broadcast to ${MANY}, ratio (goal: ${goal} or less)`,
    [
      percentile(idle, part),
      percentile(during, part),
      (percentile(during, part) / Math.max(1, percentile(idle, part))).toFixed(2),
    ].join(', '),
  ];
  return [row('p50', 0.5, 1.25), row('p99', 0.99, 3), ['the broadcast after the last reply', left[0].status]];
}

const MATCHES = 1_000;
const ROUNDS = 15;

/** The audience is of a tag that as many have in both widgets. Created once and cached. */
async function counting(): Promise<Row[]> {
  const dataDir = keptDirectory('outreach');
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const widgets: Record<number, number> = {};
  for (const count of [10_000, 1_000_000]) widgets[count] = await keptWidget(dataDir, client, count);
  const time = async (count: number) => {
    const token = spend(mintTokens(dataDir, widgets[count] ?? 0, 1), WRITES);
    const body = { channel: 'service', settings: { message: HELLO, audience: { tags_any: ['vip'] } } };
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      const { matched } = await call({ ours, token }, '/broadcasts/preview', body);
      if (matched !== MATCHES) throw new Error(`${matched} match`);
      if (round) took.push(performance.now() - began);
    }
    return summarise(took);
  };
  const [small, large] = [await time(10_000), await time(1_000_000)];
  await client.end();
  await ours.stop();
  return [
    [`count of ${MATCHES} matches among 10,000 contacts, ms`, format(small, 1)],
    ['among 1,000,000', format(large, 1)],
    ['ratio (goal: 1.2 or less)', (large.median / small.median).toFixed(2)],
  ];
}

async function keptWidget(dataDir: string, client: Client, count: number) {
  const { rows } = await client.query('SELECT widget_id::int AS id FROM contacts GROUP BY 1 HAVING count(*) = $1', [
    count,
  ]);
  if (rows[0]) return rows[0].id;
  const { widget } = createTenant(dataDir);
  await loadContacts(client, widget, count);
  await addChats(client, widget, 'service');
  await client.query(
    `INSERT INTO contact_tags (account_id, widget_id, contact_id, name)
     SELECT w.account_id, w.id, k.id, 'vip' FROM widgets w JOIN contacts k ON k.widget_id = w.id
     WHERE w.id = $1 ORDER BY k.guid LIMIT $2`,
    [widget, MATCHES],
  );
  await client.query('VACUUM ANALYZE contact_tags');
  return widget;
}

const RULES = 50;
const PAGES = 2_000;

async function rules(): Promise<Row[]> {
  const condition = (at: number) => ({ field: 'url', op: 'matches' as const, value: `*/category-${at}/*/sale*` });
  const visit = {
    url: 'https://shop.example/category-7/mugs/blue?utm_source=mail&utm_medium=newsletter',
    referrer: 'https://search.example/?q=mugs',
    title: 'Blue mugs',
    language: 'en',
    country: 'DE',
    device: 'desktop' as const,
    visits: 3,
    pages: 4,
    seconds_on_page: 20,
    seconds_on_site: 90,
    scroll_percent: 40,
    idle_seconds: 0,
    exit: false,
    event: null,
    online: true,
    known: false,
    chatted: false,
    chatting: false,
    shown: [],
  };
  const rule = (at: number) => ({
    id: at,
    priority: at + 1,
    when: 'any' as const,
    trigger: { type: 'time' as const, seconds: 5 },
    conditions: { match: 'all' as const, items: Array.from({ length: 20 }, () => condition(at)) },
    schedule: { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', timezone: 'Europe/Moscow' },
    frequency: { per: 'visit' as const, max: 1 },
    starts_at: null,
    ends_at: null,
  });
  const all = Array.from({ length: RULES }, (_, at) => rule(at));
  const took: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const began = performance.now();
    judge(visit, all, Date.now());
    took.push(performance.now() - began);
  }
  return [
    [
      `judging ${RULES} rules of 20 conditions for a page, ms (goal: 1 or less)`,
      format(summarise(took.slice(PAGES / 2)), 3),
    ],
  ];
}

export const outreach = {
  'outreach.throughput': throughput,
  'outreach.replies': replies,
  'outreach.counting': counting,
  'outreach.rules': rules,
};
