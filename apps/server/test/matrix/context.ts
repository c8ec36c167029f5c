import { type ProblemCode, type Route, statusOf } from '@parley/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Answer, Call } from '../call.ts';
import { authorizedCaller, signedInHeaders, withHeaders } from '../callers.ts';
import { type OpenApp, openApp } from '../harness.ts';
import { anyVendor } from '../messengers/any-vendor.ts';
import type { Owner } from '../owners.ts';
import { type Arranged, arrange, nameOf } from '../resources.ts';

/** A route with its name, as a row of a test table. */
type NamedRoute = [name: string, route: Route];

/** A valid call and its caller. */
interface PreparedCall {
  owner: Owner;
  given: Arranged;
  call: Call;
}

/** Shared context of the route tests. */
export interface MatrixContext {
  app: () => OpenApp;
  all: NamedRoute[];
  those: (isOne: (route: Route) => unknown) => NamedRoute[];
  /** One owner per route, since limits per widget are counted per route. */
  ownerOf: (route: Route) => Promise<Owner>;
  /** One session per owner: routes that end a session get their own owner. */
  sessionOf: (owner: Owner) => Promise<{ cookie: string; origin: string }>;
  /** A valid call, by a caller with exactly the needed scopes. */
  prepare: (route: Route) => Promise<PreparedCall>;
  /** A valid call, arranged once: a refused call changes nothing. */
  unused: (route: Route) => Promise<Omit<PreparedCall, 'call'>>;
  /** The same with an authorized caller. */
  prepareRefusal: (route: Route) => Promise<PreparedCall>;
  /** The same for each of many calls. */
  prepareRefusals: (route: Route) => () => Promise<PreparedCall>;
}

export function memoiseByKey<Key, Value>(make: (key: Key) => Promise<Value>) {
  const known = new Map<Key, Promise<Value>>();
  return (key: Key) => known.getOrInsertComputed(key, make);
}

export function createMatrixContext(routes: Route[]): MatrixContext {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp({ OUTBOUND_ALLOW: '127.0.0.1', ...(await anyVendor()) });
  });
  afterAll(() => app.end());

  const all = routes.map((route): NamedRoute => [nameOf(route), route]);
  const known = memoiseByKey((_route: Route) => app.owner());
  // A widget may call such a route only a few times.
  const ownerOf = (route: Route) => (route.cap ? app.owner() : known(route));
  const sessionOf = memoiseByKey((owner: Owner) => signedInHeaders(app, owner));
  const callerOf = async (owner: Owner, route: Route) =>
    route.auth === 'session' ? withHeaders(app, await sessionOf(owner)) : authorizedCaller(app, owner, route);
  async function arrangeCall(route: Route) {
    const owner = await ownerOf(route);
    return { owner, given: await arrange(app, owner, route) };
  }
  const unused = memoiseByKey(arrangeCall);

  async function prepare(route: Route) {
    const arranged = await arrangeCall(route);
    return { ...arranged, call: await callerOf(arranged.owner, route) };
  }

  /** Where refused calls count against the cap too, one owner is not enough for all. */
  async function prepareRefusal(route: Route) {
    if (route.cap?.countsFailures) return prepare(route);
    const arranged = await unused(route);
    return { ...arranged, call: await callerOf(arranged.owner, route) };
  }

  function prepareRefusals(route: Route) {
    let left = 0;
    let prepared: PreparedCall | undefined;
    return async () => {
      if (!prepared || left === 0) {
        prepared = await prepareRefusal(route);
        left = route.cap?.limit ?? Number.POSITIVE_INFINITY;
      }
      left -= 1;
      return prepared;
    };
  }

  return {
    app: () => app,
    all,
    those: (isOne) => all.filter(([, route]) => isOne(route)),
    ownerOf,
    sessionOf,
    unused,
    prepare,
    prepareRefusal,
    prepareRefusals,
  };
}

export function expectWorking(route: Route, answer: Answer<unknown>) {
  expect({ status: answer.status, problem: answer.status < 400 ? undefined : answer.problem }).toEqual({
    status: statusOf(route),
  });
}

export function expectProblem({ status, problem }: Answer<unknown>, reason: ProblemCode, more: object = {}) {
  expect({ ...problem, status }).toMatchObject({ reason, ...more });
}
