import { AsyncLocalStorage } from 'node:async_hooks';
import { createInterface } from 'node:readline';
import { inspectors } from '../src/infra/postgres/run-sql.ts';
import { createRowCheck } from './checked-rows.ts';

// Runs commands one after the other: each line it reads is `{ args, env }`. Loading the command line's modules takes a
// second of CPU and a command some milliseconds, so only `cli.ts` itself is evaluated again.

const [checkedStatements = ''] = process.argv.splice(2);
inspectors.add(createRowCheck(checkedStatements));

const cli = new URL('../src/cli.ts', import.meta.url);

const leave = process.exit.bind(process);
/** Identifies the running command: a stop timer of an earlier one may still be pending. */
const exits = new AsyncLocalStorage<(code: number) => void>();
process.exit = ((code: number) => exits.getStore()?.(code)) as typeof process.exit;

/** Signal listeners of the running command. */
const listeners: [event: string, listener: () => void][] = [];
const listen = process.on.bind(process) as (event: string, listener: () => void) => typeof process;
process.on = ((event: string, listener: () => void) => {
  const ofCommand = AsyncLocalStorage.bind(listener);
  listeners.push([event, ofCommand]);
  return listen(event, ofCommand);
}) as typeof process.on;
// A command may end by itself while it is being stopped.
listen('SIGINT', () => undefined);

let runs = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { args, env } = JSON.parse(line);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(2, process.argv.length, ...args);
  runs += 1;
  const code = await new Promise<number>((resolve, reject) => {
    exits.run(resolve, () => void import(`${cli}?run=${runs}`).catch(reject));
  });
  for (const [event, listener] of listeners.splice(0)) process.off(event, listener);
  // Marks the end of the command's output on both streams.
  process.stderr.write('\0');
  process.stdout.write(`\0${code}\n`);
}
leave(0);
