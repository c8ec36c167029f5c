// Reports how much of the specification is declared and handled; fails unless all declared routes are handled.
import { readFileSync } from 'node:fs';
import { routes } from '../apps/server/src/modules.ts';
import { api, dashboard, type Route, site } from '../packages/contract/src/index.ts';

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
const specified: Route[] = JSON.parse(readFileSync('packages/contract/fixtures/routes.json', 'utf8'));
const declared = [api, dashboard, site].flatMap((groups) =>
  Object.values(groups).flatMap((group) => Object.values<Route>(group)),
);
const handled = routes.map(({ route }) => nameOf(route));

const ofSpecification = declared.filter(({ beyond }) => !beyond).map(nameOf);
const missing = declared.map(nameOf).filter((name) => !handled.includes(name));
const unlisted = handled.filter((name) => !declared.some((route) => nameOf(route) === name));
const doubled = handled.filter((name, index) => handled.indexOf(name) !== index);

console.log(
  `routes: ${ofSpecification.length} of ${specified.length} declared, ${ofSpecification.filter((name) => handled.includes(name)).length} handled; ${declared.length - ofSpecification.length} beyond the specification`,
);
for (const name of missing) console.error(`${name} is declared and nobody handles it`);
for (const name of unlisted) console.error(`${name} is handled, and no group in api.ts has it`);
for (const name of doubled) console.error(`${name} is handled twice`);
if (missing.length || unlisted.length || doubled.length) process.exit(1);
