import type { Socket } from 'socket.io';
import type { Log } from '../../infra/log.ts';
import { toProblem } from '../http/failures.ts';
import type { LivePrincipal } from './admission.ts';
import type { BoundCall } from './calls.ts';
import type { Connection, Connections } from './connections.ts';
import type { Runner } from './runner.ts';
import { toSocketBody } from './socket-problems.ts';
import { closeIfBacklogged } from './sockets.ts';

interface CallHandlerOptions<P extends LivePrincipal> {
  calls: Map<string, BoundCall>;
  connections: Connections<P>;
  runner: Runner<P>;
  publicUrl: () => string;
  log: Log;
  recheck: (socket: Socket) => Promise<void>;
  refuse: (socket: Socket, error: unknown) => void;
}

const FLOOD = 100;
const FLOOD_MS = 10_000;

/** Runs calls of connected sockets and acknowledges each with its data or problem. */
export function createCallHandler<P extends LivePrincipal>(options: CallHandlerOptions<P>) {
  const { calls, connections, runner, publicUrl, log, recheck, refuse } = options;

  return async function handleCall(socket: Socket, name: string, args: unknown[]) {
    const connection = connections.get(socket.id);
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (response: object) => void) : undefined;
    if (!connection) return;
    try {
      const call = calls.get(name);
      const data = await runner.call(call, { ...connection, socket, body: args.length > 1 ? args : args[0] });
      acknowledge?.({ data });
      closeIfBacklogged(socket);
      if (changesAdmission(connection.principal, name, call)) await recheck(socket);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'internal_error') log.error({ err: error, call: name }, 'a call failed');
      acknowledge?.({ problem: toSocketBody(problem, publicUrl()) });
      if (isFlood(connection, problem.code)) refuse(socket, problem);
    }
  };
}

/** A visitor's first write may make them a contact, who has a room; a resume also checks the session. */
function changesAdmission(principal: LivePrincipal, name: string, bound: BoundCall | undefined) {
  if (principal.kind === 'session') return name === 'resume';
  return principal.contactId === null && bound?.call.rate === 'write';
}

/** Whether a client goes on calling although it is refused. */
function isFlood({ flood }: Pick<Connection<unknown>, 'flood'>, code: string) {
  if (code !== 'rate_limited' && code !== 'route_not_found') return false;
  const now = performance.now();
  if (now - flood.since > FLOOD_MS) Object.assign(flood, { since: now, count: 0 });
  flood.count += 1;
  return flood.count > FLOOD;
}
