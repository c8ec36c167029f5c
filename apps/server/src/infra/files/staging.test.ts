import * as fs from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { dataDirectory } from '../../../test/server-process.ts';
import { until } from '../../../test/until.ts';
import { createStaging, FileTooLarge } from './staging.ts';

const stagingIn = (directory = dataDirectory()) => ({
  ...createStaging(directory),
  staging: path.join(directory, 'staging'),
  files: () => fs.readdirSync(path.join(directory, 'staging')),
});

const chunks = (count: number, bytes: number) => Readable.from(Array(count).fill(Buffer.alloc(bytes, 'a')));

test('a received file is whole and private, and has its size and type', async () => {
  const { receive, staging } = stagingIn();
  const staged = await receive(Readable.from([Buffer.from('%PDF'), Buffer.from('-1.7 '), Buffer.from('text')]), 100);
  expect(staged).toEqual({ path: expect.stringContaining(staging), size: 13, type: 'application/pdf' });
  expect(fs.readFileSync(staged.path, 'latin1')).toBe('%PDF-1.7 text');
  expect(fs.statSync(staged.path).mode & 0o777).toBe(0o600);
  expect(fs.statSync(staging).mode & 0o777).toBe(0o700);
});

test('a file of exactly the limit is accepted, and one byte more is too large', async () => {
  const { receive, files } = stagingIn();
  expect(await receive(chunks(16, 64), 1024)).toMatchObject({ size: 1024, type: 'text/plain' });
  await expect(receive(chunks(16, 64), 1023)).rejects.toThrow(FileTooLarge);
  await expect(receive(chunks(16, 64), 1023)).rejects.toMatchObject({ maxBytes: 1023 });
  expect(files()).toHaveLength(1);
});

test('an empty file is accepted', async () => {
  const { receive } = stagingIn();
  const staged = await receive(Readable.from([]), 10);
  expect(staged.size).toBe(0);
  expect(fs.statSync(staged.path).size).toBe(0);
});

test('a stream over the limit is not read to its end', async () => {
  const { receive } = stagingIn();
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
  await expect(receive(endless, 1024 * 1024)).rejects.toThrow(FileTooLarge);
  expect(endless.destroyed).toBe(true);
});

test('a stream that fails in the middle leaves nothing behind', async () => {
  const { receive, files } = stagingIn();
  const stream = new PassThrough();
  const receiving = receive(stream, 1024);
  stream.write('half');
  await until(() => files().length === 1, 'the file has begun');
  stream.destroy(new Error('The line is dead'));
  await expect(receiving).rejects.toThrow('The line is dead');
  expect(files()).toEqual([]);
});

test('a stream that fails immediately, or has failed already, is an error and leaves nothing behind', async () => {
  const { receive, files } = stagingIn();
  const failing = new PassThrough();
  const receiving = receive(failing, 1024);
  failing.destroy(new Error('At once'));
  await expect(receiving).rejects.toThrow('At once');
  await expect(receive(failing, 1024)).rejects.toThrow();
  expect(files()).toEqual([]);
});

test('a stream that is closed before its end is an error', async () => {
  const { receive, files } = stagingIn();
  const stream = new PassThrough();
  const receiving = receive(stream, 1024);
  stream.write('half');
  stream.destroy();
  await expect(receiving).rejects.toThrow();
  expect(files()).toEqual([]);
});

test('a directory that cannot be created is an error, and the stream is destroyed', async () => {
  const directory = dataDirectory();
  fs.writeFileSync(path.join(directory, 'staging'), 'in the way');
  const stream = chunks(4, 64);
  await expect(createStaging(directory).receive(stream, 1024)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(stream.destroyed).toBe(true);
});

test('a staged file can be discarded, and discarding it twice is fine', async () => {
  const { receive, discard, files } = stagingIn();
  const staged = await receive(chunks(1, 10), 100);
  await discard(staged);
  await discard(staged);
  expect(files()).toEqual([]);
});

test('the sweep removes old files that a crash left behind, and keeps recent ones', async () => {
  const { receive, sweep, files } = stagingIn();
  const now = Temporal.Instant.from('2026-11-15T12:00:00Z');
  expect(await sweep(60_000, now)).toBe(0);
  const [old, fresh] = [await receive(chunks(1, 10), 100), await receive(chunks(1, 10), 100)];
  const touch = (file: string, ago: number) => {
    const time = new Date(now.epochMilliseconds - ago);
    fs.utimesSync(file, time, time);
  };
  touch(old.path, 60_001);
  touch(fresh.path, 60_000);
  expect(await sweep(60_000, now)).toBe(1);
  expect(files()).toEqual([path.basename(fresh.path)]);
});
