import type { Socket } from 'node:net';

/** Parts of an Engine.IO connection that its types do not have. */
interface Connection {
  flush: () => void;
  /** Long polling has no WebSocket. */
  transport: { socket?: { _socket?: Socket | null } };
}

/**
 * Sends all packets that a connection gets in one turn of the event loop in one system call: a message and the
 * acknowledgement to its sender, or messages of several visitors to an agent. Engine.IO would write each on its own.
 */
export function gatherPackets(connection: Connection) {
  const { flush } = Object.getPrototypeOf(connection) as Connection;
  let isWaiting = false;

  function flushNow() {
    isWaiting = false;
    const socket = connection.transport.socket?._socket;
    socket?.cork();
    flush.call(connection);
    socket?.uncork();
  }

  connection.flush = () => {
    if (isWaiting) return;
    isWaiting = true;
    setImmediate(flushNow);
  };
}
