// The process that reads documents of strangers: it has no network, writes no files and starts no programs.
import os from 'node:os';
import { ExtractionError, type ExtractionReason } from '../content.ts';
import type { Answer, Task } from '../reader-messages.ts';
import { read } from './read.ts';
import { startWatchdog } from './start-watchdog.ts';

/** Items of a message together have about so many characters. */
const MESSAGE_CHARACTERS = 250_000;

const [parent, memoryBytes] = process.argv.slice(2).map(Number);
const watchdog = startWatchdog({ parent: parent ?? 0, memoryBytes: memoryBytes ?? 0 });
// The server's own threads go first; the watchdog was started before and keeps its priority.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

process.on('disconnect', () => process.exit());
// They reach the whole group or container: the server decides when its reader ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// PDF.js leaves rejected promises behind when it gives up on a file.
process.on('unhandledRejection', () => undefined);
process.on('message', (task: Task) => void answer(task));
await send({ kind: 'ready' });

async function answer(task: Task) {
  watchdog.watch();
  try {
    const { items, rest } = await read(task);
    for (const part of partsOf(items)) await send({ kind: 'items', items: part });
    await send({ kind: 'done', rest, rss: process.memoryUsage.rss() });
  } catch (error) {
    await send({ kind: 'failed', reason: reasonOf(error), rss: process.memoryUsage.rss() });
  }
  watchdog.rest();
}

function* partsOf(items: { text?: string; content?: string }[]) {
  let part: object[] = [];
  let characters = 0;
  for (const item of items) {
    part.push(item);
    characters += (item.text ?? item.content ?? '').length;
    if (characters < MESSAGE_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length) yield part;
}

function reasonOf(error: unknown): ExtractionReason {
  if (error instanceof ExtractionError) return error.reason;
  const { code, message = '' } = error as NodeJS.ErrnoException;
  // V8 and Node refuse single texts and buffers before they take the memory.
  if (code === 'ERR_STRING_TOO_LONG' || /invalid string length/i.test(message)) return 'too_large';
  if (/array buffer allocation failed|invalid (?:typed )?array length/i.test(message)) return 'memory';
  return 'broken';
}

function send(message: Answer) {
  return new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}
