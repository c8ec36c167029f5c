import type { Socket } from 'socket.io';
import type { Limits } from '../auth/limits.ts';
import type { WidgetContext, Write } from '../data/context.ts';
import { problem } from '../problems.ts';
import type { Admission, LivePrincipal } from './admission.ts';
import type { Connections } from './connections.ts';
import type { Runner } from './runner.ts';
import { isTemporary } from './socket-problems.ts';
import { originOf } from './sockets.ts';

interface HandshakeOptions<P extends LivePrincipal> {
  admission: Admission<P>;
  connections: Connections<P>;
  runner: Runner<P>;
  limits: Limits;
  onConnect?: (ctx: WidgetContext<Write, P>, socketId: string) => Promise<void>;
  recordDisconnect: (socketId: string) => Promise<void>;
}

const MAX_ATTEMPTS = 20;

/** Authenticates a socket and adds it to its rooms; throws the problem to refuse it with. */
export function createHandshake<P extends LivePrincipal>({
  admission,
  connections,
  runner,
  limits,
  onConnect,
  recordDisconnect,
}: HandshakeOptions<P>) {
  async function authenticate(socket: Socket) {
    const { network, headers } = originOf(socket.conn);
    const { button_guid, token, version } = socket.handshake.auth;
    const credentials = { headers, auth: { button_guid, token, version } };
    // Socket.IO would keep whatever else was sent as long as the connection.
    socket.handshake.auth = {};
    await limits.refuseTooManyRefusals(network);
    const notices = connections.noticeCount();
    const principal = await admission.admit(credentials).catch((error) => {
      if (!isTemporary(error)) limits.countRefusal(network);
      throw error;
    });
    return { principal, credentials, network, notices, flood: { since: 0, count: 0 } };
  }

  async function enter(socket: Socket, principal: P) {
    await socket.join(admission.rooms(principal));
    if (onConnect) await runner.write(principal, (ctx) => onConnect(ctx, socket.id));
  }

  return async function admit(socket: Socket) {
    countAttempt(socket);
    const connection = await authenticate(socket);
    if (connections.count(connection.principal) >= admission.maxConnections) {
      throw problem('rate_limited', 'Too many open connections.', { retryAfterSeconds: 30 });
    }
    // Before the client learns that it is connected: from then on, it must get what is published.
    connections.add(socket.id, connection);
    await enter(socket, connection.principal).catch((error) => {
      connections.remove(socket.id);
      throw error;
    });
    // Socket.IO emits neither `connection` nor `disconnect` for a client that hung up meanwhile.
    if (socket.conn.readyState !== 'open') await recordDisconnect(socket.id);
  };
}

function countAttempt({ conn }: Socket) {
  const origin = originOf(conn);
  origin.attempts += 1;
  if (origin.attempts <= MAX_ATTEMPTS) return;
  conn.close(true);
  throw problem('rate_limited');
}
