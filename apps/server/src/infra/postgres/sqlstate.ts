/** SQLSTATEs, by the names that PostgreSQL has for them. */
export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
export const CHECK_VIOLATION = '23514';
export const READ_ONLY_SQL_TRANSACTION = '25006';
export const SERIALIZATION_FAILURE = '40001';
export const STATEMENT_COMPLETION_UNKNOWN = '40003';
export const DEADLOCK_DETECTED = '40P01';
export const DUPLICATE_DATABASE = '42P04';
export const DUPLICATE_TABLE = '42P07';
export const LOCK_NOT_AVAILABLE = '55P03';
export const QUERY_CANCELED = '57014';

/** The SQLSTATE that a statement failed with, also where Drizzle wrapped the driver's error. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : sqlStateOf(error.cause);
}
