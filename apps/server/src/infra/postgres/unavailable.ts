/** SQLSTATE classes and codes that say: not now. The same request may succeed in a moment. */
const NOT_NOW = /^(08...|53...|57P..|57014|55P03|25006|40001|40003|40P01)$/;
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
  if (isNoSocket || NETWORK.test(code) || NOT_NOW.test(code) || DRIVER.test(error.message)) return true;
  return isUnavailable(error.cause);
}
