import type { Route } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyBend, bendsOf } from '../arbitraries.ts';
import type { Call } from '../call.ts';
import { rightful, stranger } from '../callers.ts';
import type { OpenApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { arrange } from '../resources.ts';
import { writesOf } from '../stored.ts';
import type { Setting } from './setting.ts';

const RUNS = 30;

/** Somebody who may call the route again and again, for as long as nothing they did ended it. */
function createCaller(app: OpenApp, route: Route) {
  let caller: { owner: Owner; call: Call } | undefined;
  let calls = 0;
  return {
    async next() {
      if (calls % (route.cap?.limit ?? RUNS) === 0) caller = undefined;
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

/** Whatever is sent. */
export function testProperties({ app, all }: Setting) {
  test.each(all)(
    '%s · whatever comes in, it works or is refused as declared, and a refusal stores nothing',
    async (_name, route) => {
      const caller = createCaller(app(), route);
      const property = fc.asyncProperty(bendsOf(route), async (bend) => {
        const { owner, call } = await caller.next();
        const given = applyBend(await arrange(app(), owner, route), bend);
        let isRefused = false;
        const writes = await writesOf(app(), async () => {
          // Throws when status, problem or shape are not declared.
          const answer = await call(route, given);
          expect(answer.status).toBeLessThan(500);
          isRefused = answer.status >= 400;
          // The session is over, and the password may be another.
          if (answer.headers['set-cookie']) caller.forget();
        });
        if (isRefused) expect(writes).toEqual({});
      });
      await fc.assert(property, { numRuns: RUNS, includeErrorInReport: true });
    },
  );
}
