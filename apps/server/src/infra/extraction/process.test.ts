import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readersOf } from '../../../test/documents/child-processes.ts';
import { never, readFile, startExtractor } from '../../../test/documents/extractors.ts';
import { nestedHtml } from '../../../test/documents/markup-files.ts';
import { scratchFile } from '../../../test/documents/scratch-files.ts';
import { isRunning } from '../../../test/server-process.ts';
import { until } from '../../../test/until.ts';

const MB = 1024 ** 2;
/** Takes a second or more. */
const slow = () => nestedHtml(30_000);
const reader = () => readersOf(process.pid).find((pid) => isRunning(pid));
const started = () => until(() => reader() ?? false, 'the reader has started');

test('a document that takes too long ends as timeout, and the next one is read', async () => {
  const { extractor } = startExtractor({ timeoutMs: 1 });
  expect(await readFile(extractor, 'slow.html', slow())).toMatchObject({ outcome: 'timeout' });
  expect(reader()).toBeUndefined();
});

test('a document that takes too much memory ends as memory, and the next one is read', async () => {
  const { extractor, metrics } = startExtractor({ memoryBytes: 110 * MB });
  expect(await readFile(extractor, 'slow.html', slow())).toMatchObject({ outcome: 'memory' });
  expect(await readFile(extractor, 'a.txt', 'Hi')).toMatchObject({ outcome: 'read' });
  expect(await metrics.metrics()).toMatch(
    /kb_extractions_total\{type="html",outcome="memory"\} 1\n.*type="text",outcome="read"\} 1/s,
  );
});

test('a heap that is full ends as memory', async () => {
  const { extractor } = startExtractor({ heapMegabytes: 24 });
  expect(await readFile(extractor, 'long.html', '<p>x'.repeat(300_000))).toMatchObject({ outcome: 'memory' });
});

test('an abort ends the process, and the next document is read', async () => {
  const { extractor } = startExtractor();
  const abort = new AbortController();
  const document = { path: scratchFile('slow.html', slow()), type: 'html' as const, name: 'slow.html' };
  const reading = extractor.readDocument(document, abort.signal);
  const pid = await started();
  abort.abort(new Error('Deleted'));
  await expect(reading).rejects.toThrow('Deleted');
  expect(isRunning(pid)).toBe(false);
  await expect(extractor.readDocument(document, abort.signal)).rejects.toThrow('Deleted');
  expect(await readFile(extractor, 'a.txt', 'Hi')).toMatchObject({ outcome: 'read' });
});

test('documents are read one at a time, and who waits may give up', async () => {
  const { extractor } = startExtractor();
  const abort = new AbortController();
  const path = scratchFile('slow.html', slow());
  const order: string[] = [];
  const read = async (name: string, signal: AbortSignal) => {
    await extractor.readDocument({ path, type: 'html', name }, signal);
    order.push(name);
  };
  const [first, second, third] = [read('first', never()), read('second', abort.signal), read('third', never())];
  await started();
  abort.abort(new Error('Deleted'));
  await expect(second).rejects.toThrow('Deleted');
  expect(order).toEqual([]);
  await Promise.all([first, third]);
  expect(order).toEqual(['first', 'third']);
});

test('a process serves many documents, and ends when there are none', async () => {
  const { extractor } = startExtractor({ idleMs: 2_000 });
  await readFile(extractor, 'a.txt', 'Hi');
  const pid = reader();
  await readFile(extractor, 'b.txt', 'Hi');
  expect(reader()).toBe(pid);
  await until(() => reader() === undefined, 'the reader has ended');
  expect(await readFile(extractor, 'c.txt', 'Hi')).toMatchObject({ outcome: 'read' });
});

test('closing ends the process and refuses what is waiting, without a reason of the document', async () => {
  const { extractor } = startExtractor();
  const document = { path: scratchFile('slow.html', slow()), type: 'html' as const, name: 'slow.html' };
  const reading = [extractor.readDocument(document, never()), extractor.readDocument(document, never())];
  const settled = Promise.allSettled(reading);
  await started();
  await extractor.close();
  expect(await settled).toMatchObject([
    { reason: { message: 'The server is closing' } },
    { reason: { message: 'The server is closing' } },
  ]);
  expect(reader()).toBeUndefined();
});

test('signals for the whole group do not end a document', async () => {
  const { extractor } = startExtractor();
  await readFile(extractor, 'a.txt', 'Hi');
  const pid = await started();
  const reading = readFile(extractor, 'slow.html', slow());
  process.kill(pid, 'SIGTERM');
  process.kill(pid, 'SIGINT');
  expect(await reading).toMatchObject({ outcome: 'read' });
});

test('the process has no environment and no rights beyond reading', async () => {
  const { extractor } = startExtractor();
  await readFile(extractor, 'a.txt', 'Hi');
  const { stdout } = await readProcess(await started());
  expect(stdout).toContain('--permission');
  expect(stdout).not.toMatch(/PATH=|HOME=/);
});

test('a reader does not survive a server that was killed', async () => {
  const script = fileURLToPath(new URL('../../../test/documents/orphan.ts', import.meta.url));
  const server = spawn(process.execPath, [script, scratchFile('slow.html', slow())], { stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  const pid = await until(() => readersOf(server.pid ?? 0)[0] ?? false, 'the reader has started');
  server.kill('SIGKILL');
  await until(() => !isRunning(pid), 'the reader has ended');
});

/** Command and environment of a process. */
async function readProcess(pid: number) {
  const ps = spawn('ps', ['e', 'ww', '-o', 'command=', '-p', String(pid)]);
  return { stdout: (await ps.stdout.setEncoding('utf8').toArray()).join('') };
}
