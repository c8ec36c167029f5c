import { hash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { type Columns, type ColumnType, typeOf } from '../src/infra/postgres/row-schema.ts';
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

/** What is known of a statement that ran: its described columns, and those that are never null. */
interface Known {
  fields: Field[];
  required: string[];
}

const known = new WeakMap<TemplateStringsArray, Known>();

/** Throws if the rows of a statement are not what it declares, as PostgreSQL describes them. */
export function checkRows({ strings, text, columns = {}, result: { fields, rows } }: Executed) {
  // The driver describes a text once.
  const before = known.get(strings);
  const { required } = before?.fields === fields ? before : checkColumns(text, columns, fields);
  if (before?.fields !== fields) known.set(strings, { fields, required });
  const nulls = required.filter((name) => rows.some((row) => row[name] === null));
  refuse(
    text,
    nulls.map((name) => `${name} is null`),
  );
}

function checkColumns(text: string, columns: Columns, fields: Field[]) {
  const undeclared = fields.filter((field) => isRead(field) && !(field.name in columns));
  const mistakes = Object.entries(columns).flatMap(([name, column]) => {
    const field = fields.find((each) => each.name === name);
    if (!field) return `${name} is missing`;
    const { sqlTypes } = typeOf(column);
    const sqlType = SQL_TYPES[field.dataTypeID] ?? String(field.dataTypeID);
    return sqlTypes.includes(sqlType) ? [] : `${name} is ${sqlType}, not ${sqlTypes.join(' or ')}`;
  });
  refuse(text, [...undeclared.map(({ name }) => `${name} is not declared`), ...mistakes]);
  return { required: Object.keys(columns).filter((name) => !typeOf(columns[name] as ColumnType).isNullable) };
}

/** A function without a result is called with SELECT. */
const isRead = ({ dataTypeID }: Field) => SQL_TYPES[dataTypeID] !== 'void';

function refuse(text: string, mistakes: string[]) {
  if (mistakes.length) throw new Error(`The rows of a statement are not as declared: ${mistakes.join(', ')}\n${text}`);
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
