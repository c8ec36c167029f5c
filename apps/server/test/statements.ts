import { globSync, readFileSync } from 'node:fs';
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { keyOf } from './checked-rows.ts';

/** How a statement begins, if it is not a fragment as a whole. Drizzle's templates are parts of one. */
const STATEMENT = /^\s*($|SELECT|INSERT|UPDATE|DELETE|WITH)/;

/** Statements in the server's source, by key, each with its place. */
export function listStatements(): Map<string, string> {
  const statements = new Map<string, string>();
  for (const file of globSync('apps/server/src/**/*.ts', { exclude: ['**/*.test.ts', '**/fixtures.ts'] })) {
    const source = readFileSync(file, 'utf8');
    new Visitor({
      TaggedTemplateExpression({ tag, quasi, start }) {
        const strings = quasi.quasis.map(({ value }) => value.raw);
        if (!isRun(tag) || !STATEMENT.test(strings.join(''))) return;
        statements.set(keyOf(strings), `${file}:${source.slice(0, start).split('\n').length}`);
      },
    }).visit(parseSync(file, source).program);
  }
  return statements;
}

const RUNS = /^(sql|run|autocommit)$/;

/** `sql`, `sql.prepared`, `run`, `autocommit`, with or without columns. */
function isRun(tag: Expression): boolean {
  if (tag.type === 'CallExpression') return isRun(tag.callee);
  if (tag.type === 'Identifier') return RUNS.test(tag.name);
  if (tag.type !== 'MemberExpression' || tag.property.type !== 'Identifier') return false;
  return tag.property.name === 'prepared' ? isRun(tag.object) : RUNS.test(tag.property.name);
}
