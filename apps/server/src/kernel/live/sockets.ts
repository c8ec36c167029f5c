import type { Server as HttpServer, IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { Server, type Socket } from 'socket.io';
import type { Log } from '../../infra/log.ts';
import { networkOf } from '../auth/limits.ts';

/** A connection that says nothing for two of these is dead. */
const HEARTBEAT_MS = 10_000;
const CONNECT_MS = 10_000;
const MOST_BYTES = 2 ** 20;

interface Options {
  server: HttpServer;
  trustProxy: string[];
  log: Log;
  /** Whether anybody is let in now from this network. */
  isWelcome: (network: string) => Promise<boolean>;
}

/** All that is kept of the request that a connection began with. */
interface Origin {
  network: string;
  headers: { cookie?: string; origin?: string };
  /** How often it was asked to be let in over it. */
  attempts: number;
}

const origins = new WeakMap<object, Origin>();
/** The same by the id of the connection. */
const byId = new Map<string, Origin>();

/** Socket.IO on the server's own port, with nobody let in yet: each namespace has its own admission. */
export function createSockets({ server, trustProxy, log, isWelcome }: Options) {
  const addressOf = createAddressOf(trustProxy);
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    pingInterval: HEARTBEAT_MS,
    pingTimeout: HEARTBEAT_MS,
    connectTimeout: CONNECT_MS,
    maxHttpBufferSize: MOST_BYTES,
    perMessageDeflate: false,
    // The widget is on other sites; what it may do there is decided by the namespace. Cookies are never sent along.
    cors: { origin: true, credentials: false },
    allowRequest: (request, decide) => {
      isWelcome(networkOf(addressOf(request))).then(
        (isLetIn) => decide(null, isLetIn),
        () => decide(null, false),
      );
    },
  });
  io.use((_socket, next) => next(new Error('Connect to /visitor or /agent')));
  io.engine.on('connection', (connection) => {
    const { cookie, origin } = connection.request.headers;
    const known = { network: networkOf(addressOf(connection.request)), headers: { cookie, origin }, attempts: 0 };
    origins.set(connection, known);
    byId.set(connection.id, known);
    connection.on('close', () => byId.delete(connection.id));
    // It would be kept as long as the connection.
    connection.request = null;
  });
  io.engine.use(hearOrigin);
  io.engine.on('connection_error', ({ code, message }) => log.debug({ code, message }, 'a connection was refused'));
  return io;
}

/** Where a connection comes from. */
export const originOf = (connection: object): Origin =>
  origins.get(connection) ?? { network: '', headers: {}, attempts: 0 };

/**
 * Long-polling begins with a GET, with which a browser does not say that it asks from our own page; with the POST that
 * follows it does. Nobody else has the id of the connection.
 */
function hearOrigin(request: IncomingMessage & { _query: { sid?: string } }, _reply: unknown, next: () => void) {
  const known = byId.get(request._query.sid ?? '');
  if (known) known.headers.origin ??= request.headers.origin;
  next();
}

function createAddressOf(trustProxy: string[]) {
  if (!trustProxy.length) return ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  const trust = proxyAddr.compile(trustProxy);
  return (request: IncomingMessage) => proxyAddr(request, trust);
}

/** More than any answer. */
const MOST_WAITING = 16 * 2 ** 20;

/** Whoever does not read what was asked for would have us keep it. */
export function hangUpOnDeaf({ conn }: Socket) {
  const { writeBuffer } = conn as unknown as { writeBuffer: { data?: string }[] };
  let waiting = 0;
  for (const { data } of writeBuffer) waiting += data?.length ?? 0;
  if (waiting > MOST_WAITING) conn.close(true);
}
