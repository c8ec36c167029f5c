import type { dashboard } from '@parley/contract';
import type { Before, InWidget, OverHttp, PublicContext, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as sessions from '../../account/sessions/index.ts';
import * as users from '../../account/users/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as presence from '../../conversations/presence/index.ts';
import * as store from './store.ts';
import { hashToken } from './token.ts';

const MIN_PASSWORD_LENGTH = 10;

type AcceptRequest = Body<typeof dashboard.agentInvitations.accept, 'token' | 'name' | 'surname' | 'password' | 'totp'>;

export async function readInvitation(ctx: PublicContext, token: string) {
  const { email, domain, account_name, expires_at } = await getByToken(ctx, token);
  const is_known = Boolean(await users.findByEmail(ctx, email));
  return { email, domain, account_name, is_known, expires_at };
}

async function getByToken(work: Read, token: string) {
  const invitation = await store.findByToken(work, hashToken(token));
  if (!invitation) throw problem('invitation_gone');
  return invitation;
}

/** A known user proves who they are with their password; a new one chooses it, since the link proves the address. */
export async function accept(ctx: Before<PublicContext<Read>>, request: AcceptRequest) {
  const invitation = await getByToken(ctx, request.token);
  const isKnown = await users.findByEmail(ctx, invitation.email);
  const { confirm, clearFailures } = isKnown
    ? await sessions.verify(ctx, { ...request, email: invitation.email })
    : await createUser(invitation.email, request);
  return async (inside: PublicContext & OverHttp) => {
    const { widget_id: widgetId, account_id: accountId } = invitation;
    const free = await agents.lockFreeSeats(inside, accountId);
    if (!(await store.redeem(inside, hashToken(request.token)))) throw problem('invitation_gone');
    if (free < 1) throw problem('seat_limit_reached');
    const user = await confirm(inside);
    const session = await join({ ...inside, widgetId }, accountId, user.id);
    await clearFailures();
    return session;
  };
}

async function createUser(email: string, { name, surname, password }: AcceptRequest) {
  if (name === undefined) throw invalid({ name: 'is required' });
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    throw invalid({ password: `must have at least ${MIN_PASSWORD_LENGTH} characters` });
  }
  const passwordHash = await users.hashPassword(password);
  const person = { email, name: name.trim(), surname: surname?.trim(), passwordHash };
  return { confirm: (inside: PublicContext) => users.create(inside, person), clearFailures: async () => {} };
}

async function join(ctx: PublicContext & InWidget & OverHttp, accountId: number, userId: number) {
  const { widgetId } = ctx;
  // They became an agent in the meantime.
  if (await agents.findOfUser(ctx, userId)) throw problem('invitation_gone');
  const agent = await agents.create(ctx, { accountId, widgetId, userId, role: 'operator' });
  agents.record(ctx, agent.id, 'joined');
  ctx.audit({ widgetId, id: agent.id, actor: { type: 'agent', id: agent.id } });
  presence.publishNewAgent(ctx, agent.id);
  await widgets.purge(ctx, 'widget', { accountId, widgetId });
  return sessions.start(ctx, { userId, agentId: agent.id, widgetId, role: agent.role });
}
