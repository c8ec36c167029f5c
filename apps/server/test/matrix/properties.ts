import type { Route } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMutation, mutationsOf } from '../arbitraries.ts';
import type { Call } from '../call.ts';
import { anonymousCaller, authorizedCaller } from '../callers.ts';
import { writesOf } from '../committed-writes.ts';
import type { OpenApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { arrange } from '../resources.ts';
import type { MatrixContext } from './context.ts';

const RUNS = 20;

/** A caller and a valid call, reused until a call changes them. */
function createSource(app: OpenApp, route: Route) {
  let caller: { owner: Owner; call: Call } | undefined;
  let given: Awaited<ReturnType<typeof arrange>> | undefined;
  let calls = 0;
  const source = {
    async next() {
      if (calls % (route.cap?.limit ?? RUNS) === 0) source.renewCaller();
      calls += 1;
      if (!caller) {
        const owner = await app.owner();
        caller = { owner, call: await authorizedCaller(app, owner, route) };
      }
      given ??= await arrange(app, caller.owner, route);
      // Anonymous calls use a new address each, since some are limited by address.
      return { given, call: route.auth === 'none' ? anonymousCaller(app) : caller.call };
    },
    renewCaller() {
      caller = undefined;
      given = undefined;
    },
    renewGiven() {
      given = undefined;
    },
  };
  return source;
}

export function testProperties({ app, all }: MatrixContext) {
  test.each(all)(
    '%s · any input works or is refused as declared, and a refused call stores nothing',
    async (_name, route) => {
      const source = createSource(app(), route);
      const property = fc.asyncProperty(mutationsOf(route), async (bend) => {
        const { given, call } = await source.next();
        let isRefused = false;
        const writes = await writesOf(app(), async () => {
          // Throws when the status, problem or shape is undeclared.
          const answer = await call(route, applyMutation(given, bend));
          expect(answer.status).toBeLessThan(500);
          isRefused = answer.status >= 400;
          // The session has ended, and the password may have changed.
          if (answer.headers['set-cookie']) source.renewCaller();
        });
        if (isRefused) expect(writes).toEqual({});
        else if (Object.keys(writes).length) source.renewGiven();
      });
      await fc.assert(property, { numRuns: RUNS, includeErrorInReport: true });
    },
  );
}
