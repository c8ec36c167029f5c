import type { Route } from '@parley/contract';
import { testAccepted } from './accepted.ts';
import { testAccess } from './access.ts';
import { testInput } from './input.ts';
import { testKeys } from './keys.ts';
import { testPages } from './pages.ts';
import { testPaths } from './paths.ts';
import { testProperties } from './properties.ts';
import { createMatrixContext, type MatrixContext } from './setting.ts';

/** Pages of a site call these; site-matrix.test.ts has what they owe. */
const isOfSites = ({ auth }: Route) => auth === 'widget' || auth === 'visitor';

/** What every route owes to its declaration; a module's fixtures.ts has what the declaration can not say. */
export function testRoutes(bound: { route: Route }[]) {
  const setting = createMatrixContext(bound.map(({ route }) => route));
  const ofOthers = only(setting, (route) => !isOfSites(route));
  testAccepted(ofOthers);
  // On another PostgreSQL only the statements can differ.
  if (process.env.TEST_ROUTES === 'accepted') return;
  testPages(setting);
  testProperties(setting);
  for (const testPart of [testAccess, testPaths, testKeys, testInput]) testPart(ofOthers);
}

function only(setting: MatrixContext, isOne: (route: Route) => boolean): MatrixContext {
  const all = setting.all.filter(([, route]) => isOne(route));
  return { ...setting, all, those: (fits) => all.filter(([, route]) => fits(route)) };
}
