import type { CallBody, CallGroup, CallReply, LiveCall } from '@parley/contract';
import type { WidgetContext } from '../context.ts';
import type { Room } from './rooms.ts';

/** The connection that a call came over. */
export interface LiveSocket {
  id: string;
  join: (room: Room) => void;
  leave: (room: Room) => void;
}

type Handler<C extends LiveCall, Ctx> = (ctx: Ctx, body: CallBody<C>, socket: LiveSocket) => Promise<CallReply<C>>;

export interface BoundCall {
  name: string;
  call: LiveCall;
  handler: (ctx: WidgetContext, body: unknown, socket: LiveSocket) => Promise<unknown>;
}

/** Functions for calls of a group, as `bind` has them for routes. A module binds those that are its own. */
export function bindCalls<Ctx, G extends CallGroup, Name extends keyof G & string>(
  group: G,
  handlers: { [N in Name]: Handler<G[N], Ctx> },
): BoundCall[] {
  return Object.entries(handlers).map(([name, handler]) => {
    const call = group[name];
    if (!call) throw new Error(`There is no call ${name}`);
    return { name, call, handler: handler as BoundCall['handler'] };
  });
}

/** Every call of a group by its name: one that nobody answers, or two do, is a mistake of ours. */
export function indexCalls(group: CallGroup, bound: BoundCall[]) {
  const byName = new Map(bound.map((each) => [each.name, each]));
  const missing = Object.keys(group).filter((name) => !byName.has(name));
  if (missing.length || byName.size !== bound.length) {
    throw new Error(`Calls that are not answered by one handler each: ${missing.join(', ') || 'some are twice'}`);
  }
  return byName;
}
