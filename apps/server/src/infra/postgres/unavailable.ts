/** SQLSTATE classes and codes that say: not now. The same request may succeed in a moment. */
const NOT_NOW = /^(08|57P|53)|^(25006|40003)$/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
]);
const DRIVER =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout/i;

/** Whether an error means that the database is away or full, rather than that the statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (code && (NETWORK.has(code) || (code.length === 5 && NOT_NOW.test(code)))) return true;
  return DRIVER.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause));
}
