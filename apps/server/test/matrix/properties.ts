import type { Route } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMutation, mutationsOf } from '../arbitraries.ts';
import type { Call } from '../call.ts';
import { authorizedCaller, stranger } from '../callers.ts';
import type { OpenApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { arrange } from '../resources.ts';
import { writesOf } from '../stored.ts';
import type { MatrixContext } from './setting.ts';

const RUNS = 30;

/** Somebody who may call the route and what they call it with, again and again, for as long as no call changes that. */
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
      // Each call of a stranger comes from somewhere else: some of them are counted by address.
      return { given, call: route.auth === 'none' ? stranger(app) : caller.call };
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

/** Whatever is sent. */
export function testProperties({ app, all }: MatrixContext) {
  test.each(all)(
    '%s · whatever comes in, it works or is refused as declared, and a refusal stores nothing',
    async (_name, route) => {
      const source = createSource(app(), route);
      const property = fc.asyncProperty(mutationsOf(route), async (bend) => {
        const { given, call } = await source.next();
        let isRefused = false;
        const writes = await writesOf(app(), async () => {
          // Throws when status, problem or shape are not declared.
          const answer = await call(route, applyMutation(given, bend));
          expect(answer.status).toBeLessThan(500);
          isRefused = answer.status >= 400;
          // The session is over, and the password may be another.
          if (answer.headers['set-cookie']) source.renewCaller();
        });
        if (isRefused) expect(writes).toEqual({});
        else if (Object.keys(writes).length) source.renewGiven();
      });
      await fc.assert(property, { numRuns: RUNS, includeErrorInReport: true });
    },
  );
}
