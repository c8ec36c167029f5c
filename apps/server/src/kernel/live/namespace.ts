import type { Namespace, Socket } from 'socket.io';
import type { Log } from '../../infra/log.ts';
import type { Limits } from '../auth/limits.ts';
import type { UnitOfWork, WidgetContext, Write } from '../data/context.ts';
import type { Contexts } from '../data/contexts.ts';
import type { Admission, LivePrincipal } from './admission.ts';
import { createCallHandler } from './call-handler.ts';
import type { BoundCall } from './calls.ts';
import { createConnections } from './connections.ts';
import { createDisconnects } from './disconnects.ts';
import { createHandshake } from './handshake.ts';
import { createRecheck } from './recheck.ts';
import { createRunner } from './runner.ts';
import { toConnectError } from './socket-problems.ts';

export interface NamespaceOptions<P extends LivePrincipal> {
  namespace: Namespace;
  admission: Admission<P>;
  calls: Map<string, BoundCall>;
  /** Runs before the client is connected; if it fails, the client is refused. */
  onConnect?: (ctx: WidgetContext<Write, P>, socketId: string) => Promise<void>;
  onDisconnect?: (ctx: WidgetContext<Write, P>, socketId: string) => Promise<void>;
  unitOfWork: UnitOfWork;
  limits: Limits;
  contexts: Contexts;
  publicUrl: () => string;
  log: Log;
}

/** Serves one namespace: admits sockets, runs their calls, and rechecks credentials when a notice concerns them. */
export function serveNamespace<P extends LivePrincipal>(options: NamespaceOptions<P>) {
  const { namespace, publicUrl } = options;
  const connections = createConnections(options.admission);
  const parts = { ...options, connections, runner: createRunner<P>(options) };
  const disconnects = createDisconnects(parts);
  const admit = createHandshake({ ...parts, recordDisconnect: disconnects.record });
  const { recheck, refuse } = createRecheck(parts);
  const handleCall = createCallHandler({ ...parts, recheck, refuse });

  namespace.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error) => next(toConnectError(error, publicUrl())),
    );
  });
  namespace.on('connection', (socket) => {
    // A notice since then may have concerned it, and it was not connected yet.
    if (connections.get(socket.id)?.notices !== connections.noticeCount()) void recheck(socket);
    socket.on('disconnect', () => void disconnects.record(socket.id));
    socket.onAny((name, ...args) => void handleCall(socket, name, args));
  });

  return {
    listConnections: connections.list,
    /** Resolves when every disconnect so far is stored. */
    drain: disconnects.drain,
    /** Returns the sockets that a notice concerns. */
    countNotice: (subject: string): Socket[] =>
      connections.countNotice(subject).flatMap((id) => namespace.sockets.get(id) ?? []),
    listSockets: () => [...namespace.sockets.values()],
    recheck,
  };
}
