import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** Forwards each connection to the first server that accepts it. */
export async function startBalancer(...addresses: string[]) {
  const balancer = net.createServer((client) => void forward(client, addresses)).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  onTestFinished(() => void balancer.close());
  return `http://127.0.0.1:${(balancer.address() as net.AddressInfo).port}`;
}

async function forward(client: net.Socket, addresses: string[]) {
  client.on('error', () => undefined).pause();
  for (const address of addresses) {
    const server = net.connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    const isTaken = await once(server, 'connect').then(
      () => true,
      () => false,
    );
    if (!isTaken) continue;
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    client.pipe(server).pipe(client);
    return;
  }
  client.destroy();
}
