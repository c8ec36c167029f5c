import { describe, expect, test } from 'vitest';
import { faultsOf, withFaults } from '../refusals.ts';
import { expectProblem, expectWorking, type MatrixContext } from './setting.ts';

/** Bodies and queries, and the order in which faults are refused. */
export function testInput({ app, all, those, prepare, prepareRefusal }: MatrixContext) {
  const writes = those(({ method }) => method !== 'GET');
  /** Read as the clients of another platform write: loosely. */
  const loose = writes.filter(([, { anyMediaType }]) => anyMediaType);
  const strict = writes.filter(([, { anyMediaType }]) => !anyMediaType);

  describe('input', () => {
    /** Some are members of every object, which a check must not mistake for declared ones. */
    const UNKNOWN = ['surprise', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'a.b', 'é'];
    const add = (values: object | undefined, name: string) =>
      Object.fromEntries([...Object.entries(values ?? {}), [name, '1']]);

    test.each(strict)('%s · a member of the body that nobody declared is 422 by its name', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const name of UNKNOWN) {
        const { status, problem } = await call(route, { ...given, body: add(given.body, name) });
        expect({ status, names: Object.keys(problem.errors ?? {}) }).toEqual({
          status: 422,
          names: expect.arrayContaining([name]),
        });
      }
    });

    test.each(all)('%s · a member of the query that nobody declared is 422 by its name', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const name of UNKNOWN) {
        const { status, problem } = await call(route, { ...given, query: add(given.query, name) });
        expect({ status, names: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, names: [name] });
      }
    });

    test.each(writes)('%s · what is no JSON is 400 malformed_request', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const body of ['{"a":', 'nonsense', "{'a':1}", '{"a":1,}', '{"a":01}', 'NaN', '{"a":1,"a":2}', '{}{}']) {
        expectProblem(await call(route, { ...given, body }), 'malformed_request', { status: 400 });
      }
    });

    test.each(writes)('%s · what is no object is 422', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      for (const body of ['null', '[]', '"text"', '1', 'true']) {
        expectProblem(await call(route, { ...given, body }), 'validation_failed', {
          status: 422,
          errors: { body: expect.any(Array) },
        });
      }
    });

    test.each(loose)('%s · members that nobody declared are passed over', async (_name, route) => {
      const { call, given } = await prepare(route);
      for (const name of UNKNOWN) {
        expectWorking(route, await call(route, { ...given, body: add(given.body, name) }));
      }
    });

    test.each(loose)('%s · whatever it is called, the body is read as JSON', async (_name, route) => {
      const { call, given } = await prepare(route);
      for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense']) {
        const body = JSON.stringify(given.body);
        expectWorking(route, await call(route, { ...given, body, headers: { 'content-type': type } }));
      }
    });

    test.each(strict)('%s · another media type is 415, and 422 where it would be a file', async (_name, route) => {
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

    test.each(writes)('%s · more than 1 MiB is 413', async (_name, route) => {
      const { call, given } = await prepareRefusal(route);
      const body = JSON.stringify({ ...given.body, surprise: 'x'.repeat(2 ** 20) });
      expectProblem(await call(route, { ...given, body }), 'payload_too_large', { status: 413 });
    });
  });

  test.each(all)('%s · refuses what is wrong in several ways in the documented order', async (_name, route) => {
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
