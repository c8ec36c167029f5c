import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const ENTRY = 'entry';

/** Bundles one line of code for a browser, without the Socket.IO client. */
async function bundle(line: string) {
  const warnings: unknown[] = [];
  const built = await rolldown({
    input: ENTRY,
    platform: 'browser',
    external: ['socket.io-client'],
    onLog: (_, log) => warnings.push(log),
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? fileURLToPath(new URL('./entry.js', import.meta.url)) : undefined),
        load: (id) => (id.endsWith('/entry.js') ? line : undefined),
      },
    ],
  });
  const { output } = await built.generate({ format: 'esm', minify: true });
  await built.close();
  expect(warnings).toEqual([]);
  expect(output).toHaveLength(1);
  const [{ code, imports, moduleIds }] = output;
  expect(imports).toEqual(['socket.io-client']);
  expect(code).not.toMatch(/~kind|typebox|node:/i);
  return { code, modules: moduleIds.map((id) => id.replace(/^.*\//, '')) };
}

test.for(['./visitor/visitor.ts', './index.ts', '@parley/live/visitor', '@parley/live'])(
  'the visitor client is small and contains nothing of the agent client (%s)',
  async (from) => {
    const { code, modules } = await bundle(`export { connectVisitor } from '${from}'`);
    expect(modules).not.toEqual(expect.arrayContaining(['agent.ts']));
    expect(code).not.toMatch(/catch_up|look|watch/);
    expect(gzipSync(code).length).toBeLessThan(4_096);
  },
);

test('the agent client contains no schemas', async () => {
  const { code } = await bundle("export { connectAgent } from '@parley/live/agent'");
  expect(code).toMatch(/catch_up/);
  expect(gzipSync(code).length).toBeLessThan(8_192);
});
