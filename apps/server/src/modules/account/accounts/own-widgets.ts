import type { dashboard } from '@parley/contract';
import type { Before, Read, SessionContext } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as sessions from '../sessions/index.ts';
import * as widgets from '../widgets/index.ts';
import { createWidget } from './service.ts';

type NewWidget = Body<typeof dashboard.widgets.create, 'name' | 'domains' | 'copy_from'>;

export async function create(ctx: SessionContext, { name, domains, copy_from: copyFrom }: NewWidget) {
  const { widgetId, buttonGuid } = await createWidget(ctx, ctx.accountId, { name: name.trim(), domains, copyFrom });
  return { id: widgetId, button_guid: buttonGuid };
}

export async function getSettings(ctx: SessionContext<Read>, id: number) {
  const found = await widgets.findSettingsToCopy(ctx, ctx.accountId, id);
  if (!found) throw problem('not_found');
  return { settings: widgets.withUnsetValues(found.values), quick_phrases: found.quick_phrases };
}

/** The key is shown only now, hence the password. */
export async function renewIdentityKey(ctx: Before<SessionContext<Read>>, password: string) {
  const user = await sessions.confirmPassword(ctx, password);
  return async (inside: SessionContext) => {
    await sessions.lockUnchanged(inside, user);
    return widgets.renewIdentityKey(inside, inside.widgetId);
  };
}
