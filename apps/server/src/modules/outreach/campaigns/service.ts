import type { api, Campaign, CampaignType, OnsiteCounts, SendCounts } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import { checkAudience } from '../audience/index.ts';
import { type KindOfSend, sends } from '../sends/index.ts';
import { emailKind } from './email/kind.ts';
import * as email from './email/preview.ts';
import { settingsOf } from './email/settings.ts';
import { onsiteKind } from './onsite/kind.ts';

type Kind = KindOfSend<SendCounts | OnsiteCounts>;

const kinds: Record<CampaignType, Kind> = { email: emailKind, onsite: onsiteKind };

/** 404 for a broadcast. */
async function kindOf(ctx: InWidget<Read>, id: number) {
  const name = await sends.findKind(ctx, id);
  if (name === undefined || name === 'broadcast') throw problem('not_found');
  return kinds[name];
}

type Shown = Awaited<ReturnType<typeof sends.get<SendCounts | OnsiteCounts>>>;

/** A campaign goes through what its type says. */
const toCampaign = ({ channel, ...send }: Shown): Campaign => ({
  ...send,
  type: channel === 'onsite' ? 'onsite' : 'email',
});

type ListQuery = Query<typeof api.campaigns.list, 'type' | 'status' | 'cursor' | 'limit'>;

export async function list(ctx: Context<Read>, { type, ...query }: ListQuery) {
  const { data, next_cursor } = await sends.list(ctx, type ? [kinds[type]] : Object.values(kinds), query);
  return { data: data.map(toCampaign), next_cursor };
}

export const get = async (ctx: Context<Read>, id: number) =>
  toCampaign(await sends.get(ctx, await kindOf(ctx, id), id));

type NewCampaign = Body<typeof api.campaigns.create, 'type' | 'name' | 'settings'>;

export const create = async (ctx: Context, { type, name, settings }: NewCampaign) =>
  toCampaign(await sends.create(ctx, kinds[type], { channel: type, name, settings }));

type Edit = Body<typeof api.campaigns.update, 'name' | 'settings'>;

export const edit = async (ctx: Context, id: number, changes: Edit) =>
  toCampaign(await sends.edit(ctx, await kindOf(ctx, id), id, changes));

export const remove = async (ctx: Context, id: number) => sends.remove(ctx, await kindOf(ctx, id), id);

export const copy = async (ctx: Context, id: number) => toCampaign(await sends.copy(ctx, await kindOf(ctx, id), id));

/** Who vouched for how many is in the audit log. */
export async function send(ctx: Context, id: number) {
  if ((await kindOf(ctx, id)) !== kinds.email) throw problem('not_email');
  const started = toCampaign(await sends.start(ctx, emailKind, id));
  const { consent_basis = 'recorded' } = started.settings;
  const { reachable } = await email.count(ctx, settingsOf(started));
  ctx.audit({ name: started.name, before: null, after: { consent_basis, recipients: reachable } });
  return started;
}

type Action = Body<typeof api.campaigns.transition, 'action'>['action'];

export async function transition(ctx: Context, id: number, action: Action) {
  const kind = await kindOf(ctx, id);
  if (action !== 'start') return toCampaign(await sends.transition(ctx, kind, id, action));
  if (kind === kinds.email) throw problem('send_required');
  return toCampaign(await sends.start(ctx, kind, id));
}

type RecipientQuery = Query<typeof api.campaigns.listRecipients, 'state' | 'cursor' | 'limit'>;

export const listRecipients = async (ctx: Context<Read>, id: number, query: RecipientQuery) =>
  sends.listRecipients(ctx, await kindOf(ctx, id), id, query);

type Draft = Body<typeof api.campaigns.preview, 'type' | 'settings' | 'contact_id'>;

export async function preview(ctx: Context, { type, settings, contact_id }: Draft) {
  if (type !== 'email') throw problem('not_email');
  await emailKind.checkSettings(ctx, { channel: type, settings });
  await checkAudience(ctx, settings.audience);
  return email.preview(ctx, settings, contact_id);
}
