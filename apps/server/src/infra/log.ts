import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** JSON lines on standard error, since standard output is for commands; short lines on a terminal. */
export function createLog(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return process.stderr.isTTY ? pino(options, terminal) : pino(options, pino.destination({ dest: 2, sync: true }));
}

interface Description {
  message: string;
  code?: string;
  stack?: string;
  cause?: Description;
}

/**
 * The parts of an error that are safe to log. Messages of Drizzle repeat the values of a statement, those of PostgreSQL the
 * refused values (classes 22 and 23), and the bytes of a bad request contain its headers.
 */
export function describeError(error: unknown): Description {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, cause } = error as NodeJS.ErrnoException;
  const frames = error.stack?.split('\n').filter((line) => /^ +at /.test(line));
  return {
    message: messageOf(error, code),
    code,
    stack: frames?.join('\n'),
    cause: cause === undefined ? undefined : describeError(cause),
  };
}

function messageOf(error: Error & { query?: unknown }, code: string | undefined) {
  if (typeof error.query === 'string') return `Failed query: ${error.query}`;
  if (/^2[23]...$/.test(code ?? '')) return 'The database refused a value';
  return error.message;
}

const terminal: DestinationStream = {
  write(line: string) {
    const { level, time, msg, err, ...rest } = JSON.parse(line);
    const facts = Object.entries(rest).map(
      ([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
    const label = pino.levels.labels[level] ?? level;
    const details = err ? `\n${err.message}${err.cause ? `: ${err.cause.message}` : ''}\n${err.stack}` : '';
    process.stderr.write(`${time.slice(11, 19)} ${label.padEnd(5)} ${[msg, ...facts].join(' ')}${details}\n`);
  },
};
