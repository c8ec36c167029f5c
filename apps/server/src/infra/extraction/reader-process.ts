import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import { ExtractionError, type ExtractionReason } from './content.ts';
import type { ReaderLimits } from './limits.ts';
import type { Answer, Task } from './reader-messages.ts';

const MAIN = fileURLToPath(new URL('./reader/main.ts', import.meta.url));
/** Of standard error, for the log. */
const LOGGED_CHARACTERS = 2_000;

export interface Result {
  items: object[];
  rest: object;
}

export interface ReaderProcess {
  /** Whether it can read another document; one that holds on to much memory can't. */
  isUsable: () => boolean;
  /** One task at a time. Rejects only once the process has ended, if it does. */
  read: (task: Task, signal: AbortSignal) => Promise<Result>;
  /** Resolves when it has ended. */
  end: () => Promise<void>;
}

interface ReaderOptions {
  limits: ReaderLimits;
  log: Log;
}

/** Starts a process that reads documents and may die of them. */
export function startReader({ limits, log }: ReaderOptions): ReaderProcess {
  const child = spawnReader(limits);
  const ended = endOf(child);
  logErrors(child, log);
  const ready = Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('The process that reads documents did not start');
    }),
  ]);
  ready.catch(() => undefined);
  let isUsable = true;
  const kill = () => {
    isUsable = false;
    child.kill('SIGKILL');
  };
  void ended.then(() => {
    isUsable = false;
  });

  return {
    isUsable: () => isUsable,
    async read(task, signal) {
      const timeoutMs = task.kind === 'document' ? limits.timeoutMs : limits.pageTimeoutMs;
      const stopped = stopOn(signal, timeoutMs, kill);
      try {
        await ready;
        const outcome = await exchange(child, task, ended);
        // Memory that is not returned would count for the next document.
        if (outcome.rss > limits.memoryBytes / 2) kill();
        if (outcome.reason) throw new ExtractionError(outcome.reason);
        return outcome;
      } catch (error) {
        throw stopped.why() ?? error;
      } finally {
        stopped.clear();
        if (!isUsable) await ended;
      }
    },
    async end() {
      kill();
      await ended;
    },
  };
}

/**
 * Nothing of the environment, since it has secrets; a session of its own, so that Ctrl-C reaches only the server. Node's
 * permissions are a second line: what strangers write is parsed here. The first is that no parser runs code of a document.
 */
function spawnReader({ heapMegabytes, memoryBytes }: ReaderLimits) {
  const flags = [
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    '--allow-fs-read=*',
    '--allow-worker',
    '--disable-warning=PERM0006',
  ];
  return spawn(process.execPath, [...flags, MAIN, String(process.pid), String(memoryBytes)], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

type End = { code: number | null; signal: NodeJS.Signals | null };

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', () => child.pid === undefined && resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function logErrors(child: ChildProcess, log: Log) {
  let left = LOGGED_CHARACTERS;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (left > 0) log.debug({ text: text.slice(0, left) }, 'The process that reads documents wrote');
    left -= text.length;
  });
}

interface Outcome extends Result {
  reason?: ExtractionReason;
  rss: number;
}

/** Sends a task and collects the answer. */
function exchange(child: ChildProcess, task: Task, ended: Promise<End>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const items: object[] = [];
    const receive = (answer: Answer) => {
      if (answer.kind === 'items') items.push(...answer.items);
      if (answer.kind !== 'done' && answer.kind !== 'failed') return;
      child.off('message', receive);
      resolve(answer.kind === 'done' ? { ...answer, items } : { ...answer, items: [], rest: {} });
    };
    child.on('message', receive);
    void ended.then((end) => reject(new ExtractionError(reasonOfEnd(end))));
    child.send(task, () => undefined);
  });
}

/** The watchdog, V8 and the system end a process that takes too much memory by these signals. */
function reasonOfEnd({ signal }: End): ExtractionReason {
  return signal === 'SIGKILL' || signal === 'SIGABRT' ? 'memory' : 'broken';
}

/** Stops the process on the signal or after so long, and says why. */
function stopOn(signal: AbortSignal, timeoutMs: number, stop: () => void) {
  let why: unknown;
  const stopFor = (reason: unknown) => {
    why ??= reason;
    stop();
  };
  const onAbort = () => stopFor(signal.reason);
  const timer = setTimeout(() => stopFor(new ExtractionError('timeout')), timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return {
    why: () => why,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
