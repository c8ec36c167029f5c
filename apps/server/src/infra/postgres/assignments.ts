import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Fragment, fragment, raw } from './sql.ts';

/**
 * `column = value` for each change, for updates whose columns vary. Undefined leaves a column as it is. A statement of
 * these has one text per set of columns.
 */
export function assignments<T extends PgTable>(table: T, changes: Partial<T['$inferInsert']>): Fragment[] {
  const columns = getTableColumns(table);
  return Object.entries(changes).flatMap(([name, value]) => {
    const column = columns[name];
    if (!column) throw new Error(`There is no column ${name}`);
    if (value === undefined) return [];
    return fragment`${raw(name)} = ${value === null ? null : column.mapToDriverValue(value)}`;
  });
}
