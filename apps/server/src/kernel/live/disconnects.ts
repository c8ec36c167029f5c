import { describeError, type Log } from '../../infra/log.ts';
import type { WidgetContext, Write } from '../data/context.ts';
import type { LivePrincipal } from './admission.ts';
import type { Connections } from './connections.ts';
import type { Runner } from './runner.ts';

interface DisconnectOptions<P extends LivePrincipal> {
  connections: Connections<P>;
  runner: Runner<P>;
  log: Log;
  onDisconnect?: (ctx: WidgetContext<Write, P>, socketId: string) => Promise<void>;
}

/** Forgets sockets that are gone, and stores that they are. */
export function createDisconnects<P extends LivePrincipal>({
  connections,
  runner,
  log,
  onDisconnect,
}: DisconnectOptions<P>) {
  const writing = new Set<Promise<void>>();

  return {
    async record(socketId: string) {
      const connection = connections.remove(socketId);
      if (!connection || !onDisconnect) return;
      // The heartbeat finds what can't be stored now.
      const write = runner
        .write(connection.principal, (ctx) => onDisconnect(ctx, socketId))
        .catch((error) => log.warn({ reason: describeError(error).message }, 'a disconnect could not be stored'))
        .finally(() => writing.delete(write));
      writing.add(write);
      await write;
    },
    /** Resolves when every disconnect so far is stored. */
    drain: async () => void (await Promise.all(writing)),
  };
}
