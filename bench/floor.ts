// The floor: what Node and the driver can do with nothing in between. It makes our routes' queries without any checks.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';

const pool = new Pool({ host: process.env.PGHOST, user: 'parley', database: 'parley', max: 10 });
const widget = Number(process.env.WIDGET);
const agent = Number(process.env.AGENT);
const [firstChat = 0, lastChat = 0] = (process.env.CHATS ?? '').split('-').map(Number);
const anyChat = () => firstChat + Math.floor(Math.random() * (lastChat - firstChat + 1));

const vendors = new http.Agent({ keepAlive: true });

const PAGE = `
  SELECT c.id AS number, c.guid AS id, c.name, c.email, c.phone, c.description, c.attributes, c.created_at, c.updated_at,
    ARRAY(SELECT t.name FROM contact_tags t WHERE t.widget_id = c.widget_id AND t.contact_id = c.id ORDER BY t.name COLLATE "C") AS tags
  FROM contacts c WHERE c.widget_id = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3`;
const CONTACT = `
  INSERT INTO contacts (widget_id, guid, name, email, phone, description, attributes, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING *`;
const MESSAGES = `
  SELECT m.id, m.chat_id, m.seq, m.client_message_id, m.sender, m.agent_id, m.type, m.body, m.markdown, m.payload, m.file_id,
    f.name AS file_name, f.type AS file_type, f.size AS file_size, m.origin, m.private, m.created_at, m.seen_at
  FROM messages m LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id
  WHERE m.widget_id = $1 AND m.chat_id = $2 AND m.id < $3 ORDER BY m.id DESC LIMIT 21`;
const CHATS = `
  SELECT c.id, h.state, c.channel, k.guid AS contact_id, c.agent_id, c.agents, c.department_id, c.accepted_by,
    c.accepted_type, c.accepted_at, c.handled_by, c.handled_type, c.handled_at, c.handling, c.source, h.unread,
    h.waiting_since, h.last_message_at, h.done_at, h.closed_at, h.close_reason, c.rating_requested_at, c.is_internal,
    h.version, c.created_at, h.updated_at
  FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
  LEFT JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
  WHERE c.widget_id = $1 AND (c.created_at, c.id) < ($2::timestamptz, $3::bigint)
  ORDER BY c.created_at DESC, c.id DESC LIMIT 21`;
const MESSAGE = `
  INSERT INTO messages (widget_id, chat_id, sender, agent_id, type, body, created_at)
  VALUES ($1, $2, 'agent', $3, 'text', $4, $5) RETURNING *`;
const RULE = `
  WITH rule AS (
    INSERT INTO kb_rules (widget_id, content, hash, source, token_count, created_at, updated_at)
    VALUES ($1, $2, '', 'manual', 1, $3, $3) RETURNING *
  ), vector AS (
    INSERT INTO kb_vectors (widget_id, rule_id, model, dimensions, signature, vector)
    SELECT widget_id, id, 'floor', 1536, '', $4 FROM rule
  )
  SELECT * FROM rule`;
const EVENT = 'INSERT INTO events (account_id, widget_id, created_at, type, data) VALUES ($1, $2, $3, $4, $5)';

// Response shapes of our routes.
function toMessage({ payload, file_id, file_name, file_type, file_size, ...row }: Record<string, unknown>) {
  const file = file_id && { id: file_id, name: file_name, type: file_type, size: file_size };
  return { ...row, file, coords: null, sticker: null, keyboard: payload, url: null, name: file_name };
}

function toChat({
  accepted_by,
  accepted_type,
  accepted_at,
  handled_by,
  handled_type,
  handled_at,
  ...row
}: Record<string, unknown>) {
  return {
    ...row,
    accepted_by: accepted_by && { agent_id: accepted_by, type: accepted_type, at: accepted_at },
    handled_by: handled_by && { agent_id: handled_by, type: handled_type, at: handled_at },
    awaiting_reply: row.waiting_since !== null,
  };
}

