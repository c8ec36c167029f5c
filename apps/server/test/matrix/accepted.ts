import { test } from 'vitest';
import { authorizedCaller } from '../callers.ts';
import { arrange } from '../resources.ts';
import { expectWorking, type MatrixContext } from './setting.ts';

/** A call of everything that a route takes, by somebody with no right more than it needs. */
export function testAccepted({ app, all }: MatrixContext) {
  test.each(all)('%s · works as it is declared', async (_name, route) => {
    const owner = await app().owner();
    const call = await authorizedCaller(app(), owner, route);
    expectWorking(route, await call(route, await arrange(app(), owner, route)));
  });
}
