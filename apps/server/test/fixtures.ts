import type { Route } from '@parley/contract';
import type { Call } from './call.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

type Values = Record<string, unknown>;

/** A list, and how to add rows to it. */
export interface ListExample {
  route: Route;
  fill: (app: TestApp, owner: Owner, names: string[]) => Promise<unknown>;
  /** Its rows, if they are a member of `data`. */
  rows?: string;
  /** Parameters of its path. */
  params?: (app: TestApp, owner: Owner) => Promise<Values>;
  /** Who reads a visitor's list. */
  caller?: (app: TestApp, owner: Owner) => Promise<Call>;
}

/** What the route tests need to know about a module. */
export interface Fixtures {
  /** Creates a row for each `resource`, and returns its path parameters. */
  resources?: Record<string, (app: TestApp, owner: Owner) => Promise<Values>>;
  /** What calls of a route need, beside the rows in its path. */
  needs?: [Route, (app: TestApp, owner: Owner) => Promise<unknown>][];
  /** Bodies with rules that no schema can state. */
  bodies?: [Route, (app: TestApp, owner: Owner, params: Values) => Values | Promise<Values>][];
  /** Queries whose fields are not all compatible. */
  queries?: [Route, (owner: Owner, app: TestApp) => Values | Promise<Values>][];
  lists?: ListExample[];
}

/** A hundred concurrent transactions would time out waiting for a connection on a busy machine. */
export async function inBatchesOfTen(names: string[], make: (name: string) => Promise<unknown>) {
  for (let at = 0; at < names.length; at += 10) await Promise.all(names.slice(at, at + 10).map(make));
}

/** Creates something once per owner. */
export function perOwner<Made>(make: (app: TestApp, owner: Owner) => Promise<Made>) {
  const made = new WeakMap<Owner, Promise<Made>>();
  return (app: TestApp, owner: Owner) => made.getOrInsertComputed(owner, () => make(app, owner));
}
