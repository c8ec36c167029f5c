import { describeError } from './infra/log.ts';
import { isUnavailable } from './infra/postgres/unavailable.ts';
import { StartupError } from './infra/startup-error.ts';

interface Program {
  /** Aborted when the program is told to stop: whatever it waits for must end then. */
  signal: AbortSignal;
  /** Everything opened so far; closed in reverse order, whatever ends the program. */
  resources: AsyncDisposableStack;
  /** Ends the program with an error. */
  fail: (error: unknown) => void;
}

interface Options {
  /** A server goes on after its main function has returned; a command is done then. */
  isServer: boolean;
}

const STOP_MS = 4_900;
const INTERRUPTED = 130;

/** Runs a program until it is done, fails or gets a signal. One signal is enough: the stop has a time limit. */
export function runProgram(main: (program: Program) => Promise<void>, { isServer }: Options) {
  const stopping = new AbortController();
  const resources = new AsyncDisposableStack();

  async function stop(code: number) {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(code), STOP_MS);
    await running.catch(() => undefined);
    await resources.disposeAsync().catch(report);
    process.exit(code);
  }

  function fail(error: unknown) {
    if (stopping.signal.aborted) return;
    if (isServer) process.stderr.write("\nParley can't run.\n");
    report(error);
    void stop(error instanceof StartupError ? error.exitCode : 1);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(isServer ? 0 : INTERRUPTED));
  }
  process.on('uncaughtException', fail);
  // A database that is away is waited for; a library's promise that nobody awaits must not end the server then.
  process.on('unhandledRejection', (error) => (isUnavailable(error) ? report(error) : fail(error)));

  const running = Promise.try(main, { signal: stopping.signal, resources, fail });
  running.then(() => {
    if (!isServer) void stop(0);
  }, fail);
}

/** As the log says it: without the values of a statement. */
function printed({ message, stack = '', cause }: ReturnType<typeof describeError>): string {
  return [message, stack, ...(cause ? [`Caused by: ${printed(cause)}`] : [])].filter(Boolean).join('\n');
}

function report(error: unknown) {
  process.stderr.write(`${error instanceof StartupError ? error.message : printed(describeError(error))}\n`);
}
