import type { Input, Output, Page, Route, RouteGroup } from '@parley/contract';
import type {
  Before,
  ChannelContext,
  Context,
  OverHttp,
  PublicContext,
  Read,
  SessionContext,
  SiteContext,
  VisitorContext,
  Write,
} from '../data/context.ts';
import type { PrintedPage } from '../data/pages.ts';

interface Contexts<Work extends Read> {
  session: SessionContext<Work>;
  visitor: VisitorContext<Work>;
  widget: SiteContext<Work>;
  'path-token': Context<Work>;
  'path-secret': ChannelContext<Work>;
  none: PublicContext<Work>;
}

/** A handler of a GET gets a read context; all others get a write context. */
type WorkOf<R extends Route> = R extends { method: 'GET' } ? Read : Write;

/** Without `auth`, a route is called with a token. */
type CallerContext<R extends Route, Work extends Read> = R extends { auth: infer Auth extends keyof Contexts<Work> }
  ? Contexts<Work>[Auth]
  : Context<Work>;

type ContextOf<R extends Route, Work extends Read = WorkOf<R>> = CallerContext<R, Work> & OverHttp;

/** What the route declares, or a page of it that PostgreSQL printed. */
type Result<R extends Route> = Output<R> | (Output<R> extends Page<infer Item> ? PrintedPage<Item> : never);

type Handler<R extends Route> = (ctx: ContextOf<R>, input: Input<R>) => Promise<Result<R>>;

/** Does slow or external work before the transaction, and returns the handler that runs in it. */
interface Staged<R extends Route> {
  /** Of a route that checks its path first: refuses what the path names before the body is validated. */
  checkPath?: (params: Input<R>['params']) => void;
  beforeTransaction: (
    ctx: Before<ContextOf<R, Read>>,
    input: Input<R>,
  ) => Promise<(ctx: ContextOf<R, Write>) => Promise<Output<R>>>;
}

/** Typed by `bind`; the runner builds its arguments from the same declaration. */
type AnyHandler = (ctx: never, input: never) => Promise<unknown>;

export interface BoundRoute {
  route: Route;
  handler:
    | AnyHandler
    | {
        checkPath?: (params: never) => void;
        beforeTransaction: (ctx: never, input: never) => Promise<(ctx: never) => Promise<unknown>>;
      };
}

/** Binds a handler to each route of a group. A missing handler, or one of another shape, is a compile error. */
export function bind<G extends RouteGroup>(
  group: G,
  handlers: { [Name in keyof G]: Handler<G[Name]> | Staged<G[Name]> },
): BoundRoute[] {
  return Object.keys(group).map((name: keyof G & string) => ({ route: group[name] as Route, handler: handlers[name] }));
}
