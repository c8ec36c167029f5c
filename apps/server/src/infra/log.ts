import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** JSON lines on standard error, where standard output belongs to people and to the command line; short lines on a terminal. */
export function createLog(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return process.stderr.isTTY ? pino(options, terminal) : pino(options, pino.destination({ dest: 2, sync: true }));
}

const terminal: DestinationStream = {
  write(line: string) {
    const { level, time, msg, err, ...rest } = JSON.parse(line);
    const facts = Object.entries(rest).map(
      ([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
    const stack = err?.stack ? `\n${err.stack}` : '';
    process.stderr.write(
      `${time.slice(11, 19)} ${(LEVELS[level] ?? level).padEnd(5)} ${[msg, ...facts].join(' ')}${stack}\n`,
    );
  },
};
