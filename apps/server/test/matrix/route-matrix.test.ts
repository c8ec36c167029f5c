import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { api, type Route } from '@parley/contract';
import { expect, test } from 'vitest';
import { routes } from '../../src/modules.ts';
import { lists, nameOf } from '../resources.ts';

// Routes are tested against their declarations module by module, by `testRoutes` of test/matrix.

const foldersWith = (file: string) =>
  globSync(fileURLToPath(new URL(`../../src/modules/*/*/${file}`, import.meta.url)))
    .map((found) => path.basename(path.dirname(found)))
    .sort();

test('there are routes to test', () => {
  expect(routes.length).toBeGreaterThan(140);
});

test('every module with routes tests them', () => {
  expect(foldersWith('routes.test.ts')).toEqual(foldersWith('routes.ts'));
});

/** Read-only lists are tested in their modules. */
const fixed: Route[] = [api.widget.listSkins];

test('every list has an example for the page tests', () => {
  const declared = routes.filter(({ route }) => route.query?.properties.cursor && !fixed.includes(route));
  expect(lists.map(({ route }) => nameOf(route)).sort()).toEqual(declared.map(({ route }) => nameOf(route)).sort());
});
