import type { api, InvitationRule, InvitationRuleContent } from '@parley/contract';
import type { Context, InWidget, OverHttp, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as widgets from '../../account/widgets/index.ts';
import { requireValid } from './checks.ts';
import { toContent, toRow, toRule } from './rows.ts';
import * as store from './store/rules.ts';
import { list as listTemplates } from './templates.ts';
import { findWarnings } from './warnings.ts';

const MAX_RULES = 50;

export async function list(ctx: Context<Read>) {
  const [rules, templates] = await Promise.all([store.list(ctx), listTemplates(ctx)]);
  return { rules: rules.map(toRule), templates };
}

type Given = Body<typeof api.smartInvitations.save, 'rule' | 'mode' | 'original_id'>;

/** A copy is a new rule, which visitors don't see before somebody has looked at it. */
export async function save(ctx: Context & OverHttp, { rule, mode, original_id: originalId }: Given) {
  const isSame = rule.id === undefined || rule.id === originalId;
  // A rule that was read can be sent back as it is.
  const isCopy = mode === 'copy' && originalId === undefined;
  if (!isSame && !isCopy) throw invalid({ 'rule.id': 'must be the same as original_id' });
  const content = toContent(rule);
  await requireValid(ctx, content);
  await widgets.lock(ctx, ctx.widgetId);
  const original = originalId === undefined ? undefined : await getOriginal(ctx, originalId);
  if (original && mode === 'save' && rule.version !== undefined && rule.version !== original.version)
    throw problem('rule_changed');
  const isNew = !original || mode === 'copy';
  if (isNew && mode !== 'check' && (await store.list(ctx)).length >= MAX_RULES) throw problem('limit_reached');
  const warnings = await findWarnings(ctx, content);
  if (mode === 'check') {
    ctx.response.setStatus(200);
    return { ...content, id: original?.id ?? null, version: original?.version ?? null, warnings };
  }
  const saved = isNew
    ? await create(ctx, content, { enabled: content.enabled && mode === 'save' })
    : await replace(ctx, original, content);
  await widgets.purge(ctx, 'widget', ctx);
  return { ...saved, warnings };
}

async function getOriginal(ctx: InWidget<Read>, id: number) {
  const original = await store.find(ctx, id);
  if (!original) throw invalid({ original_id: 'is not an invitation rule of this widget' });
  return toRule(original);
}

async function create(ctx: Context, content: InvitationRuleContent, { enabled }: { enabled: boolean }) {
  const rule = toRule(await store.insert(ctx, toRow({ ...content, enabled })));
  ctx.audit({ action: 'invitation_rule.created', id: rule.id, name: rule.name, before: null, after: rule });
  return rule;
}

async function replace(ctx: Context & OverHttp, before: InvitationRule, content: InvitationRuleContent) {
  ctx.response.setStatus(200);
  const rule = toRule(await store.replace(ctx, before.id, toRow(content)));
  ctx.audit({ action: 'invitation_rule.updated', id: rule.id, name: rule.name, before, after: rule });
  return rule;
}

export async function setEnabled(ctx: Context, id: number, enabled: boolean) {
  const before = await lock(ctx, id);
  if (before.enabled === enabled) return before;
  const rule = toRule(await store.setEnabled(ctx, id, enabled));
  ctx.audit({ name: rule.name, before: { enabled: before.enabled }, after: { enabled } });
  return rule;
}

/** Its counts stay in the funnel. */
export async function remove(ctx: Context, id: number) {
  const rule = await lock(ctx, id);
  await store.remove(ctx, id);
  ctx.audit({ name: rule.name, before: rule, after: null });
}

/** Writes of a widget's rules follow one another, so that none is lost. */
async function lock(ctx: Context, id: number) {
  await widgets.lock(ctx, ctx.widgetId);
  const found = await store.find(ctx, id);
  if (!found) throw problem('not_found');
  return toRule(found);
}
