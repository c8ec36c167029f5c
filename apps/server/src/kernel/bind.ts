import type { Input, Output, Route, RouteGroup } from '@parley/contract';
import type {
  Before,
  ChannelContext,
  Context,
  PublicContext,
  SessionContext,
  SiteContext,
  VisitorContext,
} from './context.ts';

interface Contexts {
  session: SessionContext;
  visitor: VisitorContext;
  widget: SiteContext;
  'path-token': Context;
  'path-secret': ChannelContext;
  none: PublicContext;
}

/** A route that does not say who calls it is called with a token. */
type ContextOf<R extends Route> = R extends { auth: infer Auth extends keyof Contexts } ? Contexts[Auth] : Context;

/** What answers a route: given what the declaration says comes in, it returns what the declaration says goes out. */
type Handler<R extends Route> = (ctx: ContextOf<R>, input: Input<R>) => Promise<Output<R>>;

/** What can't be done while a transaction is open, and returns what is done in it. */
interface Staged<R extends Route> {
  beforeTransaction: (ctx: Before<ContextOf<R>>, input: Input<R>) => Promise<(ctx: ContextOf<R>) => Promise<Output<R>>>;
}

type AnyInput = { params: unknown; query: unknown; body: unknown; upload: unknown };
type AnyHandler = (ctx: Context, input: AnyInput) => Promise<unknown>;

export interface BoundRoute {
  route: Route;
  /** Runs outside of the transaction and returns what runs inside. */
  prepare?: (ctx: Before<Context>, input: AnyInput) => Promise<(ctx: Context) => Promise<unknown>>;
  handler?: AnyHandler;
}

/** Functions for all routes of a group: one that is missing, or of another shape, is a compile error. */
export function bind<G extends RouteGroup>(
  group: G,
  handlers: { [Name in keyof G]: Handler<G[Name]> | Staged<G[Name]> },
): BoundRoute[] {
  return Object.entries(group).map(([name, route]) => {
    const given = handlers[name as keyof G];
    if (typeof given === 'function') return { route, handler: given as unknown as AnyHandler };
    return { route, prepare: given.beforeTransaction as unknown as BoundRoute['prepare'] };
  });
}
