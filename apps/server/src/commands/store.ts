import { integer } from '../infra/postgres/row-schema.ts';
import type { RunSql } from '../infra/postgres/run-sql.ts';

export const countMigrations = (sql: RunSql) =>
  sql({ migrations: integer() })`SELECT count(*)::int AS migrations FROM drizzle.__drizzle_migrations`;
