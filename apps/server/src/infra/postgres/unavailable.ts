import {
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  QUERY_CANCELED,
  READ_ONLY_SQL_TRANSACTION,
  SERIALIZATION_FAILURE,
  STATEMENT_COMPLETION_UNKNOWN,
} from './sqlstate.ts';

/** The same request may succeed in a moment. */
const RETRYABLE = [
  QUERY_CANCELED,
  LOCK_NOT_AVAILABLE,
  READ_ONLY_SQL_TRANSACTION,
  SERIALIZATION_FAILURE,
  STATEMENT_COMPLETION_UNKNOWN,
  DEADLOCK_DETECTED,
];
/** Connection exceptions, insufficient resources, and interventions by an operator. */
const RETRYABLE_CLASSES = /^(08...|53...|57P..)$/;
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const DRIVER =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|connection error and is not queryable|query read timeout|after calling end on the pool/i;

/** Whether an error means that the database is away or full, rather than that the statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // A socket file that is missing or closed to us is a database that is away; any other file is not.
  const isNoSocket = syscall === 'connect' && /^(ENOENT|EACCES)$/.test(code);
  const isRetryable = RETRYABLE.includes(code) || RETRYABLE_CLASSES.test(code);
  if (isNoSocket || NETWORK.test(code) || isRetryable || DRIVER.test(error.message)) return true;
  return isUnavailable(error.cause);
}
