import type { Server as HttpServer, IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { Server, type Socket } from 'socket.io';
import type { Log } from '../../infra/log.ts';
import { networkOf } from '../auth/limits.ts';
import { gatherPackets } from './gather-packets.ts';

/** A connection that is silent for two intervals is dead. */
const HEARTBEAT_MS = 10_000;
const CONNECT_MS = 10_000;
const MAX_BYTES = 2 ** 20;

interface SocketOptions {
  server: HttpServer;
  trustProxy: string[];
  log: Log;
  /** Whether new connections from this network are accepted now. */
  acceptsConnection: (network: string) => Promise<boolean>;
}

/** What is kept of the request that opened a connection. */
interface Origin {
  network: string;
  headers: { cookie?: string; origin?: string };
  /** Attempts to join a namespace over it. */
  attempts: number;
}

const origins = new WeakMap<object, Origin>();
/** By id of the connection. */
const byId = new Map<string, Origin>();

/** Socket.IO on the server's port. The default namespace refuses everybody; the others have their own admission. */
export function createSockets({ server, trustProxy, log, acceptsConnection }: SocketOptions) {
  const addressOf = createAddressOf(trustProxy);
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    pingInterval: HEARTBEAT_MS,
    pingTimeout: HEARTBEAT_MS,
    connectTimeout: CONNECT_MS,
    maxHttpBufferSize: MAX_BYTES,
    perMessageDeflate: false,
    // The widget runs on any site; the namespace checks its origin. Cookies are not sent across origins.
    cors: { origin: true, credentials: false },
    allowRequest: (request, decide) => {
      acceptsConnection(networkOf(addressOf(request))).then(
        (isAccepted) => decide(null, isAccepted),
        () => decide(null, false),
      );
    },
  });
  io.use((_socket, next) => next(new Error('Connect to /visitor or /agent')));
  io.engine.on('connection', (connection) => {
    const { cookie, origin } = connection.request.headers;
    const opened = { network: networkOf(addressOf(connection.request)), headers: { cookie, origin }, attempts: 0 };
    origins.set(connection, opened);
    byId.set(connection.id, opened);
    connection.on('close', () => byId.delete(connection.id));
    gatherPackets(connection);
    // Frees the request, which Engine.IO would keep as long as the connection.
    connection.request = null;
  });
  io.engine.use(recordOrigin);
  io.engine.on('connection_error', ({ code, message }) => log.debug({ code, message }, 'a connection was refused'));
  return io;
}

export const originOf = (connection: object): Origin =>
  origins.get(connection) ?? { network: '', headers: {}, attempts: 0 };

/**
 * Long polling starts with a GET, for which browsers send no Origin from our own page; the POST that follows has one.
 * The id of the connection is secret, so the POST comes from the same client.
 */
function recordOrigin(request: IncomingMessage & { _query: { sid?: string } }, _reply: unknown, next: () => void) {
  const opened = byId.get(request._query.sid ?? '');
  if (opened) opened.headers.origin ??= request.headers.origin;
  next();
}

function createAddressOf(trustProxy: string[]) {
  if (!trustProxy.length) return ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  const trust = proxyAddr.compile(trustProxy);
  return (request: IncomingMessage) => proxyAddr(request, trust);
}

/** More than any response takes. */
const MAX_BACKLOG = 16 * 2 ** 20;

/** Closes a connection whose client does not read: its unsent data would fill our memory. */
export function closeIfBacklogged({ conn }: Socket) {
  // Engine.IO has no public measure of what is unsent.
  const { writeBuffer } = conn as unknown as { writeBuffer: { data?: string }[] };
  let backlog = 0;
  for (const { data } of writeBuffer) backlog += data?.length ?? 0;
  if (backlog > MAX_BACKLOG) conn.close(true);
}
