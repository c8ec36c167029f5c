// Webhook receivers in their own process, one per path. Paths that start with /dead never respond. GET /taken returns
// arrivals since the last call, by path, with the milliseconds since each event or message.
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
  const { data, message } = JSON.parse(await text(request));
  // A reply in a custom channel has no event; what a person wrote is told apart from a broadcast.
  const name = message?.body === 'A person replies' ? `${path}#person` : path;
  taken[name] ??= [];
  taken[name].push(at - Date.parse(data?.at ?? message.created_at));
  if (!path.startsWith('/dead')) response.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGINT', () => process.exit(0));
