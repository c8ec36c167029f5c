import { hash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { QueryResultRow } from 'pg';
import { type Columns, typeOf } from '../src/infra/postgres/row-schema.ts';
import type { Field } from '../src/infra/postgres/rows.ts';
import type { Executed } from '../src/infra/postgres/run-sql.ts';

/** Types by their number in PostgreSQL's catalogue. */
const SQL_TYPES: Record<number, string> = {
  16: 'boolean',
  17: 'bytea',
  19: 'name',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  114: 'json',
  700: 'real',
  701: 'double precision',
  1000: 'boolean[]',
  1005: 'smallint[]',
  1007: 'integer[]',
  1009: 'text[]',
  1016: 'bigint[]',
  1184: 'timestamp with time zone',
  1185: 'timestamp with time zone[]',
  2278: 'void',
  2950: 'uuid',
  3802: 'jsonb',
  5069: 'xid8',
};

/** Throws if the rows of a statement are not what it declares, as PostgreSQL describes them. */
export function checkRows({ text, columns, result: { fields, rows } }: Executed) {
  const wrong = columns ? findMistakes(columns, fields, rows) : fields.filter(isRead).map(toUndeclared);
  if (wrong.length) throw new Error(`The rows of a statement are not as declared: ${wrong.join(', ')}\n${text}`);
}

/** Identifies a template by its text, in the source and at run time. */
export const keyOf = (strings: readonly string[]) => hash('sha256', strings.join('\0'), 'base64url');

/** Checks every statement, and adds a line to the file for each one that ran. */
export function createRowCheck(file: string) {
  const checked = new Set<TemplateStringsArray>();
  return (executed: Executed) => {
    checkRows(executed);
    const { strings } = executed;
    if (checked.has(strings)) return;
    checked.add(strings);
    appendFileSync(file, `${keyOf(strings.raw)}\n`);
  };
}

/** A function without a result is called with SELECT. */
const isRead = ({ dataTypeID }: Field) => SQL_TYPES[dataTypeID] !== 'void';
const toUndeclared = ({ name }: Field) => `${name} is not declared`;

function findMistakes(columns: Columns, fields: Field[], rows: QueryResultRow[]) {
  const mistakes = Object.entries(columns).flatMap(([name, column]) => {
    const field = fields.find((each) => each.name === name);
    if (!field) return `${name} is missing`;
    const { sqlTypes, isNullable } = typeOf(column);
    const sqlType = SQL_TYPES[field.dataTypeID] ?? String(field.dataTypeID);
    if (!sqlTypes.includes(sqlType)) return `${name} is ${sqlType}, not ${sqlTypes.join(' or ')}`;
    return !isNullable && rows.some((row) => row[name] === null) ? `${name} is null` : [];
  });
  return [...fields.filter(({ name }) => !(name in columns)).map(toUndeclared), ...mistakes];
}
