// Writes every file that derives from another; with --check it only compares, and fails on a difference.
// A change of the tables becomes a migration: npm run generate -- --name what_it_does
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeSettings } from '../apps/server/src/config.ts';

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, name: { type: 'string', default: 'change' } },
});
const isCheck = values.check;
const stale: string[] = [];

generate('docs/configuration.md', configurationPage());
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

Everything is set by environment variables, or by a \`.env\` file in the directory the server is started in. An invalid
value stops the start with a sentence about it. This page is made from \`apps/server/src/config.ts\` by \`npm run generate\`.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** The tables in TypeScript must be what the migrations make of a database: a new one is written, or a difference found. */
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
  if (status !== 0) throw new Error(`drizzle-kit: ${stderr || stdout}`);
  if (isCheck && readdirSync(path.join('apps/server', out)).length > before.length)
    stale.push('apps/server/migrations');
}
