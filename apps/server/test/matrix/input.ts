import { describe, expect, test } from 'vitest';
import { faultsOf, withFaults } from '../refusals.ts';
import { expectProblem, expectWorking, type MatrixContext } from './context.ts';

/** Bodies, queries, and the order of refusals. */
export function testInput({ app, all, those, prepare, prepareRefusal }: MatrixContext) {
  const writes = those(({ method }) => method !== 'GET');
  /** Parsed leniently, as legacy clients write. */
  const loose = writes.filter(([, { anyMediaType }]) => anyMediaType);
  const strict = writes.filter(([, { anyMediaType }]) => !anyMediaType);

  describe('input', () => {
    /** Some exist on every object, and a check must not mistake them for declared ones. */
    const UNKNOWN = ['surprise', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'a.b', 'é'];
    const add = (values: object | undefined, name: string) =>
      Object.fromEntries([...Object.entries(values ?? {}), [name, '1']]);

    test.each(strict)('%s · an undeclared body field is 422 and named', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const name of UNKNOWN) {
        const { status, problem } = await call(route, { ...given, body: add(given.body, name) });
        expect({ status, names: Object.keys(problem.errors ?? {}) }).toEqual({
          status: 422,
          names: expect.arrayContaining([name]),
        });
      }
    });

    test.each(all)('%s · an undeclared query parameter is 422 and named', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const name of UNKNOWN) {
        const { status, problem } = await call(route, { ...given, query: add(given.query, name) });
        expect({ status, names: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, names: [name] });
      }
    });

    test.each(writes)('%s · a body that is not JSON is 400 malformed_request', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const body of ['{"a":', 'nonsense', "{'a':1}", '{"a":1,}', '{"a":01}', 'NaN', '{"a":1,"a":2}', '{}{}']) {
        expectProblem(await call(route, { ...given, body }), 'malformed_request', { status: 400 });
      }
    });

    test.each(writes)('%s · a body that is not an object is 422', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const body of ['null', '[]', '"text"', '1', 'true']) {
        expectProblem(await call(route, { ...given, body }), 'validation_failed', {
          status: 422,
          errors: { body: expect.any(Array) },
        });
      }
    });

    test.each(loose)('%s · undeclared fields are ignored', async (_name, route) => {
      const { call, given } = await prepare(route);
      for (const name of UNKNOWN) {
        expectWorking(route, await call(route, { ...given, body: add(given.body, name) }));
      }
    });

    test.each(loose)('%s · the body is read as JSON whatever its media type', async (_name, route) => {
      const { call, given } = await prepare(route);
      for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense']) {
        const body = JSON.stringify(given.body);
        expectWorking(route, await call(route, { ...given, body, headers: { 'content-type': type } }));
      }
    });

    test.each(strict)('%s · another media type is 415, and 422 where a file is expected', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      const send = (type: string) => call(route, { ...given, body: '{}', headers: { 'content-type': type } });
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
        const answer = await send(type);
        if (route.upload)
          expectProblem(answer, 'validation_failed', { status: 422, errors: { file: [expect.any(String)] } });
        else expectProblem(answer, 'unsupported_media_type', { status: 415 });
      }
      expectProblem(await send('application/json; charset=utf-16'), 'unsupported_media_type', { status: 415 });
    });

    test.each(writes)('%s · a body over its limit is 413', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      const body = JSON.stringify({ ...given.body, surprise: 'x'.repeat(route.maxBodyBytes ?? 2 ** 20) });
      expectProblem(await call(route, { ...given, body }), 'payload_too_large', { status: 413 });
    });
  });

  test.each(all)('%s · of several faults, the first in the documented order is reported', async (_name, route) => {
    const owner = await app().owner();
    const { right, faults } = await faultsOf(app(), owner, route);
    const reasons = [];
    for (const [index] of faults.entries()) {
      const { call, ...given } = withFaults(right, faults.slice(index));
      reasons.push((await call(route, given)).problem?.reason);
    }
    expect(reasons).toEqual(faults.map(({ reason }) => reason));
    expectWorking(route, await right.call(route, right));
  });
}
