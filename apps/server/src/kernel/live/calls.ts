import type { CallBody, CallGroup, CallReply, LiveCall } from '@parley/contract';
import type { Read, SessionContext, VisitorContext, Write } from '../data/context.ts';
import type { Room } from '../data/publications.ts';

/** The connection that a call came over. */
export interface LiveSocket {
  id: string;
  join: (room: Room) => void;
  leave: (room: Room) => void;
}

interface Contexts<Work extends Read> {
  '/visitor': VisitorContext<Work>;
  '/agent': SessionContext<Work>;
}

/** A call with the rate `read` gets a read context. */
type Handler<C extends LiveCall, Namespace extends keyof Contexts<Read>> = (
  ctx: Contexts<C extends { rate: 'read' } ? Read : Write>[Namespace],
  body: CallBody<C>,
  socket: LiveSocket,
) => Promise<CallReply<C>>;

export interface BoundCall {
  name: string;
  call: LiveCall;
  /** Typed by `bindCalls`; the runner builds its arguments from the same declaration. */
  handler: (ctx: never, body: never, socket: LiveSocket) => Promise<unknown>;
}

/** Binds handlers to calls of a group, as `bind` does for routes. A module binds its own. */
export function bindCalls<Namespace extends keyof Contexts<Read>, G extends CallGroup, Name extends keyof G & string>(
  { calls }: { namespace: Namespace; calls: G },
  handlers: { [N in Name]: Handler<G[N], Namespace> },
): BoundCall[] {
  return Object.keys(handlers).map((name) => {
    const call = calls[name];
    if (!call) throw new Error(`There is no call ${name}`);
    return { name, call, handler: handlers[name as Name] };
  });
}

/** Calls by name. Throws unless each call of the group has exactly one handler. */
export function indexCalls(group: CallGroup, bound: BoundCall[]) {
  const byName = new Map(bound.map((each) => [each.name, each]));
  const missing = Object.keys(group).filter((name) => !byName.has(name));
  if (missing.length || byName.size !== bound.length) {
    throw new Error(`Calls without exactly one handler: ${missing.join(', ') || 'some have two'}`);
  }
  return byName;
}
