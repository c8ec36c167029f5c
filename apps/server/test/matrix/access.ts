import { dashboard, type ProblemCode, roleScopes, scopeNames } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { anonymousCaller, revokedToken, signedIn, withHeaders, withToken } from '../callers.ts';
import { addAgent } from '../people.ts';
import { isByPath } from '../refusals.ts';
import { arrange } from '../resources.ts';
import { expectProblem, expectWorking, type MatrixContext, memoiseByKey } from './context.ts';

/** Who may call: tokens, scopes, sessions, roles, origins. */
export function testAccess({ app, those, ownerOf, sessionOf, prepare, unused }: MatrixContext) {
  const ofTokens = those(({ auth }) => auth === 'token');
  const ofSessions = those(({ auth }) => auth === 'session');
  const scoped = those(({ scopes }) => scopes.length);
  const ofBrowsers = those((route) => route.method !== 'GET' && !isByPath(route));

  test.each(ofTokens)('%s · works for a console session', async (_name, route) => {
    const { owner, given } = await prepare(route);
    expectWorking(route, await (await signedIn(app(), owner))(route, given));
  });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  /** Headers of callers with an invalid token or none. */
  const headersOf = memoiseByKey(
    async (what: 'an expired token' | 'a revoked token' | 'a wrong token with a session') => {
      const owner = await app().owner();
      if (what === 'an expired token') return bearer(await owner.newToken(scopeNames, `${app().clock.now}`));
      if (what === 'a revoked token') return bearer(await revokedToken(app(), owner));
      return { ...(await sessionOf(owner)), ...bearer('x') };
    },
  );

  if (ofTokens.length || ofSessions.length)
    describe('401', () => {
      const headers: [string, ProblemCode, () => Promise<Record<string, string>>][] = [
        ['no token', 'token_missing', async () => ({})],
        ['a malformed token', 'token_invalid', async () => bearer('nonsense')],
        ['an unknown token', 'token_invalid', async () => bearer(`prl_${'A'.repeat(43)}`)],
        ['a scheme other than Bearer', 'token_invalid', async () => ({ authorization: 'Basic YW5uOnBhc3N3b3Jk' })],
        ['a scheme without a token', 'token_invalid', async () => ({ authorization: 'Bearer' })],
        ['an expired token', 'token_expired', () => headersOf('an expired token')],
        ['a revoked token', 'token_revoked', () => headersOf('a revoked token')],
        ['a wrong token with a session', 'token_invalid', () => headersOf('a wrong token with a session')],
        [
          'an unknown session cookie',
          'session_required',
          async () => ({ cookie: 'parley=x', origin: app().publicUrl }),
        ],
      ];

      describe.each(ofTokens.length ? headers : [])('%s is %s', (_what, reason, make) => {
        test.each(ofTokens)('%s', async (_name, route) => {
          const { given } = await unused(route);
          const answer = await withHeaders(app(), await make())(route, given);
          expectProblem(answer, reason, { status: 401 });
          expect(answer.headers['www-authenticate']).toBe('Bearer');
        });
      });

      test.each(ofSessions)('%s · a session is required, and a token does not replace it', async (_name, route) => {
        const { owner, given } = await unused(route);
        const stale = withHeaders(app(), { cookie: 'parley=nonsense', origin: app().publicUrl });
        for (const call of [anonymousCaller(app()), stale, await withToken(app(), owner)]) {
          expectProblem(await call(route, given), 'session_required', { status: 401 });
        }
      });
    });

  if (ofTokens.length || scoped.length || ofBrowsers.length)
    describe('403', () => {
      const switched = memoiseByKey(async (_: 'owner') => {
        const owner = await app().owner();
        return { owner, session: await signedIn(app(), owner) };
      });

      test.each(ofTokens)('%s · the API switch stops tokens but not sessions', async (_name, route) => {
        const { owner, session } = await switched('owner');
        const flip = (api_enabled: boolean) => session(dashboard.widgetAccess.update, { body: { api_enabled } });
        await flip(true);
        const given = await arrange(app(), owner, route);
        await flip(false);
        expectProblem(await (await withToken(app(), owner))(route, given), 'api_disabled', { status: 403 });
        expectWorking(route, await session(route, given));
      });

      test.each(scoped)(
        '%s · all other scopes together are not enough, and the response names the required ones',
        async (_name, route) => {
          const { owner, given } = await unused(route);
          const others = scopeNames.filter((scope) => !route.scopes.includes(scope));
          expectProblem(await (await withToken(app(), owner, others))(route, given), 'missing_scope', {
            status: 403,
            required_scopes: route.scopes,
            hint: expect.stringContaining(route.scopes.join(' or ')),
          });
        },
      );

      test.each(scoped)('%s · any one of its scopes is enough', async (_name, route) => {
        const owner = await ownerOf(route);
        for (const scope of route.scopes) {
          const call = await withToken(app(), owner, [scope]);
          expectWorking(route, await call(route, await arrange(app(), owner, route)));
        }
      });

      test.each(scoped)('%s · an operator may call it only if the role has its scope', async (_name, route) => {
        const { owner, given } = await prepare(route);
        const answer = await (await signedIn(app(), await addAgent(app(), owner, 'operator')))(route, given);
        if (route.scopes.some((scope) => roleScopes.operator.includes(scope))) expectWorking(route, answer);
        else expectProblem(answer, 'missing_scope', { status: 403, required_scopes: route.scopes });
      });

      test.each(those(({ roles }) => roles))('%s · only its declared roles may call it', async (_name, route) => {
        const { owner, given } = await prepare(route);
        for (const role of ['operator', 'admin'] as const) {
          const answer = await (await signedIn(app(), await addAgent(app(), owner, role)))(route, given);
          if (route.roles?.includes(role)) expectWorking(route, answer);
          else expectProblem(answer, 'role_required', { status: 403 });
        }
      });

      test.each(ofBrowsers)('%s · a call from another origin is refused', async (_name, route) => {
        const { owner, given } = await unused(route);
        const { cookie } = await sessionOf(owner);
        const { publicUrl } = app();
        for (const origin of ['https://evil.example', 'null', `${publicUrl}.evil.example`, `${publicUrl}/`, '*']) {
          const call = withHeaders(app(), { cookie, origin });
          expectProblem(await call(route, given), 'origin_not_allowed', { status: 403 });
        }
      });

      const ofCallers = ofBrowsers.filter(([, route]) => route.auth !== 'none');
      test.each(ofCallers)('%s · a session call without an Origin header is refused', async (_name, route) => {
        const { owner, given } = await unused(route);
        const { cookie } = await sessionOf(owner);
        expectProblem(await withHeaders(app(), { cookie })(route, given), 'origin_not_allowed', { status: 403 });
      });
    });
}
