import type { dashboard } from '@parley/contract';
import { refuseOver } from '../../../kernel/auth/limits.ts';
import type { Before, OverHttp, PublicContext, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/http/problems.ts';
import * as agents from '../agents/index.ts';
import * as cms from '../cms/index.ts';
import * as users from '../users/index.ts';
import { sendReset } from './jobs.ts';
import * as sessions from './service.ts';

const QUARTER_HOUR = 900;
const FAILURES = 10;
const FAILURES_OF_ADDRESS = 100;
const RESETS = 5;

type Credentials = Body<typeof dashboard.session.create, 'email' | 'password' | 'totp'>;

export async function signIn(ctx: Before<PublicContext<Read>>, credentials: Credentials) {
  const { confirm, forgive } = await verify(ctx, credentials);
  return async (inside: PublicContext & OverHttp) => {
    const user = await confirm(inside);
    const [place] = await agents.listOfUser(inside, user.id);
    if (!place) throw problem('sign_in_failed');
    const where = { userId: user.id, agentId: place.id, widgetId: place.widget_id, role: place.role };
    const session = await sessions.enter(inside, where);
    await forgive();
    return session;
  };
}

/** Whose credentials they are, as far as that can be told before the write that lets them in. */
export async function verify(ctx: Before<PublicContext<Read>>, { email, password, totp }: Credentials) {
  const user = await users.findByEmail(ctx, email);
  const attempt = await beginAttempt(ctx, nameOf(user, email));
  if (!(await users.hasPassword(user, password)) || !user) throw problem('sign_in_failed');
  if (users.hasTotp(user) && totp === undefined) {
    // The password was right, which takes nothing back of the codes that were wrong.
    await attempt.undo();
    throw problem('totp_required');
  }
  return {
    /** In that write: who they are, if they still are. */
    confirm: (inside: PublicContext & OverHttp) => confirm(inside, user, totp),
    /** What went wrong before counts no more. */
    forgive: attempt.forgive,
  };
}

async function confirm(ctx: PublicContext, verified: users.User, totp: string | undefined) {
  const user = await getUnchanged(ctx, verified);
  if (users.hasTotp(user) && !(await users.useTotp(ctx, user, totp ?? ''))) {
    throw problem('sign_in_failed', 'The code is incorrect or was already used.');
  }
  return user;
}

/** The person whose password was verified, unless it was changed meanwhile. */
async function getUnchanged(ctx: PublicContext, verified: users.User) {
  const user = await users.lock(ctx, verified.id);
  if (user?.password_hash !== verified.password_hash) throw problem('sign_in_failed');
  return user;
}

/** One name for a person, in whatever letters the address was written. */
const nameOf = (user: users.User | undefined, email: string) => (user ? `user ${user.id}` : email.toLowerCase());

/**
 * Counts an attempt before it is looked at. Locked out is a pair of person and address: nobody can lock somebody else
 * out by failing in their name. An address that fails with many people is locked out as well.
 */
async function beginAttempt({ caller, limits }: Before<PublicContext<Read>>, person: string) {
  const pair = `${person} ${caller.network}`;
  const ofPair = limits.counter('sign-in', FAILURES, QUARTER_HOUR);
  const ofAddress = limits.counter('sign-in address', FAILURES_OF_ADDRESS, QUARTER_HOUR);
  refuseOver(await ofPair.add(pair));
  refuseOver(await ofAddress.add(caller.network));
  return {
    undo: () => Promise.all([ofPair.undo(pair), ofAddress.undo(caller.network)]),
    forgive: () => Promise.all([ofPair.reset(pair), ofAddress.undo(caller.network)]),
  };
}

/** Ends every other session, and the security token of the CMS plugin with the old password. */
export async function changePassword(
  ctx: Before<SessionContext<Read>>,
  { current_password, password }: Body<typeof dashboard.session.changePassword, 'current_password' | 'password'>,
) {
  const user = await confirmPassword(ctx, current_password);
  const passwordHash = await users.hashPassword(password);
  return async (inside: SessionContext & OverHttp) => {
    await getUnchanged(inside, user);
    await sessions.renew(inside, () => setPassword(inside, user.id, passwordHash));
  };
}

/** The same answer for everybody: who has an account is nobody's business. */
export async function requestReset(ctx: PublicContext, email: string) {
  const user = await users.findByEmail(ctx, email);
  const pair = `${nameOf(user, email)} ${ctx.caller.network}`;
  refuseOver(await ctx.limits.counter('reset', RESETS, QUARTER_HOUR).add(pair));
  // From however many addresses it is asked: a mailbox gets a mail every few minutes at most.
  if (user && !users.wasJustReset(user, ctx.now)) ctx.enqueue(sendReset, { user_id: user.id });
}

export async function confirmReset(
  ctx: Before<PublicContext<Read>>,
  { token, password }: Body<typeof dashboard.session.confirmReset, 'token' | 'password'>,
) {
  // A token that is nobody's is not worth the computation.
  orInvalid(await users.findByReset(ctx, token));
  const passwordHash = await users.hashPassword(password);
  return async (inside: PublicContext & OverHttp) => {
    const user = orInvalid(await users.lockByReset(inside, token));
    await setPassword(inside, user.id, passwordHash);
  };
}

function orInvalid<User>(user: User | undefined) {
  if (!user) throw invalid({ token: 'is no longer valid. Request another e-mail' });
  return user;
}

/** For whoever has the command line, too. */
export async function setPassword(work: Write, userId: number, passwordHash: string) {
  await users.setPassword(work, userId, passwordHash);
  await cms.rotateOfOwner(work, userId);
  await sessions.endAll(work, userId);
}

export async function beginTotp(ctx: Before<SessionContext<Read>>, password: string) {
  const user = await confirmPassword(ctx, password);
  return async (inside: SessionContext) => users.beginTotp(inside, await getUnchanged(inside, user));
}

export async function confirmTotp(ctx: SessionContext & OverHttp, code: string) {
  const user = await users.find(ctx, ctx.principal.userId);
  if (!user || !(await users.confirmTotp(ctx, user, code))) throw invalid({ code: 'is not the current code' });
  await sessions.renew(ctx);
}

export async function removeTotp(ctx: Before<SessionContext<Read>>, password: string) {
  const user = await confirmPassword(ctx, password);
  return async (inside: SessionContext & OverHttp) => {
    await getUnchanged(inside, user);
    await users.removeTotp(inside, user.id);
  };
}

/** Who sits at somebody's open console does not know the password; guesses are counted like sign-ins. */
async function confirmPassword(ctx: Before<SessionContext<Read>>, password: string) {
  const user = await users.find(ctx, ctx.principal.userId);
  if (!user) throw problem('session_required');
  const attempt = await beginAttempt(ctx, nameOf(user, user.email));
  if (!(await users.hasPassword(user, password))) throw problem('sign_in_failed', 'Incorrect password.');
  await attempt.forgive();
  return user;
}
