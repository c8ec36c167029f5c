import type { api } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import {
  driverOf,
  findCommunity,
  listPermissions,
  namesCommunity,
  refusalIn,
  VendorRefusal,
} from '../drivers/index.ts';
import { exclusively } from './exclusive.ts';
import { forget, rejected, replace, requirePaidPlan } from './lifecycle.ts';
import { register } from './registration.ts';
import { lineTo } from './renewal.ts';
import { hookOf, seal, sealHookKey } from './secrets.ts';
import { toCommunity } from './serialize.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';
import { lineOf } from './vendor-access.ts';

type Outside = Before<Context<Read>>;

export function list(ctx: Context<Read>, query: Query<typeof api.messengers.listCommunities, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ connected_at, id }: Connection) => [connected_at ?? '', id],
    read: ([at, id], limit) => store.listPage(ctx, 'vk', { before: toPosition(at, id), limit }),
    item: toCommunity,
  });
}

export function toPosition(at: unknown, id: unknown) {
  return typeof at === 'string' && typeof id === 'number' ? { at, id } : undefined;
}

/** Permissions without which a community can't be used. */
const NEEDED = ['manage', 'messages'];

export async function add(
  ctx: Outside,
  { token, community }: Body<typeof api.messengers.addCommunity, 'token' | 'community'>,
) {
  await requirePaidPlan(ctx);
  const { account, link } = await readCommunity(ctx, token, community);
  if (await store.findSlot(ctx, 'vk', account.id)) throw problem('already_connected');
  if (await store.isTaken(ctx, 'vk', account.id)) throw problem('messenger_taken');
  const slot = { widgetId: ctx.widgetId, provider: 'vk' as const, slot: account.id, at: ctx.now.toString() };
  const row = await store.ensure(ctx.unitOfWork.autocommit, slot);
  const added = await exclusively(ctx.unitOfWork, row.id, async () => {
    if (await store.find(ctx, row.id)) throw problem('already_connected');
    const stored = await ctx.unitOfWork.write({}, async (work) => {
      const inside = { ...work, widgetId: ctx.widgetId };
      await store.lockCommunities(inside);
      const changes = {
        ...seal(work.vault, row, { token }),
        ...sealHookKey(work.vault, row),
        account,
        account_id: account.id,
        link,
        state: {},
        is_primary: !(await store.listOfProvider(inside, 'vk')).length,
        connected_at: work.now.toString(),
      };
      return replace(inside, row, changes);
    });
    return register(ctx, ctx, stored);
  });
  return async (inside: Context) => {
    const after = toCommunity(added);
    inside.audit({ id: after.id, name: after.name, after });
    return after;
  };
}

/** The token must be of the community that was named, and allow what we need. */
async function readCommunity(ctx: Outside, token: string, community: string) {
  const { access } = lineOf(ctx, ctx, { provider: 'vk', token, sid: null, appSecret: null, url: null });
  try {
    const identity = await findCommunity(access);
    if (!identity || !namesCommunity(community, identity)) {
      throw invalid({ community: 'is not the community that the token belongs to' });
    }
    const permissions = await listPermissions(access);
    const missing = NEEDED.filter((name) => !permissions.includes(name));
    if (missing.length) throw problem('permission_missing', `The token does not allow ${missing.join(' and ')}.`);
    return identity;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal.verdict.kind === 'auth') throw rejected(refusal);
    throw problem('upstream_failed', `VK did not answer as expected${refusal.detail ? `: ${refusal.detail}` : ''}.`);
  }
}

export async function makePrimary(ctx: Context, id: number) {
  const before = toCommunity(await get(ctx, id));
  await store.setPrimary(ctx, id);
  const after = toCommunity(await get(ctx, id));
  ctx.audit({ id, name: after.name, before, after });
  return after;
}

async function get(ctx: Context<Read>, id: number) {
  const community = await store.find(ctx, id);
  if (community?.provider !== 'vk') throw problem('not_found');
  return community;
}

/** Only once VK has confirmed it; without that, `DELETE /v1/messengers/vk` is the way out. */
export async function remove(ctx: Outside, id: number) {
  const before = toCommunity(await get(ctx, id));
  await exclusively(ctx.unitOfWork, id, async () => {
    const community = await get(ctx, id);
    const { access } = lineTo(ctx, ctx, community);
    try {
      await driverOf({ provider: 'vk' }).unregister?.(access, hookOf(ctx.vault, ctx.publicUrl, community));
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error;
      throw problem('upstream_failed', 'VK did not confirm it, so the community is still connected.');
    }
    await forget(ctx, community);
  });
  return async (inside: Context) => {
    inside.audit({ id, name: before.name, before });
    await choosePrimary(inside);
  };
}

/** The oldest of those that are left. */
async function choosePrimary(ctx: Context) {
  await store.lockCommunities(ctx);
  const [first] = await store.listOfProvider(ctx, 'vk');
  if (first && !first.is_primary) await store.setPrimary(ctx, first.id);
}
