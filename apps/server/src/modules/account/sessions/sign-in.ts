import type { dashboard } from '@parley/contract';
import { refuseOver } from '../../../kernel/auth/limits.ts';
import type { Before, OverHttp, PublicContext, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../agents/index.ts';
import * as cms from '../cms/index.ts';
import * as signIns from '../sign-ins/index.ts';
import * as users from '../users/index.ts';
import { sendReset } from './jobs.ts';
import * as sessions from './service.ts';
import * as store from './store.ts';

const WINDOW_SECONDS = 900;
const MAX_FAILURES = 10;
const MAX_FAILURES_PER_ADDRESS = 100;
const MAX_RESETS = 5;

type Credentials = Body<typeof dashboard.session.create, 'email' | 'password' | 'totp'>;

export async function signIn(ctx: Before<PublicContext<Read>>, credentials: Credentials) {
  const { user: verified, confirm, clearFailures } = await verify(ctx, credentials);
  if (!(await agents.listOfUser(ctx, verified.id)).length) throw await recordFailure(ctx, verified, 'no_access');
  return async (inside: PublicContext & OverHttp) => {
    const user = await confirm(inside);
    const [agent] = await agents.listOfUser(inside, user.id);
    if (!agent) throw problem('sign_in_failed');
    const sessionAgent = { userId: user.id, agentId: agent.id, widgetId: agent.widget_id, role: agent.role };
    const session = await sessions.start(inside, sessionAgent);
    await clearFailures();
    return session;
  };
}

/** Verifies credentials outside the transaction; `confirm` repeats in it what may have changed. */
export async function verify(ctx: Before<PublicContext<Read>>, { email, password, totp }: Credentials) {
  const user = await users.findByEmail(ctx, email);
  const attempt = await countAttempt(ctx, limitKeyOf(user, email));
  if (!(await users.verifyPassword(user, password)) || !user) throw await recordFailure(ctx, user, 'wrong_password');
  if (users.hasTotp(user) && totp === undefined) {
    // A right password does not clear failed codes.
    await attempt.undo();
    throw problem('totp_required');
  }
  if (users.hasTotp(user) && !users.isTotpCode(ctx, user, totp ?? ''))
    throw await recordFailure(ctx, user, 'wrong_code');
  return {
    user,
    /** Locks and returns the user; throws if the password changed meanwhile. */
    confirm: (inside: PublicContext & OverHttp) => confirm(inside, user, totp),
    /** Clears the count of failures. */
    clearFailures: attempt.clearFailures,
  };
}

async function confirm(ctx: PublicContext, verified: users.User, totp: string | undefined) {
  const user = await lockUnchanged(ctx, verified);
  if (users.hasTotp(user) && !(await users.consumeTotp(ctx, user, totp ?? ''))) {
    throw problem('sign_in_failed', WRONG_CODE);
  }
  return user;
}

const WRONG_CODE = 'The code is incorrect or was already used.';

/** In its own transaction, since the request fails. For an unknown user it takes as long and stores nothing. */
async function recordFailure(
  ctx: Before<PublicContext<Read>>,
  user: users.User | undefined,
  outcome: Exclude<signIns.Outcome, 'succeeded'>,
) {
  await ctx.unitOfWork.write({}, (work) => signIns.record({ ...ctx, ...work }, user?.id, outcome));
  return problem('sign_in_failed', outcome === 'wrong_code' ? WRONG_CODE : undefined);
}

/** Throws if the password changed after it was verified. */
export async function lockUnchanged(ctx: PublicContext, verified: users.User) {
  const user = await users.lock(ctx, verified.id);
  if (user?.password_hash !== verified.password_hash) throw problem('sign_in_failed');
  return user;
}

/** Independent of the e-mail's case. */
const limitKeyOf = (user: users.User | undefined, email: string) => (user ? `user ${user.id}` : email.toLowerCase());

/**
 * Counts the attempt before checking it. Limits apply to user and address together, so that failing in someone's name
 * does not lock them out elsewhere, and to the address alone.
 */
async function countAttempt({ caller, limits }: Before<PublicContext<Read>>, person: string) {
  const pair = `${person} ${caller.network}`;
  const ofPair = limits.counter('sign-in', MAX_FAILURES, WINDOW_SECONDS);
  const ofAddress = limits.counter('sign-in address', MAX_FAILURES_PER_ADDRESS, WINDOW_SECONDS);
  refuseOver(await ofPair.add(pair));
  refuseOver(await ofAddress.add(caller.network));
  return {
    undo: () => Promise.all([ofPair.undo(pair), ofAddress.undo(caller.network)]),
    clearFailures: () => Promise.all([ofPair.reset(pair), ofAddress.undo(caller.network)]),
  };
}

/** Ends every other session and voids the security token of the CMS plugin. */
export async function changePassword(
  ctx: Before<SessionContext<Read>>,
  { current_password, password }: Body<typeof dashboard.session.changePassword, 'current_password' | 'password'>,
) {
  const user = await confirmPassword(ctx, current_password);
  const passwordHash = await users.hashPassword(password);
  return async (inside: SessionContext & OverHttp) => {
    await lockUnchanged(inside, user);
    await sessions.renew(inside, () => setPassword(inside, user.id, passwordHash));
  };
}

/** Does not reveal whether the e-mail has an account. */
export async function requestReset(ctx: PublicContext, email: string) {
  const user = await users.findByEmail(ctx, email);
  const pair = `${limitKeyOf(user, email)} ${ctx.caller.network}`;
  refuseOver(await ctx.limits.counter('reset', MAX_RESETS, WINDOW_SECONDS).add(pair));
  // Limits mails to a mailbox, whatever the caller's address.
  if (user && !users.hasRecentReset(user, ctx.now)) ctx.enqueue(sendReset, { user_id: user.id });
}

export async function confirmReset(
  ctx: Before<PublicContext<Read>>,
  { token, password }: Body<typeof dashboard.session.confirmReset, 'token' | 'password'>,
) {
  // Avoids hashing a password for an invalid token.
  requireValidToken(await users.findByReset(ctx, token));
  const passwordHash = await users.hashPassword(password);
  return async (inside: PublicContext & OverHttp) => {
    const user = requireValidToken(await users.lockByReset(inside, token));
    await setPassword(inside, user.id, passwordHash);
    for (const { id, widget_id: widgetId } of await agents.listOfUser(inside, user.id)) {
      inside.audit({ action: 'agent.password_reset', widgetId, id, actor: { type: 'agent', id } });
    }
  };
}

function requireValidToken<User>(user: User | undefined) {
  if (!user) throw invalid({ token: 'is no longer valid. Request another e-mail' });
  return user;
}

export async function setPassword(work: Write, userId: number, passwordHash: string) {
  await users.setPassword(work, userId, passwordHash);
  await cms.rotateKeyOfOwner(work, userId);
  await sessions.endAll(work, userId);
}

export async function beginTotp(ctx: Before<SessionContext<Read>>, password: string) {
  const user = await confirmPassword(ctx, password);
  return async (inside: SessionContext) => users.beginTotp(inside, await lockUnchanged(inside, user));
}

export async function confirmTotp(ctx: SessionContext & OverHttp, code: string) {
  const user = await users.find(ctx, ctx.principal.userId);
  if (!user || !(await users.confirmTotp(ctx, user, code))) throw invalid({ code: 'is not the current code' });
  await sessions.renew(ctx);
}

export async function removeTotp(ctx: Before<SessionContext<Read>>, password: string) {
  const user = await confirmPassword(ctx, password);
  return async (inside: SessionContext & OverHttp) => {
    await lockUnchanged(inside, user);
    if (await store.isTwoFactorRequired(inside, user.id)) throw problem('two_factor_required');
    await users.removeTotp(inside, user.id);
  };
}

/** Protects an unattended console; attempts count as sign-ins. */
export async function confirmPassword(ctx: Before<SessionContext<Read>>, password: string) {
  const user = await users.find(ctx, ctx.principal.userId);
  if (!user) throw problem('session_required');
  const attempt = await countAttempt(ctx, limitKeyOf(user, user.email));
  if (!(await users.verifyPassword(user, password))) throw problem('sign_in_failed', 'Incorrect password.');
  await attempt.clearFailures();
  return user;
}
