import type { api, InvitationTemplate } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as widgets from '../../account/widgets/index.ts';
import { builtIn } from './built-in.ts';
import { requireValid } from './checks.ts';
import { toContent } from './rows.ts';
import * as store from './store/templates.ts';

const MAX_TEMPLATES = 50;

type Row = Awaited<ReturnType<typeof store.insert>>;

const toTemplate = (row: Row): InvitationTemplate => ({ ...row, slug: null, builtin: false });

/** Those of the widget, then the built-in ones. */
export async function list(ctx: Context<Read>) {
  return [...(await store.list(ctx)).map(toTemplate), ...builtIn];
}

export async function create(
  ctx: Context,
  { name, rule }: Body<typeof api.smartInvitations.createTemplate, 'name' | 'rule'>,
) {
  const content = toContent(rule);
  await requireValid(ctx, content);
  await widgets.lock(ctx, ctx.widgetId);
  if ((await store.count(ctx)) >= MAX_TEMPLATES) throw problem('limit_reached');
  const template = toTemplate(await store.insert(ctx, name, content));
  ctx.audit({ name, after: content });
  return template;
}

export async function remove(ctx: Context, id: number) {
  const removed = await store.remove(ctx, id);
  if (!removed) throw problem('not_found');
  ctx.audit({ name: removed.name, before: removed.rule, after: null });
}
