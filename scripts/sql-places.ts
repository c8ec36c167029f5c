import { type ParseResult, Visitor } from 'oxc-parser';
import { createLineOf } from './code-shape.ts';

/** Where SQL may be: stores, tables, and the database layer itself. */
const PLACES = /\/(store|tables)\.ts$|\/store\/|^apps\/server\/src\/infra\/postgres\/|^bench\/|^scripts\//;

/** How a statement begins. */
const STATEMENT =
  /^\s*(SELECT\s|INSERT INTO |UPDATE [\w.]+ |DELETE FROM |WITH (RECURSIVE )?\w+ AS|LOCK TABLE |TRUNCATE |(CREATE|ALTER|DROP) [A-Z]+ )/;
/** Drizzle's query builder. */
const BUILDERS = ['select', 'selectDistinct', 'selectDistinctOn', 'insert', 'update', 'delete', 'execute', '$count'];
/** Modules that SQL is written with. */
const WRITERS = /^drizzle-orm$|\/infra\/postgres\/sql\.ts$|^\.\/sql\.ts$/;

/** SQL outside stores, by content: each place as a sentence. */
export function findSqlOutsideStores(file: string, source: string, parsed: ParseResult): string[] {
  if (PLACES.test(file)) return [];
  const lineOf = createLineOf(source);
  const offsets: number[] = parsed.module.staticImports
    .filter(({ moduleRequest, entries }) => WRITERS.test(moduleRequest.value) && entries.some(({ isType }) => !isType))
    .map(({ start }) => start);
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string' && STATEMENT.test(value)) offsets.push(start);
    },
    TemplateLiteral({ quasis, start }) {
      if (STATEMENT.test(quasis[0]?.value.raw ?? '')) offsets.push(start);
    },
    CallExpression({ callee, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { object, property } = callee;
      const name =
        object.type === 'Identifier'
          ? object.name
          : 'property' in object && object.property.type === 'Identifier'
            ? object.property.name
            : '';
      if (name === 'db' && BUILDERS.includes(property.name)) offsets.push(start);
    },
  }).visit(parsed.program);
  return [...new Set(offsets.map(lineOf))].map((line) => `${file}:${line}: SQL belongs in store.ts or in store/`);
}
