import { randomBytes } from 'node:crypto';
import type { dashboard } from '@parley/contract';
import type { Mail } from '../../../infra/mail/mailer.ts';
import { UNIQUE_VIOLATION } from '../../../infra/postgres/sqlstate.ts';
import { refuseOver } from '../../../kernel/auth/limits.ts';
import type { Before, PublicContext, Read, SessionContext } from '../../../kernel/data/context.ts';
import { withProblems } from '../../../kernel/data/sql-problems.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../agents/index.ts';
import * as sessions from '../sessions/index.ts';
import * as users from '../users/index.ts';
import { sendChangeNotice } from './jobs.ts';
import { writeConfirmation, writeTakenNotice } from './mails.ts';

const MAX_MAILS = 5;
const WINDOW_SECONDS = 900;

type RequestContext = Before<SessionContext<Read>>;

export async function request(
  ctx: RequestContext,
  { email, password }: Body<typeof dashboard.emailChange.request, 'email' | 'password'>,
) {
  const user = await sessions.confirmPassword(ctx, password);
  if (email.toLowerCase() === user.email.toLowerCase()) throw invalid({ email: 'is your e-mail already' });
  if (await agents.findByEmail(ctx, email)) throw problem('already_agent');
  return mailLink(ctx, { user, email, lock: (inside) => sessions.lockUnchanged(inside, user) });
}

export async function resend(ctx: RequestContext, email: string) {
  const { userId } = ctx.principal;
  const requirePending = (user: users.User | undefined) => {
    if (!user || users.pendingEmailOf(user, ctx.now) !== email) throw invalid({ email: 'does not await confirmation' });
    return user;
  };
  const user = requirePending(await users.find(ctx, userId));
  return mailLink(ctx, { user, email, lock: async (inside) => requirePending(await users.lock(inside, userId)) });
}

interface Link {
  user: users.User;
  email: string;
  /** Locks the user; throws if the link may no longer be sent. */
  lock: (inside: SessionContext) => Promise<users.User>;
}

/** A mail that fails leaves the old link working. */
async function mailLink(ctx: RequestContext, { user, email, lock }: Link) {
  await limitMails(ctx, user.id, email);
  const token = randomBytes(32).toString('base64url');
  const link = `${ctx.publicUrl}/app/confirm-email#token=${token}`;
  // The response is the same, so that it doesn't reveal users of other accounts.
  const isTaken = await users.findByEmail(ctx, email);
  await send(ctx, isTaken ? writeTakenNotice(email) : writeConfirmation(email, { user, link }));
  return async (inside: SessionContext) => {
    await lock(inside);
    const expires_at = await users.setPendingEmail(inside, user.id, { email, token });
    return { email, expires_at, link: ctx.mail.server ? null : link };
  };
}

/** Per user, and per mailbox across users. */
async function limitMails({ limits }: RequestContext, userId: number, email: string) {
  const counter = limits.counter('email change', MAX_MAILS, WINDOW_SECONDS);
  refuseOver(await counter.add(`user ${userId}`));
  refuseOver(await counter.add(email.toLowerCase()));
}

async function send(ctx: RequestContext, mail: Mail) {
  try {
    await ctx.mail.send({ ...mail, widgetId: ctx.widgetId });
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message }, 'a link to change an e-mail could not be sent');
    throw problem('upstream_failed', 'The e-mail could not be sent. Check the address and retry in a moment.');
  }
}

export const cancel = (ctx: SessionContext) => users.clearPendingEmail(ctx, ctx.principal.userId);

const voidLink = () => invalid({ token: 'is no longer valid. Request the change again' });

/** Sessions stay: the e-mail only names the user. */
export async function confirm(ctx: PublicContext, token: string) {
  const user = await users.lockByEmailChange(ctx, token);
  if (!user) throw voidLink();
  // Another user may have got the address in the meantime.
  const changed = await withProblems(users.confirmEmail(ctx, user), { [UNIQUE_VIOLATION]: voidLink });
  if (!changed) throw voidLink();
  ctx.enqueue(sendChangeNotice, { user_id: user.id, former_email: user.email });
  for (const { id, widget_id: widgetId } of await agents.listOfUser(ctx, user.id)) {
    const [before, after] = [{ email: user.email }, { email: changed.email }];
    ctx.audit({ action: 'agent.email_changed', widgetId, id, actor: { type: 'agent', id }, before, after });
  }
}
