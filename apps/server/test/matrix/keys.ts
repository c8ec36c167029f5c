import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../call.ts';
import { signedIn, withToken } from '../callers.ts';
import { rowsAdded, writesOf } from '../committed-writes.ts';
import { addAgent } from '../people.ts';
import { arrange, withFirstParam } from '../resources.ts';
import { expectProblem, expectWorking, type MatrixContext } from './context.ts';

export function testKeys({ app, those, prepare }: MatrixContext) {
  const keyed = those(({ key }) => key);
  if (!keyed.length) return;

  describe('idempotency keys', () => {
    test.each(keyed)('%s · a key is required only where declared', async (_name, route) => {
      const { call, given } = await prepare(route);
      if (route.key === 'optional') return expectWorking(route, await call(route, { ...given, key: null }));
      for (const key of [null, '']) {
        expectProblem(await call(route, { ...given, key }), 'idempotency_key_missing', { status: 400 });
      }
    });

    test.each(keyed)('%s · a key is 1 to 255 visible ASCII characters', async (_name, route) => {
      const { owner, call, given } = await prepare(route);
      for (const key of ['two words', 'tab\t', 'x'.repeat(256), 'é', '\x7f']) {
        expectProblem(await call(route, { ...given, key }), 'idempotency_key_invalid', { status: 400 });
      }
      for (const key of ['!', '~'.repeat(255)]) {
        expectWorking(route, await call(route, { ...(await arrange(app(), owner, route)), key }));
      }
    });

    test.each(keyed)(
      '%s · a used key is 409 with the same or other input, and nothing is stored',
      async (_name, route) => {
        const { owner, call, given } = await prepare(route);
        const key = randomUUID();
        expectWorking(route, await call(route, { ...given, key }));
        const another = await arrange(app(), owner, route);
        const writes = await writesOf(app(), async () => {
          for (const again of [given, another]) {
            expectProblem(await call(route, { ...again, key }), 'idempotency_key_reused', { status: 409 });
          }
        });
        expect(writes).toEqual({});
      },
    );

    test.each(keyed)(
      '%s · of concurrent calls with one key, one works and its effect happens once',
      async (_name, route) => {
        const { owner, call, given } = await prepare(route);
        const once = await rowsAdded(app(), () => call(route, given));
        const twin = { ...(await arrange(app(), owner, route)), key: randomUUID() };
        const twins = Math.min(8, (route.cap?.limit ?? Infinity) - 2);
        const answers: Answer<unknown>[] = [];
        const raced = await rowsAdded(app(), async () => {
          answers.push(...(await Promise.all(Array.from({ length: twins }, () => call(route, twin)))));
        });
        const refused = answers.filter(({ status }) => status >= 400);
        expect(refused).toHaveLength(twins - 1);
        for (const { problem } of refused) expect(problem.reason).toMatch(/^idempotency_key_(reused|in_flight)$/);
        expect(raced).toEqual(once);
      },
    );

    test.each(keyed)('%s · a refused call leaves the key free', async (_name, route) => {
      const { call, given } = await prepare(route);
      const key = randomUUID();
      expectProblem(await call(route, { ...given, key, query: { surprise: 1 } }), 'validation_failed');
      if (route.params) {
        const params = withFirstParam(given.params, 'nonsense');
        expectProblem(await call(route, { ...given, key, params }), 'not_found');
      }
      expectWorking(route, await call(route, { ...given, key }));
    });

    test.each(keyed)('%s · two callers can use the same key', async (_name, route) => {
      const { owner, call, given } = await prepare(route);
      const key = randomUUID();
      expectWorking(route, await call(route, { ...given, key }));
      const other =
        route.auth === 'token'
          ? await withToken(app(), owner)
          : await signedIn(app(), await addAgent(app(), owner, 'admin'));
      expectWorking(route, await other(route, { ...(await arrange(app(), owner, route)), key }));
    });
  });
}
