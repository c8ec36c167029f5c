import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { SMTPServer } from 'smtp-server';
import type { FakeVendor } from '../../apps/server/test/messengers/fake-vendor.ts';
import { startTg } from '../../apps/server/test/messengers/tg.ts';
import { type Client, createClient } from '../../packages/sdk/src/index.ts';
import { createDirectory, startPostgres } from '../loss/place.ts';
import { createRandom } from '../loss/random.ts';
import { cli, createServer, type Server } from '../loss/servers.ts';
import { until } from '../loss/until.ts';
import { openAddress } from './hook-address.ts';

export interface Plan {
  /** A tenth of them in Telegram, a fifth by e-mail, the others in a custom channel. */
  recipients: number;
  /** Half of them kill a node, the others pause everything. */
  faults: number;
  seed: number;
}

export type Counted = Record<
  | 'recipients'
  | 'kills'
  | 'pauses'
  | 'sent'
  | 'unknown'
  | 'failed'
  | 'twice in the channel'
  | 'twice in tg'
  | 'twice by e-mail'
  | 'lost'
  | 'after a pause'
  | 'seconds',
  number
>;

const BETWEEN_MS = 4_000;
const SETTLE_MS = 180_000;
/** What is on its way when a pause answers may still arrive. */
const ON_ITS_WAY_MS = 1_500;
const PAUSE_MS = 1_000;
const MAIL_MS = 50;

export async function runTrial(plan: Plan, tell: (line: string) => void): Promise<Counted> {
  await using stack = new AsyncDisposableStack();
  const since = performance.now();
  const scene = await openScene(stack, plan);
  tell(`${plan.recipients} recipients are there`);
  const sends = await startSends(scene, plan);
  const faults = await makeFaults(scene, plan, sends);
  tell(`${faults.kills} kills and ${faults.pauses} pauses are over`);
  for (const send of sends) {
    await until('everything has finished', SETTLE_MS, async () => (await send.status()) === 'finished');
  }
  const compared = await compare(
    scene,
    sends.map(({ id }) => id),
  );
  return {
    ...compared,
    ...faults,
    recipients: plan.recipients,
    seconds: Math.round((performance.now() - since) / 1_000),
  };
}

interface Scene {
  nodes: Server[];
  tg: FakeVendor;
  /** Arrivals in the custom channel: ids of messages by customer. */
  arrived: Map<string, Set<number>>;
  /** The same by address. */
  mailed: Map<string, number>;
  count: () => number;
  api: Client;
  database: Database;
  channel: string;
}

async function openScene(stack: AsyncDisposableStack, { recipients }: Plan): Promise<Scene> {
  const directory = createDirectory(stack);
  const nodes: Server[] = [];
  const address = await openAddress(stack, () => nodes.map(({ port }) => port));
  const tg = await startTg();
  stack.defer(tg.close);
  const { url, arrived } = await openChannel(stack);
  const { smtpUrl, mailed } = await openMailbox(stack);
  const DATABASE_URL = await startPostgres(stack);
  const env = {
    DATABASE_URL,
    MASTER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: address,
    OUTBOUND_ALLOW: '127.0.0.1',
    MESSENGER_URLS: `tg=${tg.url}`,
    MESSENGER_INBOUND: 'webhook',
    SMTP_URL: smtpUrl,
  };
  const setting = { directory, env };
  for (let count = 0; count < 2; count += 1) nodes.push(await createServer(stack, setting));
  for (const node of nodes) await node.start();
  const account = ['account', 'create', '--email', 'ann@example.test', '--name', 'Ann', '--api-enabled'];
  const { widget_id } = await cli<{ widget_id: number }>(setting, ...account);
  const scopes = 'broadcasts:read,broadcasts:write,marketing:read,marketing:write,messengers:write,channels:register';
  const minted = ['token', 'create', '--widget', `${widget_id}`, '--scopes', scopes];
  const { token } = await cli<{ token: string }>(setting, ...minted);
  const api = createClient({ baseUrl: address, token });
  await api.messengers.connect({ params: { provider: 'tg' }, body: tg.credential });
  const { id } = await api.channels.create({
    body: { name: 'Shop', outbound_url: url, secret: 'a secret of sixteen or more' },
  });
  const database = new Database({ connectionString: DATABASE_URL });
  await database.connect();
  stack.defer(() => database.end());
  const channel = `ch${id}`;
  const { inChannel, inTg, byMail } = sharesOf(recipients);
  await addPeople(database, { widget: widget_id, channel, count: inChannel });
  await addPeople(database, { widget: widget_id, channel: 'tg', count: inTg });
  await addSubscribers(database, { widget: widget_id, count: byMail });
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, each) => total + each, 0);
  const count = () =>
    tg.sent.length + sum(mailed.values()) + sum([...arrived.values()].map((messages) => messages.size));
  return { nodes, tg, arrived, mailed, count, api, database, channel };
}

