import { Column, type GetColumnData, is } from 'drizzle-orm';

/** The type of a column that is computed, and of the values read from it. */
export interface ColumnType<Value = unknown> {
  sqlTypes: readonly string[];
  isNullable: boolean;
  /** Only in the types. */
  value?: Value;
}

/** The columns of a statement's rows: those of tables as they are, computed ones by their type. */
export type Columns = Record<string, Column | ColumnType>;

type ValueOf<C> = C extends Column ? GetColumnData<C> : C extends ColumnType<infer Value> ? Value : never;

export type RowOf<C extends Columns> = { [Name in keyof C]: ValueOf<C[Name]> };

/** Columns of a table, by name. */
export function pick<T extends Record<Name, Column>, Name extends string>(table: T, ...names: Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, Name>;
}

const type = <Value>(...sqlTypes: string[]): ColumnType<Value> => ({ sqlTypes, isNullable: false });

const INTEGER = type<number>('smallint', 'integer', 'bigint');
const NUMBER = type<number>('real', 'double precision');
const TEXT = type<string>('text', 'uuid', 'xid8', 'name');
const BOOLEAN = type<boolean>('boolean');
const TIME = type<string>('timestamp with time zone');
const BYTES = type<Buffer>('bytea');
const JSON_TYPE = type<unknown>('json', 'jsonb');

export const integer = () => INTEGER;
export const number = () => NUMBER;
export const text = <Value extends string = string>() => TEXT as ColumnType<Value>;
export const boolean = () => BOOLEAN;
/** A point in time, read as ISO 8601. */
export const time = () => TIME;
export const bytes = () => BYTES;
export const json = <Value>() => JSON_TYPE as ColumnType<Value>;

export function array<Value>(of: ColumnType<Value>): ColumnType<Value[]> {
  return { sqlTypes: of.sqlTypes.map((each) => `${each}[]`), isNullable: false };
}

/** For a computed column, or a table's column in an outer join. */
export function nullable<C extends Column | ColumnType>(of: C): ColumnType<ValueOf<C> | null> {
  return { sqlTypes: typeOf(of).sqlTypes, isNullable: true };
}

/** Columns from the optional side of an outer join, which are all null if it has no match. */
export function optional<C extends Columns>(columns: C) {
  const entries = Object.entries(columns).map(([name, column]) => [name, nullable(column)]);
  return Object.fromEntries(entries) as { [Name in keyof C]: ColumnType<ValueOf<C[Name]> | null> };
}

export function typeOf(column: Column | ColumnType): ColumnType {
  if (!is(column, Column)) return column;
  const sqlType = column.getSQLType();
  // A domain is described as the type it is based on.
  return { sqlTypes: [sqlType === 'sealed' ? 'text' : sqlType], isNullable: !column.notNull };
}
