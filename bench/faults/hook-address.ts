import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stable address in front of nodes that come and go: each request goes to the next one. */
export async function openAddress(stack: AsyncDisposableStack, ports: () => number[]) {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const alive = ports();
    turn += 1;
    const { method, url, headers } = incoming;
    const forwarded = request({ port: alive[turn % alive.length], host: '127.0.0.1', method, path: url, headers });
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    // A node that is killed under a request has answered nothing: the vendor repeats it.
    forwarded.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
