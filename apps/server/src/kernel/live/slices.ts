import type { Socket } from 'socket.io';

const SLICE = 100;
const SLICE_MS = 100;

/** Acts on a thousand sockets a second, so that they don't all query the database at once. */
export function inSlices(sockets: Socket[], act: (socket: Socket) => void) {
  for (let at = 0; at < sockets.length; at += SLICE) {
    setTimeout(() => sockets.slice(at, at + SLICE).forEach(act), (at / SLICE) * SLICE_MS);
  }
}
