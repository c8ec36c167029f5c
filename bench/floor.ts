// The floor: what Node and the driver can do with nothing in between. One query a request, as /readyz makes one.
import http from 'node:http';
import { Pool } from 'pg';

const pool = new Pool({ host: process.env.PGHOST, user: 'parley', database: 'parley', max: 10 });
const server = http.createServer(async (_request, response) => {
  await pool.query('SELECT 1');
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ready"}');
});
server.listen(0, '127.0.0.1', () =>
  console.log(`Open http://127.0.0.1:${(server.address() as { port: number }).port}`),
);
