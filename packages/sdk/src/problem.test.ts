import { expect, test } from 'vitest';
import { type Answer, problem, serve } from '../test/http-server.ts';
import { createClient, ParleyProblem } from './index.ts';

async function failWith(answer: Answer) {
  const server = await serve(() => answer);
  const client = createClient({ baseUrl: server.url, token: 'secret', retries: 0 });
  const error = await client.account.read().catch((reason) => reason);
  expect(error).toBeInstanceOf(ParleyProblem);
  return error as ParleyProblem;
}

test("a problem has the fields of the server's response", async () => {
  const errors = { phone: ['is not a phone number'] };
  expect(await failWith(problem('validation_failed', { detail: 'phone is wrong', errors }))).toMatchObject({
    name: 'ParleyProblem',
    message: 'Validation failed: phone is wrong',
    status: 422,
    code: 'validation_failed',
    title: 'Validation failed',
    detail: 'phone is wrong',
    errors,
    requestId: 'req-1',
    retryAfter: undefined,
  });
});

test('a missing scope is named', async () => {
  const scopes = ['account:read'];
  const { code, required_scopes } = await failWith(problem('missing_scope', { required_scopes: scopes }));
  expect([code, required_scopes]).toEqual(['missing_scope', scopes]);
});

test('without `instance` the request id comes from the header', async () => {
  const answer = problem('internal_error', { instance: undefined, headers: { 'x-request-id': 'req-2' } });
  expect((await failWith(answer)).requestId).toBe('req-2');
});

test('a Retry-After date is converted to seconds from now', async () => {
  const at = (time: number) => problem('unavailable', { headers: { 'retry-after': new Date(time).toUTCString() } });
  expect((await failWith(at(0))).retryAfter).toBe(0);
  expect((await failWith(at(Date.now() + 3_600_000))).retryAfter).toBeGreaterThan(3_000);
});

test('the error page of a proxy is a problem without a code', async () => {
  const found = await failWith({ status: 502, headers: { 'retry-after': 'soon' }, body: '<h1>Bad Gateway</h1>' });
  expect(found).toMatchObject({ status: 502, code: undefined, retryAfter: undefined });
  expect(found.detail).toContain('502 Bad Gateway (text/html)');
});

test.for([
  ['an HTML page', '<h1>Sign in to the network</h1>'],
  ['no body', ''],
  ['another object', { ok: true }],
  ['null', null],
])('a 200 with %s is a problem', async ([, body]) => {
  expect(await failWith({ body })).toMatchObject({ status: 200, title: 'Not an answer of Parley' });
});

test.for([301, 302, 303, 307, 308])(
  'a redirect (%i) is not followed, and the token is not forwarded',
  async (status) => {
    const elsewhere = await serve(() => ({ body: { data: {} } }));
    const found = await failWith({ status, headers: { location: `${elsewhere.url}/api/v1/account` } });
    expect(found).toMatchObject({ status, code: undefined, title: 'The server redirects' });
    expect(found.detail).toContain(elsewhere.url);
    expect(elsewhere.received).toEqual([]);
  },
);
