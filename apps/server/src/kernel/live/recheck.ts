import type { Socket } from 'socket.io';
import { toProblem } from '../http/failures.ts';
import type { Admission, LivePrincipal } from './admission.ts';
import type { Connections } from './connections.ts';
import { isTemporary } from './socket-problems.ts';

interface RecheckOptions<P extends LivePrincipal> {
  admission: Admission<P>;
  connections: Connections<P>;
}

const RETRY_MS = 2_000;

/** Checks credentials of connected sockets again: a socket stays, changes rooms, or is refused. */
export function createRecheck<P extends LivePrincipal>({ admission, connections }: RecheckOptions<P>) {
  async function recheck(socket: Socket) {
    const connection = connections.get(socket.id);
    if (!connection) return;
    const notices = connections.noticeCount();
    try {
      const principal = await admission.admit(connection.credentials, connection.principal);
      const before = connections.remove(socket.id);
      if (!before) return;
      connections.add(socket.id, { ...before, principal, notices });
      if (notices !== connections.noticeCount()) void recheck(socket);
      await changeRooms(socket, admission.rooms(before.principal), admission.rooms(principal));
    } catch (error) {
      refuse(socket, error);
    }
  }

  /** While the server can't check credentials, everybody stays connected. */
  function refuse(socket: Socket, error: unknown) {
    const { code, message } = toProblem(error);
    if (isTemporary(error)) return void setTimeout(() => void recheck(socket), RETRY_MS);
    socket.emit('refused', { reason: code, detail: message });
    socket.disconnect(true);
  }

  return { recheck, refuse };
}

async function changeRooms(socket: Socket, before: string[], rooms: string[]) {
  for (const room of before) if (!rooms.includes(room)) await socket.leave(room);
  const added = rooms.filter((room) => !socket.rooms.has(room));
  if (!added.length) return;
  await socket.join(added);
  // The client may have missed earlier events of the new rooms.
  socket.emit('stale', {});
}
