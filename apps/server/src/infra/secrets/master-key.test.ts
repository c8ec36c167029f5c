import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openAndClose, refusalOf } from '../../../test/installations.ts';
import { dataDirectory, startServer, usedDataDirectory } from '../../../test/server-process.ts';

test('the first start creates the key, readable by its owner only, and the next keeps it', async () => {
  const dataDir = dataDirectory();
  const keyFile = path.join(dataDir, 'master.key');
  const keys: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const server = startServer({ DATA_DIR: dataDir }, { script: 'bare' });
    await server.ready();
    const { stdout, stderr } = await server.stop();
    keys.push(fs.readFileSync(keyFile, 'utf8').trim());
    expect(stdout + stderr).not.toContain(keys[0]);
  }
  expect(keys[0]).toBe(keys[1]);
  expect(Buffer.from(keys[0] ?? '', 'base64').length).toBe(32);
  expect(fs.statSync(keyFile).mode & 0o777).toBe(0o600);
});

test('a lost or changed key is refused and never replaced', async () => {
  const dataDir = usedDataDirectory();
  const keyFile = path.join(dataDir, 'master.key');
  const key = fs.readFileSync(keyFile);

  fs.rmSync(keyFile);
  expect(await refusalOf({ DATA_DIR: dataDir })).toContain('master key is missing');
  expect(fs.existsSync(keyFile)).toBe(false);

  fs.writeFileSync(keyFile, Buffer.alloc(32, 7).toString('base64'));
  expect(await refusalOf({ DATA_DIR: dataDir })).toContain('uses another master key');

  fs.writeFileSync(keyFile, key);
  await openAndClose({ DATA_DIR: dataDir });
});