function product(asked: Float32Array, bytes: Buffer) {
  const vector = new Float32Array(new Float16Array(Uint8Array.from(bytes).buffer));
  let sum = 0;
  for (let at = 0; at < asked.length; at += 1) sum += (asked[at] ?? 0) * (vector[at] ?? 0);
  return sum;
}

const answers: Record<string, (body: string) => Promise<object>> = {
  '/ready': async () => {
    await pool.query('SELECT 1');
    return { status: 'ready' };
  },
  '/contacts': async () => {
    const { rows } = await pool.query({ name: 'page', text: PAGE, values: [widget, Number.MAX_SAFE_INTEGER, 21] });
    return { data: rows.slice(0, 20), next_cursor: rows.length > 20 ? String(rows[19].number) : null };
  },
  '/messages': async () => {
    const values = [widget, anyChat(), Number.MAX_SAFE_INTEGER];
    const { rows } = await pool.query({ name: 'messages', text: MESSAGES, values });
    return { data: rows.slice(0, 20).map(toMessage), next_cursor: rows.length > 20 ? String(rows[19].id) : null };
  },
  '/chats': async () => {
    const { rows } = await pool.query({ name: 'chats', text: CHATS, values: [widget, 'infinity', 2 ** 53 - 1] });
    return { data: rows.slice(0, 20).map(toChat), next_cursor: rows.length > 20 ? String(rows[19].id) : null };
  },
  '/send': async (body) => {
    const values = [widget, anyChat(), agent, JSON.parse(body).body, new Date()];
    const { rows } = await pool.query({ name: 'message', text: MESSAGE, values });
    return { data: rows[0] };
  },
  '/ask': async (body) => {
    const text = JSON.parse(body).body;
    const values = [widget, anyChat(), agent, text, new Date()];
    const { rows } = await pool.query({ name: 'message', text: MESSAGE, values });
    const asked = JSON.stringify({ model: 'wait-0', messages: [{ role: 'user', content: text }] });
    http.request(process.env.VENDOR ?? '', { method: 'POST', agent: vendors }, (answer) => answer.resume()).end(asked);
    return { data: rows[0] };
  },
  '/scan': async () => {
    const asked = Float32Array.from({ length: 1_536 }, Math.random);
    const { rows } = await pool.query('SELECT rule_id, vector FROM kb_vectors WHERE widget_id = $1', [widget]);
    const scored = rows.map(({ rule_id, vector }) => ({ rule_id, score: product(asked, vector) }));
    return { data: scored.sort((a, b) => b.score - a.score).slice(0, 5) };
  },
  '/embed': async (body) => {
    const { content } = JSON.parse(body);
    const answer = await fetch(process.env.VENDOR ?? '', {
      method: 'POST',
      body: JSON.stringify({ input: [content] }),
    });
    const { data } = (await answer.json()) as { data: { embedding: number[] }[] };
    const vector = Buffer.from(Float16Array.from(data[0]?.embedding ?? []).buffer);
    const { rows } = await pool.query({ name: 'rule', text: RULE, values: [widget, content, new Date(), vector] });
    return { data: rows[0] };
  },
  '/create': async (body) => {
    const { name, email, phone, description, attributes } = JSON.parse(body);
    const now = new Date();
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query({
        name: 'contact',
        text: CONTACT,
        values: [widget, randomBytes(16).toString('hex'), name, email, phone, description, attributes ?? {}, now],
      });
      const data = { contact_id: rows[0].guid, client_id: rows[0].id, source: 'api', at: now };
      await client.query({ name: 'event', text: EVENT, values: [1, widget, now, 'client.created', data] });
      await client.query('COMMIT');
      return { data: rows[0] };
    } finally {
      client.release();
    }
  },
};

const server = http.createServer(async (request, response) => {
  const answer = answers[request.url ?? ''];
  if (!answer) return void response.writeHead(404).end();
  const body = request.method === 'POST' ? await text(request) : '';
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await answer(body)));
});
server.listen(0, '127.0.0.1', () =>
  console.log(`Open http://127.0.0.1:${(server.address() as { port: number }).port}`),
);
