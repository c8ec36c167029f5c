import { test } from 'vitest';
import { authorizedCaller } from '../callers.ts';
import { arrange } from '../resources.ts';
import { expectWorking, type MatrixContext } from './context.ts';

/** A call with every accepted field, by a caller with exactly the needed scopes. */
export function testAccepted({ app, all }: MatrixContext) {
  test.each(all)('%s · works as declared', async (_name, route) => {
    const owner = await app().owner();
    const call = await authorizedCaller(app(), owner, route);
    expectWorking(route, await call(route, await arrange(app(), owner, route)));
  });
}
