import net from 'node:net';

/**
 * A proxy between client and server that breaks connections, losing data in flight.
 * @param {string} address
 */
export async function startLossyProxy(address) {
  const { hostname, port } = new URL(address);
  /** @type {Set<{ near: net.Socket, far: net.Socket, deaf: boolean }>} */
  const wires = new Set();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    const wire = { near, far, deaf: false };
    wires.add(wire);
    const end = () => {
      wires.delete(wire);
      near.destroy();
      far.destroy();
    };
    near.on('data', (data) => far.write(data));
    far.on('data', (data) => {
      if (!wire.deaf) near.write(data);
    });
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const listening = /** @type {net.AddressInfo} */ (server.address());

  const cut = () => {
    for (const { near } of wires) near.destroy();
  };
  return {
    address: `http://127.0.0.1:${listening.port}`,
    cut,
    /** Drops responses on existing connections; requests still arrive. */
    deafen() {
      for (const wire of wires) wire.deaf = true;
    },
    remove() {
      server.close();
      cut();
    },
  };
}
