import { once } from 'node:events';
import net, { type AddressInfo, type NetConnectOpts } from 'node:net';

/** What passes on one connection, frame by frame: a letter, four bytes of length, the body. */
interface Watcher {
  onSent: (frame: Buffer) => void;
  onReceived: (frame: Buffer) => void;
}

/** A proxy in front of PostgreSQL whose connections are watched. Start-up packets, which have no letter, are not. */
export async function startPostgresProxy(target: NetConnectOpts, watch: () => Watcher) {
  const server = net.createServer({ noDelay: true }, (client) => {
    const { onSent, onReceived } = watch();
    const postgres = net.connect(target);
    client.on('data', createFrameReader(onSent, { startsWithPacket: true }));
    postgres.on('data', createFrameReader(onReceived, { startsWithPacket: false }));
    client.pipe(postgres).pipe(client);
    // Either side may be cut; the other one follows.
    client.on('error', () => postgres.destroy());
    postgres.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

function createFrameReader(onFrame: (frame: Buffer) => void, { startsWithPacket }: { startsWithPacket: boolean }) {
  let rest: Buffer = Buffer.alloc(0);
  let isPacket = startsWithPacket;
  return (chunk: Buffer) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      const letter = isPacket ? 0 : 1;
      if (rest.length < letter + 4) return;
      const length = letter + rest.readUInt32BE(letter);
      if (rest.length < length) return;
      if (!isPacket) onFrame(rest.subarray(0, length));
      isPacket = false;
      rest = rest.subarray(length);
    }
  };
}
