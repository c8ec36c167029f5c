// A proxy in front of PostgreSQL that counts what passes. It knows nothing but the frames of the protocol.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface Counts {
  statements: number;
  /** Batches that PostgreSQL answers as a whole. */
  roundTrips: number;
  /** Statements that PostgreSQL parsed: not prepared, or new on their connection. */
  parsed: number;
  bytesSent: number;
  bytesReceived: number;
}

const [PARSE, EXECUTE, SYNC, QUERY] = ['P', 'E', 'S', 'Q'].map((letter) => letter.charCodeAt(0));

export async function startPostgresCounter(socketPath: string) {
  const counts: Counts = { statements: 0, roundTrips: 0, parsed: 0, bytesSent: 0, bytesReceived: 0 };
  const count = (type: number) => {
    if (type === EXECUTE || type === QUERY) counts.statements += 1;
    if (type === SYNC || type === QUERY) counts.roundTrips += 1;
    if (type === PARSE || type === QUERY) counts.parsed += 1;
  };
  const server = net.createServer({ noDelay: true }, (client) => {
    const postgres = net.connect(socketPath);
    const read = createFrameReader(count);
    client.on('data', (chunk: Buffer) => {
      counts.bytesSent += chunk.length;
      read(chunk);
    });
    postgres.on('data', (chunk) => {
      counts.bytesReceived += chunk.length;
    });
    client.pipe(postgres).pipe(client);
    // Either side may be cut; the other one follows.
    client.on('error', () => postgres.destroy());
    postgres.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    read: (): Counts => ({ ...counts }),
    close: () => void server.close(),
  };
}

/** Calls back with the type of every frame that a client sends after its start-up packet, which has none. */
function createFrameReader(onFrame: (type: number) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk: Buffer) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      const header = isStarted ? 1 : 0;
      if (rest.length < header + 4) return;
      const length = header + rest.readUInt32BE(header);
      if (rest.length < length) return;
      if (isStarted) onFrame(rest[0] as number);
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}
