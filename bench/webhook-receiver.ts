// Webhook receivers in their own process, one per path. Paths that start with /dead never respond. GET /taken returns
// arrivals since the last call, by path, with the milliseconds since each event.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

let taken: Record<string, number[]> = {};

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  if (path === '/taken') {
    response.end(JSON.stringify(taken));
    taken = {};
    return;
  }
  const at = Date.now();
  const { data } = JSON.parse(await text(request));
  taken[path] ??= [];
  taken[path].push(at - Date.parse(data.at));
  if (!path.startsWith('/dead')) response.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGINT', () => process.exit(0));