function sharesOf(recipients: number) {
  const [inTg, byMail] = [Math.ceil(recipients / 10), Math.ceil(recipients / 5)];
  return { inTg, byMail, inChannel: recipients - inTg - byMail };
}

/** A mail server that takes a while with each e-mail, so that some are on their way when a node is killed. */
async function openMailbox(stack: AsyncDisposableStack) {
  const mailed = new Map<string, number>();
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    authOptional: true,
    async onData(stream, { envelope }, done) {
      try {
        await readText(stream);
        await wait(MAIL_MS);
        for (const { address } of envelope.rcptTo) mailed.set(address, (mailed.get(address) ?? 0) + 1);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stack.defer(() => new Promise<void>((resolve) => server.close(resolve)));
  return { smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mailed };
}

/** People who agreed to e-mails. */
async function addSubscribers(database: Database, { widget, count }: { widget: number; count: number }) {
  await database.query(
    `INSERT INTO contacts (widget_id, guid, email, email_consent, email_consent_at, created_at, updated_at)
     SELECT $1, md5('mail' || n), 'ira' || n || '@example.test', true, now(), now() - interval '1 day', now()
     FROM generate_series(1, $2::int) AS n`,
    [widget, count],
  );
}

/** The remote side of the channel. It recognises a repeated message by its id, as the documentation asks for. */
async function openChannel(stack: AsyncDisposableStack) {
  const arrived = new Map<string, Set<number>>();
  const server = createHttpServer(async (request, response) => {
    const { external_client_id: customer, message } = JSON.parse(await readText(request));
    arrived.getOrInsertComputed(customer, () => new Set()).add(message.id);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/replies`, arrived };
}

/** People who have a chat on the channel. */
async function addPeople(
  database: Database,
  { widget, channel, count }: { widget: number; channel: string; count: number },
) {
  await database.query(
    `WITH k AS (
      INSERT INTO contacts (widget_id, guid, created_at, updated_at)
      SELECT $1, md5($2 || n), now() - interval '1 day', now() FROM generate_series(1, $3::int) AS n RETURNING id, widget_id
    ),
    c AS (
      INSERT INTO chats (widget_id, contact_id, channel, external_channel_id, external_client_id, connection_id, source, created_at)
      SELECT k.widget_id, k.id, $2, CASE WHEN $2 = 'tg' THEN '' ELSE 'room' END, CASE WHEN $2 <> 'tg' THEN k.id::text END,
        (SELECT id FROM messenger_connections WHERE widget_id = $1 AND provider = $2),
        '{"page": null, "referrer": null, "language": null}', now()
      FROM k RETURNING *
    ),
    h AS (
      INSERT INTO chat_heads (widget_id, chat_id, created_at, last_message_at, updated_at, activity)
      SELECT widget_id, id, created_at, created_at, created_at, 0 FROM c
    )
    INSERT INTO messenger_chats (widget_id, chat_id, connection_id, person, conversation)
    SELECT widget_id, id, connection_id, contact_id, contact_id FROM c WHERE connection_id IS NOT NULL`,
    [widget, channel, count],
  );
}

interface Started {
  id: number;
  status: () => Promise<string | undefined>;
  move: (action: 'pause' | 'resume') => Promise<unknown>;
}

/** All at a rate at which they last until the last fault. */
async function startSends({ api, channel }: Scene, { recipients, faults }: Plan): Promise<Started[]> {
  const minutes = (faults * 1.5 * BETWEEN_MS) / 60_000;
  const rateOf = (count: number) => ({ rate_per_minute: Math.max(1, Math.ceil(count / minutes)) });
  const { inChannel, inTg, byMail } = sharesOf(recipients);
  const broadcast = async (each: string, count: number): Promise<Started> => {
    const settings = { message: { type: 'text' as const, body: 'Hello' }, ...rateOf(count) };
    const { id } = await api.broadcasts.create({ body: { channel: each, name: 'News', settings } });
    const params = { id };
    await api.broadcasts.start({ params, body: { consent: true } });
    const status = async () => (await api.broadcasts.read({ params })).status;
    return { id, status, move: (action) => api.broadcasts.transition({ params, body: { action } }) };
  };
  const campaign = async (count: number): Promise<Started> => {
    const settings = { subject: 'News', html: '<p>Hello</p>', ...rateOf(count) };
    const { id } = await api.campaigns.create({ body: { type: 'email', name: 'News', settings } });
    const params = { id };
    await api.campaigns.send({ params, body: { consent: true } });
    const status = async () => (await api.campaigns.read({ params })).status;
    return { id, status, move: (action) => api.campaigns.transition({ params, body: { action } }) };
  };
  const started = [await broadcast(channel, inChannel), await broadcast('tg', inTg), await campaign(byMail)];
  return started.map((each) => ({ ...each, status: () => each.status().catch(() => undefined) }));
}

async function makeFaults(scene: Scene, { faults, seed }: Plan, sends: Started[]) {
  const random = createRandom(seed);
  const made = { kills: 0, pauses: 0, 'after a pause': 0 };
  while (made.kills + made.pauses < faults) {
    await wait(random.between(BETWEEN_MS / 2, BETWEEN_MS));
    if (made.kills <= made.pauses) {
      const node = random.pick(scene.nodes);
      await node.kill();
      made.kills += 1;
      await node.start();
    } else {
      made['after a pause'] += await pauseAll(scene, sends);
      made.pauses += 1;
    }
  }
  return made;
}

/** Returns what arrived after all pauses had answered and what was on its way had arrived. */
async function pauseAll({ count }: Scene, sends: Started[]) {
  const move = (action: 'pause' | 'resume') => Promise.all(sends.map((send) => untilAnswered(() => send.move(action))));
  await move('pause');
  await wait(ON_ITS_WAY_MS);
  const before = count();
  await wait(PAUSE_MS);
  const after = count() - before;
  await move('resume');
  return after;
}

/** A node may have been killed under the call; one that has taken effect is refused the second time, or has finished. */
async function untilAnswered(call: () => Promise<unknown>) {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await call();
    } catch (error) {
      if ((error as { status?: number }).status === 409) return;
      if (attempts > 50) throw error;
      await wait(200);
    }
  }
}

async function compare({ tg, arrived, mailed, database }: Scene, ids: number[]) {
  const { rows } = await database.query(
    `SELECT state, s.channel, CASE WHEN s.channel = 'email' THEN k.email ELSE k.id::text END AS customer
     FROM send_recipients r JOIN sends s ON s.widget_id = r.widget_id AND s.id = r.send_id
     JOIN contacts k ON k.widget_id = r.widget_id AND k.id = r.contact_id
     WHERE r.send_id = ANY ($1) AND (s.channel <> 'email' OR k.email IS NOT NULL)`,
    [ids],
  );
  const inTg = Map.groupBy(tg.sent, ({ person }) => person);
  const got = ({ channel, customer }: { channel: string; customer: string }) => {
    if (channel === 'email') return mailed.get(customer) ?? 0;
    return channel === 'tg' ? (inTg.get(customer)?.length ?? 0) : (arrived.get(customer)?.size ?? 0);
  };
  const twice = (is: (channel: string) => boolean) => count((row) => is(row.channel) && got(row) > 1);
  const count = (is: (row: (typeof rows)[0]) => boolean) => rows.filter(is).length;
  return {
    sent: count(({ state }) => state === 'sent'),
    unknown: count(({ state }) => state === 'unknown'),
    failed: count(({ state }) => state === 'failed'),
    'twice in the channel': twice((channel) => channel.startsWith('ch')),
    'twice in tg': twice((channel) => channel === 'tg'),
    'twice by e-mail': twice((channel) => channel === 'email'),
    /** Not there, though nobody may think that it is not. */
    lost: count((row) => row.state !== 'unknown' && got(row) < 1),
  };
}
