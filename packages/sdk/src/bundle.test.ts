import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { api, dashboard } from '@parley/contract';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

test('the browser bundle has the client and the route table, and no schemas', async () => {
  const warnings: unknown[] = [];
  const input = fileURLToPath(new URL('./index.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser', onLog: (_, log) => warnings.push(log) });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();

  const [{ code, exports, imports }] = output;
  expect(warnings).toEqual([]);
  expect(output).toHaveLength(1);
  expect(imports).toEqual([]);
  expect(exports).toEqual(expect.arrayContaining(['ParleyProblem', 'createClient', 'verifyWebhook']));
  expect(code).not.toMatch(/~kind|typebox|node:/i);

  const count = [api, dashboard].flatMap(Object.values).flatMap(Object.keys).length;
  expect(code.length).toBeLessThan(10_000 + 65 * count);

  const sdk = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  const signature = `sha256=v1:${createHmac('sha256', 's').update('b').digest('hex')}`;
  expect(await sdk.verifyWebhook({ body: 'b', signature, secret: 's' })).toBe(true);
  expect(sdk.createClient({ baseUrl: 'http://127.0.0.1' }).contacts.list.each).toBeTypeOf('function');
});
