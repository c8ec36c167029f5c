import type { Route } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyBend, bendsOf } from '../test/arbitraries.ts';
import type { Call } from '../test/call.ts';
import { rightful, stranger } from '../test/callers.ts';
import { type OpenApp, type Owner, openApp } from '../test/harness.ts';
import { arrange, nameOf } from '../test/resources.ts';
import { readStored } from '../test/stored.ts';
import { routes } from './modules.ts';

const RUNS = 60;
/** So that the file ends in time on a slow machine too: past this, what is left of the runs does nothing. */
const LONGEST_MS = 350;
/** So many are made however slow the machine is. */
const FEWEST = 12;
/** A widget makes 60 tokens an hour. */
const RUNS_OF_AN_OWNER = 50;

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(() => app.end());

const all = routes.map(({ route }): [string, Route] => [nameOf(route), route]);

/** Somebody who may call the route again and again, for as long as nothing they did ended it. */
function createCaller(route: Route) {
  let caller: { owner: Owner; call: Call } | undefined;
  let calls = 0;
  return {
    async next() {
      if (calls % RUNS_OF_AN_OWNER === 0) caller = undefined;
      calls += 1;
      if (!caller) {
        const owner = await app.owner();
        caller = { owner, call: await rightful(app, owner, route) };
      }
      // Each call of a stranger comes from somewhere else: some of them are counted by address.
      return route.auth === 'none' ? { ...caller, call: stranger(app) } : caller;
    },
    forget() {
      caller = undefined;
    },
  };
}

test.each(all)(
  '%s · whatever comes in, it works or is refused as declared, and a refusal stores nothing',
  async (_name, route) => {
    const caller = createCaller(route);
    const deadline = performance.now() + LONGEST_MS;
    let runs = 0;
    const property = fc.asyncProperty(bendsOf(route), async (bend) => {
      if (runs >= FEWEST && performance.now() > deadline) return;
      runs += 1;
      const { owner, call } = await caller.next();
      const given = applyBend(await arrange(app, owner, route), bend);
      const before = await readStored(app);
      // Throws when status, problem or shape are not declared.
      const answer = await call(route, given);
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400) expect(await readStored(app)).toEqual(before);
      // The session is over, and the password may be another.
      if (answer.headers['set-cookie']) caller.forget();
    });
    await fc.assert(property, { numRuns: RUNS, includeErrorInReport: true });
  },
);
