import type { Route } from '@parley/contract';
import type { Call } from './call.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

type Values = Record<string, unknown>;

/** A list, and how a row gets into it. */
export interface ListExample {
  route: Route;
  fill: (app: TestApp, owner: Owner, names: string[]) => Promise<unknown>;
  /** What its path names. */
  params?: (app: TestApp, owner: Owner) => Promise<Values>;
  /** Who reads a list of a visitor. */
  caller?: (app: TestApp, owner: Owner) => Promise<Call>;
}

/** What tests of every route need to know of a module. */
export interface Fixtures {
  /** Rows by the name in a route's `resource`: each makes one of the owner's and returns the parameters of its path. */
  resources?: Record<string, (app: TestApp, owner: Owner) => Promise<Values>>;
  /** Bodies with a rule that no schema can state. */
  bodies?: [Route, (app: TestApp, owner: Owner, params: Values) => Values | Promise<Values>][];
  /** Queries whose members do not all go together. */
  queries?: [Route, (owner: Owner) => Values][];
  lists?: ListExample[];
}

/** A few at a time: a hundred transactions at once wait longer for a connection than a busy machine lets them. */
export async function inBatchesOfTen(names: string[], make: (name: string) => Promise<unknown>) {
  for (let at = 0; at < names.length; at += 10) await Promise.all(names.slice(at, at + 10).map(make));
}

/** Makes something once for each owner. */
export function perOwner<Made>(make: (app: TestApp, owner: Owner) => Promise<Made>) {
  const made = new WeakMap<Owner, Promise<Made>>();
  return (app: TestApp, owner: Owner) => made.getOrInsertComputed(owner, () => make(app, owner));
}
