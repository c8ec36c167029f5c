// The floor: what Node and the driver can do with nothing in between. It makes the queries of our routes, checks nothing
// and knows nobody.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';

const pool = new Pool({ host: process.env.PGHOST, user: 'parley', database: 'parley', max: 10 });
const widget = Number(process.env.WIDGET);

const PAGE = `
  SELECT c.id AS number, c.guid AS id, c.name, c.email, c.phone, c.description, c.attributes, c.created_at, c.updated_at,
    ARRAY(SELECT t.name FROM contact_tags t WHERE t.widget_id = c.widget_id AND t.contact_id = c.id ORDER BY t.name COLLATE "C") AS tags
  FROM contacts c WHERE c.widget_id = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3`;
const CONTACT = `
  INSERT INTO contacts (widget_id, guid, name, email, phone, description, attributes, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING *`;
const EVENT = 'INSERT INTO events (account_id, widget_id, created_at, type, data) VALUES ($1, $2, $3, $4, $5)';

const answers: Record<string, (body: string) => Promise<object>> = {
  '/ready': async () => {
    await pool.query('SELECT 1');
    return { status: 'ready' };
  },
  '/contacts': async () => {
    const { rows } = await pool.query({ name: 'page', text: PAGE, values: [widget, Number.MAX_SAFE_INTEGER, 21] });
    return { data: rows.slice(0, 20), next_cursor: rows.length > 20 ? String(rows[19].number) : null };
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
