import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes a file for as long as the test runs. */
export function scratchFile(name: string, content: string | Buffer): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-document-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true }));
  const file = path.join(directory, name);
  fs.writeFileSync(file, content);
  return file;
}
