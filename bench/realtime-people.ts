// Signed-in agents and visitors with chats, created in the database itself.
import { hash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { loadConversations } from './conversations.ts';
import { createTenant } from './processes.ts';
import type { Pass } from './sockets.ts';

export interface Visitor {
  pass: Pass;
  chatId: number;
  /** The last message they have. */
  seq: number;
}

export interface Operator {
  pass: Pass;
  agentId: number;
}

/** A widget, its agents, and visitors with chats. */
export interface Desk {
  widget: number;
  operators: Operator[];
  visitors: Visitor[];
}

/** As long as a browser's: a server may keep them. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-language': 'en-US,en;q=0.9,de;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'cache-control': 'no-cache',
  pragma: 'no-cache',
};

interface Place {
  client: Client;
  dataDir: string;
  url: string;
}

interface Size {
  operators: number;
  visitors: number;
  /** Per chat. */
  messages: number;
}

export async function openDesk(place: Place, size: Size): Promise<Desk> {
  const { client } = place;
  const { widget, agent } = createTenant(place.dataDir);
  await loadConversations(client, { widget, agent, chats: size.visitors, messages: size.messages });
  // Contacts from messengers have no browser on the site.
  await client.query("UPDATE chats SET channel = 'service' WHERE widget_id = $1", [widget]);
  const agents = [agent, ...(await addAgents(client, widget, size.operators - 1))];
  const operators: Operator[] = [];
  for (const agentId of agents) operators.push({ agentId, pass: await signIn(place, agentId) });
  return { widget, operators, visitors: await addVisitors(place, { widget, seq: size.messages }) };
}

async function addAgents(client: Client, widget: number, count: number): Promise<number[]> {
  const { rows } = await client.query(
    `WITH made AS (
       INSERT INTO users (email, name, created_at, updated_at)
       SELECT $1 || '.' || i || '@example.test', 'Operator ' || i, now(), now() FROM generate_series(1, $2) AS i RETURNING id
     )
     INSERT INTO agents (widget_id, account_id, user_id, role, created_at)
     SELECT w.id, w.account_id, made.id, 'operator', now() FROM made, widgets w WHERE w.id = $3 RETURNING id::int`,
    [`${widget}`, count, widget],
  );
  return rows.map(({ id }) => id);
}

async function signIn({ client, url }: Place, agentId: number): Promise<Pass> {
  const session = randomBytes(32).toString('base64url');
  await client.query(
    `INSERT INTO sessions (hash, user_id, agent_id, widget_id, role, address, user_agent, created_at, expires_at)
     SELECT $1, user_id, id, widget_id, role, '', '', now(), now() + interval '30 days' FROM agents WHERE id = $2`,
    [hash('sha256', session, 'buffer'), agentId],
  );
  return {
    url: socketUrl(url),
    namespace: '/agent',
    headers: { ...BROWSER, cookie: `parley=${session}`, origin: url },
  };
}

interface Visited {
  widget: number;
  /** Of the last message in each chat. */
  seq: number;
  /** That many of the newest chats; all by default. */
  most?: number;
}

/** One per chat of the widget. */
export async function addVisitors(
  { client, url }: Place,
  { widget, seq, most = Number.MAX_SAFE_INTEGER }: Visited,
): Promise<Visitor[]> {
  const { rows: chats } = await client.query(
    `SELECT c.id::int, c.contact_id::int, w.button_guid FROM chats c JOIN widgets w ON w.id = c.widget_id
     WHERE w.id = $1 ORDER BY c.id DESC LIMIT $2`,
    [widget, most],
  );
  const tokens = chats.map(() => `vst_${randomBytes(32).toString('base64url')}`);
  await client.query(
    `INSERT INTO visitors (widget_id, token_hash, contact_id, page, created_at, seen_at)
     SELECT $1, token, contact, 'https://shop.example/', now(), now() FROM unnest($2::bytea[], $3::bigint[]) AS u (token, contact)`,
    [widget, tokens.map((token) => hash('sha256', token, 'buffer')), chats.map(({ contact_id }) => contact_id)],
  );
  return chats.map(({ id, button_guid }, at) => ({
    chatId: id,
    seq,
    pass: {
      url: socketUrl(url),
      namespace: '/visitor',
      auth: { button_guid, token: tokens[at] ?? '' },
      headers: BROWSER,
      localAddress: addressOf(id),
    },
  }));
}

/** By IP, since the local address must be of the same family. */
const socketUrl = (url: string) => `ws://127.0.0.1:${new URL(url).port}`;

const addressOf = (id: number) => `127.${1 + (id >> 16)}.${(id >> 8) & 255}.${id & 255}`;
