import type { LiveCall } from '@parley/contract';
import type { Socket } from 'socket.io';
import { type Limits, refuseOver } from '../auth/limits.ts';
import { nameOf } from '../auth/principal.ts';
import type { Read, UnitOfWork, WidgetContext, Write } from '../data/context.ts';
import type { Contexts } from '../data/contexts.ts';
import { compileBody } from '../http/validation.ts';
import { problem } from '../problems.ts';
import type { LivePrincipal } from './admission.ts';
import type { BoundCall, LiveSocket } from './calls.ts';

const MINUTE = 60;
const LIGHT_PER_MINUTE = 120;

interface RunnerOptions {
  unitOfWork: UnitOfWork;
  limits: Limits;
  contexts: Contexts;
}

interface IncomingCall<P> {
  principal: P;
  network: string;
  socket: Socket;
  body: unknown;
}

/** Runs calls the way routes run requests: rate-limited, authorised, validated, in a unit of work. */
export function createRunner<P extends LivePrincipal>({ unitOfWork, limits, contexts }: RunnerOptions) {
  const checks = new WeakMap<BoundCall, (body: unknown) => unknown>();
  const readBody = (bound: BoundCall, body: unknown) => {
    const check = checks.get(bound) ?? compileBody(bound.call.body);
    checks.set(bound, check);
    return check(body);
  };

  async function count({ principal, network }: IncomingCall<P>, { rate, isLight }: Pick<LiveCall, 'rate' | 'isLight'>) {
    if (isLight) {
      const key = `${principal.kind} ${principal.kind === 'session' ? principal.agentId : principal.id}`;
      return refuseOver(await limits.counter('light calls', LIGHT_PER_MINUTE, MINUTE).add(key));
    }
    if (principal.kind === 'session') return refuseOver(await limits.count('session', rate, nameOf(principal)));
    refuseOver(await limits.count('network', rate, network));
    refuseOver(await limits.count('visitor', rate, principal.id));
  }

  function contextOf<Work extends Read>(
    work: Work,
    principal: P,
    { network, name }: { network: string; name: string },
  ) {
    const caller = { address: network, network, userAgent: '', country: () => null, bearer: '' };
    return contexts.inWidget(work, { caller, principal, operation: `live ${principal.kind} ${name}` });
  }

  return {
    async call(bound: BoundCall | undefined, incoming: IncomingCall<P>) {
      await count(incoming, bound?.call ?? { rate: 'write' });
      if (!bound) throw problem('route_not_found', 'Unknown call.');
      authorise(bound, incoming.principal);
      const body = readBody(bound, incoming.body);
      const { principal, network, socket } = incoming;
      const run = (work: Read) =>
        bound.handler(
          contextOf(work, principal, { network, name: bound.name }) as never,
          body as never,
          toLiveSocket(socket),
        );
      return bound.call.rate === 'read' ? unitOfWork.read(run) : unitOfWork.write({ tenant: principal.tenant }, run);
    },
    /** Runs a write of the server for a connected client. */
    write: (principal: P, act: (ctx: WidgetContext<Write, P>) => Promise<void>) =>
      unitOfWork.write({ tenant: principal.tenant }, (work) =>
        act(contextOf(work, principal, { network: '', name: '' })),
      ),
  };
}

export type Runner<P extends LivePrincipal> = ReturnType<typeof createRunner<P>>;

function authorise({ call: { scope } }: BoundCall, principal: LivePrincipal) {
  if (!scope || principal.kind === 'visitor' || principal.scopes.has(scope)) return;
  throw problem('missing_scope', `This call needs the scope ${scope}.`, { requiredScopes: [scope] });
}

function toLiveSocket(socket: Socket): LiveSocket {
  return {
    id: socket.id,
    join: (room) => void socket.join(room),
    leave: (room) => void socket.leave(room),
  };
}
