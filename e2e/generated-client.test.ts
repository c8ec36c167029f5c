import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { startApp } from '../apps/server/test/harness.ts';

const folder = new URL('generated-client/', import.meta.url);

test('types generated from the served document compile with a client that uses them', async () => {
  const { http } = await startApp();
  const document = (await http.inject('/api/openapi.json')).json();
  await writeFile(new URL('openapi.generated.d.ts', folder), astToString(await openapiTS(document)));
  const run = promisify(execFile)('tsc', ['--noEmit', '-p', fileURLToPath(folder)], { encoding: 'utf8' });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('the client works with a server', async () => {
  // Its types exist only in the test above.
  const { addContact, readMissing, writeAsVisitor } = await import(new URL('shop-bridge.ts', folder).href);
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const server = { url: app.address, token: ann.token };
  expect(await addContact(server, 'ann@example.test')).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    emails: ['ann@example.test'],
  });
  expect(await readMissing(server)).toEqual({ status: 404, reason: 'not_found' });
  expect(await writeAsVisitor(app.address, ann.buttonGuid, 'hello')).toBe('hello');
});
