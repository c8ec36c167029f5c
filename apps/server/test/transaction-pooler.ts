import net from 'node:net';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;
const SSL_REQUEST = 80_877_103;

/** A pooler in transaction mode, like PgBouncer: all clients share one session, each for a transaction at a time. */
export async function startTransactionPooler(databaseUrl: string): Promise<string> {
  const upstream = new Client({ connectionString: databaseUrl });
  await upstream.connect();
  const backend = takeSocket(upstream);
  const waiting: { client: net.Socket; bytes: Buffer }[] = [];
  let holder: net.Socket | undefined;
  let unread = Buffer.alloc(0);

  const next = () => {
    const turn = waiting.shift();
    holder = turn?.client;
    if (turn) backend.write(turn.bytes);
  };
  backend.on('data', (bytes: Buffer) => {
    // Messages that arrive while no client holds the session, such as notifications, are lost.
    holder?.write(bytes);
    unread = Buffer.concat([unread, bytes]);
    while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
      const isEnd = unread[0] === READY_FOR_QUERY && unread[5] === IDLE;
      unread = unread.subarray(unread.readUInt32BE(1) + 1);
      if (isEnd) next();
    }
  });

  const server = net.createServer((client) => {
    let hasStarted = false;
    client.on('error', () => undefined);
    client.on('data', (bytes: Buffer) => {
      if (!hasStarted) {
        if (bytes.readUInt32BE(4) === SSL_REQUEST) return void client.write('N');
        hasStarted = true;
        return void client.write(greeting());
      }
      if (bytes[0] === 0x58) return void client.end();
      if (holder === client) return void backend.write(bytes);
      waiting.push({ client, bytes });
      if (!holder) next();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    backend.destroy();
  });
  const url = new URL(databaseUrl);
  url.port = `${(server.address() as net.AddressInfo).port}`;
  return url.href;
}

/** Takes over the driver's socket after it has logged in. */
function takeSocket(client: Client) {
  const { stream } = (client as unknown as { connection: { stream: net.Socket } }).connection;
  for (const event of ['data', 'end', 'close', 'error']) stream.removeAllListeners(event);
  return stream.on('error', () => undefined);
}

/** Authentication ok, one parameter, ready for a query. */
function greeting() {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('client_encoding\0UTF8\0')),
    message('Z', Buffer.from('I')),
  ]);
}
