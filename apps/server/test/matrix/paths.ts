import type { Route } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { signedIn, withHeaders, withToken } from '../callers.ts';
import { writesOf } from '../committed-writes.ts';
import { isByPath } from '../refusals.ts';
import { arrangeRow, withFirstParam } from '../resources.ts';
import { expectProblem, expectWorking, type MatrixContext } from './context.ts';

/** The path names one of a few things that every account has. */
const namesOneOf = ({ params }: Route) =>
  Object.values(params?.properties ?? {}).every((each) => 'enum' in each) && params !== undefined;

/** Path parameters: foreign rows, missing rows, invalid ids, and credentials in the path. */
export function testPaths({ app, those, prepare, prepareRefusal, prepareRefusals }: MatrixContext) {
  const byPath = those(isByPath);
  const named = those((route) => route.params && !isByPath(route));

  if (named.length)
    describe('404', () => {
      const ODD = [
        ...['0', '-1', '-0', '1.5', '1e3', '0x10', '+1', ' 1', '1 ', '١', 'abc', 'null', 'NaN', '[object Object]'],
        ...['9007199254740992', '9223372036854775808', '9'.repeat(40), 'x'.repeat(1_000)],
        ...['\0', '%00', '%', 'a/b', "'", 'é', '😀', ';--'],
        ...['0'.repeat(32), 'f'.repeat(31), 'f'.repeat(33), 'F'.repeat(32), '00000000-0000-0000-0000-000000000000'],
      ];

      const ofRows = named.filter(([, route]) => !namesOneOf(route));
      test.each(ofRows)('%s · a row of another account is 404 and unchanged', async (_name, route) => {
        const { call, given } = await prepareRefusal(route);
        const params = await arrangeRow(app(), await app().owner(), route);
        const writes = await writesOf(app(), async () => {
          expectProblem(await call(route, { ...given, params }), 'not_found', { status: 404 });
        });
        expect(writes).toEqual({});
      });

      test.each(named)('%s · a missing row is 404', async (_name, route) => {
        const { call, given } = await prepareRefusal(route);
        const [id] = Object.values(given.params);
        const params = withFirstParam(given.params, typeof id === 'number' ? Number.MAX_SAFE_INTEGER : 'a'.repeat(32));
        expectProblem(await call(route, { ...given, params }), 'not_found', { status: 404 });
      });

      test.each(named)('%s · an invalid id is 404', async (_name, route) => {
        const next = prepareRefusals(route);
        for (const name of Object.keys((await next()).given.params)) {
          for (const odd of ODD) {
            const { call, given } = await next();
            const { problem } = await call(route, { ...given, params: { ...given.params, [name]: odd } });
            expect({ name, odd, reason: problem?.reason }).toEqual({ name, odd, reason: 'not_found' });
          }
        }
      });

      test.each(named)('%s · another spelling of an id is 404', async (_name, route) => {
        const { call, given } = await prepareRefusal(route);
        const id = String(Object.values(given.params)[0]);
        const other = [`0${id}`, `+${id}`, `${id}.0`, `${id}e0`, ` ${id}`, `${id} `, `${id}\n`, `${id}\0`];
        if (id !== id.toUpperCase()) other.push(id.toUpperCase());
        for (const spelt of other) {
          const { problem } = await call(route, { ...given, params: withFirstParam(given.params, spelt) });
          expect({ spelt, reason: problem?.reason }).toEqual({ spelt, reason: 'not_found' });
        }
      });
    });

  if (byPath.length)
    describe('credentials in the path', () => {
      const reason = ({ auth }: Route) => (auth === 'path-token' ? 'token_invalid' : 'not_found');

      test.each(byPath)('%s · an unknown credential is refused', async (_name, route) => {
        const { call, given } = await prepareRefusal(route);
        const [shown] = Object.values(given.params);
        const other = [
          'nonsense',
          '0',
          '%00',
          '\0',
          'é',
          '😀',
          ';--',
          'x'.repeat(1_000),
          `${shown} `,
          `${shown}x`,
          ` ${shown}`,
        ];
        for (const odd of [...other, String(shown).toUpperCase(), `prl_${'A'.repeat(43)}`]) {
          const { problem } = await call(route, { ...given, params: withFirstParam(given.params, odd) });
          expect({ odd, reason: problem?.reason }).toEqual({ odd, reason: reason(route) });
        }
      });

      test.each(byPath)('%s · a valid token or session does not replace it', async (_name, route) => {
        const { owner, given } = await prepareRefusal(route);
        for (const call of [await withToken(app(), owner), await signedIn(app(), owner)]) {
          expectProblem(
            await call(route, { ...given, params: withFirstParam(given.params, 'nonsense') }),
            reason(route),
          );
        }
      });

      test.each(byPath)('%s · an invalid token, session or origin does not invalidate it', async (_name, route) => {
        const { given } = await prepare(route);
        const call = withHeaders(app(), {
          authorization: 'Bearer nonsense',
          cookie: 'parley=x',
          origin: 'https://evil.example',
        });
        expectWorking(route, await call(route, given));
      });
    });
}
