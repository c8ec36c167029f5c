import type { Route } from '@parley/contract';
import { testAccepted } from './accepted.ts';
import { testAccess } from './access.ts';
import { createMatrixContext, type MatrixContext } from './context.ts';
import { testInput } from './input.ts';
import { testKeys } from './keys.ts';
import { testPages } from './pages.ts';
import { testPaths } from './paths.ts';
import { testProperties } from './properties.ts';

/** Called by pages of a site; tested in site-matrix.test.ts. */
const isOfSites = ({ auth }: Route) => auth === 'widget' || auth === 'visitor';

/** Tests every route against its declaration; fixtures.ts of a module has what the declaration can't say. */
export function testRoutes(bound: { route: Route }[]) {
  const setting = createMatrixContext(bound.map(({ route }) => route));
  const ofOthers = only(setting, (route) => !isOfSites(route));
  testAccepted(ofOthers);
  // On another PostgreSQL version only statements can differ.
  if (process.env.TEST_ROUTES === 'accepted') return;
  testPages(setting);
  testProperties(setting);
  for (const testPart of [testAccess, testPaths, testKeys, testInput]) testPart(ofOthers);
}

function only(setting: MatrixContext, isOne: (route: Route) => boolean): MatrixContext {
  const all = setting.all.filter(([, route]) => isOne(route));
  return { ...setting, all, those: (fits) => all.filter(([, route]) => fits(route)) };
}
