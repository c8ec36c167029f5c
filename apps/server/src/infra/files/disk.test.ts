import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataDirectory } from '../../../test/server-process.ts';
import { createDisk } from './disk.ts';

test('files and their directories are accessible to their owner only', async () => {
  const data = dataDirectory();
  const staged = path.join(data, 'staged');
  fs.writeFileSync(staged, 'x', { mode: 0o600 });
  await createDisk(path.join(data, 'files')).put('12/2026-11-15/a', staged);
  const modeOf = (...below: string[]) => fs.statSync(path.join(data, 'files', ...below)).mode & 0o777;
  expect([modeOf(), modeOf('12'), modeOf('12', '2026-11-15')]).toEqual([0o700, 0o700, 0o700]);
  expect(modeOf('12', '2026-11-15', 'a')).toBe(0o600);
});

test('a file that cannot be put stays where it was staged', async () => {
  const data = dataDirectory();
  const staged = path.join(data, 'staged');
  fs.writeFileSync(staged, 'x');
  fs.writeFileSync(path.join(data, 'files'), 'in the way');
  await expect(createDisk(path.join(data, 'files')).put('12/a', staged)).rejects.toThrow();
  expect(fs.existsSync(staged)).toBe(true);
});

test('a file that was never staged cannot be put', async () => {
  const data = dataDirectory();
  await expect(createDisk(data).put('12/a', path.join(data, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
});
