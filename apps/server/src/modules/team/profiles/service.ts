import type { dashboard, Upload } from '@parley/contract';
import type { Before, Read, SessionContext } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import * as agents from '../../account/agents/index.ts';
import * as sessions from '../../account/sessions/index.ts';
import * as users from '../../account/users/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as presence from '../../conversations/presence/index.ts';

type Changes = Body<
  typeof dashboard.profile.update,
  'name' | 'surname' | 'locale' | 'status' | 'notifications' | 'preferences'
>;

export async function update(ctx: SessionContext, { name, surname, locale, status, ...chosen }: Changes) {
  const { userId, agentId } = ctx.principal;
  if (status) await presence.setOwnStatus(ctx, status);
  if (chosen.notifications) await agents.updateNotifications(ctx, agentId, chosen.notifications);
  if (chosen.preferences) await agents.updatePreferences(ctx, agentId, chosen.preferences);
  if (locale !== undefined) await users.updateProfile(ctx, userId, { locale });
  if (name !== undefined || surname !== undefined) await rename(ctx, { name, surname });
  return sessions.get(ctx);
}

/** The name shows in every widget the user works in, so their configurations become stale. */
async function rename(ctx: SessionContext, { name, surname }: Pick<Changes, 'name' | 'surname'>) {
  const { userId, agentId } = ctx.principal;
  const before = await users.find(ctx, userId);
  const after = await users.updateProfile(ctx, userId, {
    ...(name !== undefined && { name: name.trim() }),
    ...(surname !== undefined && { surname: surname?.trim() || null }),
  });
  ctx.audit({ action: 'agent.updated', id: agentId, before: namesOf(before), after: namesOf(after) });
  const agentsOfUser = await agents.listOfUser(ctx, userId);
  // In a fixed order, since two users may work in the same widgets.
  for (const { account_id: accountId, widget_id: widgetId } of agentsOfUser.toSorted(
    (a, b) => a.widget_id - b.widget_id,
  )) {
    await widgets.purge(ctx, 'widget', { accountId, widgetId });
  }
}

const namesOf = (user: Pick<users.User, 'name' | 'surname'> | undefined) =>
  user ? { name: user.name, surname: user.surname } : null;

export async function setAvatar(ctx: Before<SessionContext<Read>>, upload: Upload | undefined) {
  const replaceAvatar = await agents.receiveAvatar(ctx, ctx.principal.agentId, upload);
  return async (inside: SessionContext) => {
    await replaceAvatar(inside);
    return sessions.get(inside);
  };
}

export const removeAvatar = (ctx: SessionContext) => agents.removeAvatar(ctx, ctx.principal.agentId);
