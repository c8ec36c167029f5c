// Writes every file that derives from another; with --check it only compares, and fails on a difference.
// A change of the tables becomes a migration: npm run generate -- --name what_it_does
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeSettings } from '../apps/server/src/config.ts';
import { version } from '../apps/server/src/infra/version.ts';
import {
  api,
  canBeLeftOut,
  dashboard,
  type Route,
  type RouteGroup,
  site,
  toOpenApi,
} from '../packages/contract/src/index.ts';
import { withReference } from './live-reference.ts';

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, name: { type: 'string', default: 'change' } },
});
const isCheck = values.check;
const stale: string[] = [];

generate('docs/guides/configuration.md', configurationPage());
generate('packages/sdk/src/routes.generated.ts', routeTable({ ...api, ...dashboard }));
generate('packages/sdk/src/visitor/routes.generated.ts', visitorTable(site.visitor));
generate('docs/openapi.json', openApi());
generate('docs/guides/realtime.md', withReference(readFileSync('docs/guides/realtime.md', 'utf8')));
generateMigrations();

if (stale.length) {
  console.error(`Not up to date, run "npm run generate": ${stale.join(', ')}`);
  process.exit(1);
}
console.log('generated files: up to date');

function generate(file: string, text: string) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (isCheck) stale.push(file);
  else writeFileSync(file, text);
}

function configurationPage() {
  const rows = describeSettings().map(
    ({ key, fallback, doc }) => `| \`${key}\` | ${fallback && `\`${fallback}\``} | ${doc} |`,
  );
  return `# Configuration

Set environment variables, or a \`.env\` file in the working directory. An invalid value stops the start with an error that
names it.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** As a server with some public URL serves it. */
function openApi() {
  return `${JSON.stringify(toOpenApi({ publicUrl: 'https://chat.example.com', version }), null, 2)}\n`;
}

/** All the client needs of the contract at run time, so that no schema is shipped to browsers. */
function routeTable(groups: Record<string, RouteGroup>) {
  const twice = Object.keys(api).filter((group) => group in dashboard);
  if (twice.length) throw new Error(`A client has one group of a name, and the contract has two: ${twice.join(', ')}`);
  const lines = Object.entries(groups).map(([group, routes]) => {
    const rows = Object.entries(routes).map(([name, route]) => `    ${name}: [${routeRow(route).join(', ')}],\n`);
    return `  ${group}: {\n${rows.join('')}  },\n`;
  });
  const optional = Object.entries(groups).flatMap(([group, routes]) =>
    Object.entries(routes).flatMap(([name, { body }]) => (body && canBeLeftOut(body) ? `'${group}.${name}'` : [])),
  );
  return `// Generated from packages/contract by \`npm run generate\`.
import type { RouteRow } from './request.ts';

export const routes: Record<string, Record<string, RouteRow>> = {
${lines.join('')}};

/** Routes whose body has no required fields. */
export type OptionalBody =${optional.map((name) => `\n  | ${name}`).join('')};
`;
}

/** In a file of its own, so that a client of the API is shipped without it. */
function visitorTable(routes: RouteGroup) {
  const rows = Object.entries(routes).map(([name, route]) => `  ${name}: [${routeRow(route).join(', ')}],\n`);
  return `// Generated from packages/contract by \`npm run generate\`.
import type { RouteRow } from '../request.ts';

export const visitorRoutes: Record<string, RouteRow> = {
${rows.join('')}};
`;
}

function routeRow({ method, path, replies, key }: Route) {
  const [shape, ...others] = new Set(Object.values(replies).map((reply) => reply.shape));
  if (!shape || others.length)
    throw new Error(`${method} ${path} has to answer in one shape for the client to read it`);
  return [method, path, shape, ...(key ? ['key'] : [])].map((text) => `'${text}'`);
}

/** The tables in TypeScript must match the migrations: writes a new migration, or reports a difference. */
function generateMigrations() {
  const out = isCheck ? '../../node_modules/.cache/migrations' : './migrations';
  if (isCheck) {
    rmSync(path.join('apps/server', out), { recursive: true, force: true });
    cpSync('apps/server/migrations', path.join('apps/server', out), { recursive: true });
  }
  const before = readdirSync(path.join('apps/server', out));
  const { status, stdout, stderr } = spawnSync('drizzle-kit', ['generate', '--name', values.name], {
    cwd: 'apps/server',
    env: { ...process.env, MIGRATIONS_OUT: out },
    encoding: 'utf8',
  });
  // It exits successfully when it cannot ask a question.
  if (status !== 0 || /^Error:/m.test(stderr)) throw new Error(`drizzle-kit: ${stderr || stdout}`);
  if (isCheck && readdirSync(path.join('apps/server', out)).length > before.length)
    stale.push('apps/server/migrations');
}
