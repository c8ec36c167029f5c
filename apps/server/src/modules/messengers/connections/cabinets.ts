import type { AvitoCabinet, api } from '@parley/contract';
import type { Before, Context, InWidget, Read, Write } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as accounts from '../../account/accounts/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as routing from '../../conversations/routing/index.ts';
import { toPosition } from './communities.ts';
import { exclusively } from './exclusive.ts';
import { remove as removeConnection, requirePaidPlan } from './lifecycle.ts';
import { register, unregister } from './registration.ts';
import { toCabinet } from './serialize.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';

type Outside = Before<Context<Read>>;

export function list(ctx: Context<Read>, query: Query<typeof api.messengers.listCabinets, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ connected_at, id }: Connection) => [connected_at ?? '', id],
    read: ([at, id], limit) => store.listPage(ctx, 'avito', { before: toPosition(at, id), limit }),
    item: toCabinet,
  });
}

export async function get(ctx: Context<Read>, id: number) {
  return toCabinet(await getConnection(ctx, id));
}

async function getConnection(ctx: InWidget<Read>, id: number) {
  const cabinet = await store.find(ctx, id);
  if (cabinet?.provider !== 'avito') throw problem('not_found');
  return cabinet;
}

/** Takes a slot of the plan to enable a cabinet; the vendor learns of it afterwards. */
export async function update(
  ctx: Outside,
  id: number,
  { status }: Body<typeof api.messengers.updateCabinet, 'status'>,
) {
  const before = toCabinet(await getConnection(ctx, id));
  if (status === 'enabled') await requirePaidPlan(ctx);
  const after = await exclusively(ctx.unitOfWork, id, async () => {
    const known = await getConnection(ctx, id);
    const stored = await ctx.unitOfWork.write({}, (work) =>
      setStatus({ ...work, widgetId: ctx.widgetId }, ctx.accountId, known, status),
    );
    if (status === 'enabled') return register(ctx, ctx, stored);
    await unregister(ctx, ctx, stored);
    return stored;
  });
  return async (inside: Context): Promise<AvitoCabinet> => {
    const cabinet = toCabinet(after);
    inside.audit({ id, name: cabinet.name, before, after: cabinet });
    return cabinet;
  };
}

async function setStatus(work: InWidget, accountId: number, known: Connection, status: 'enabled' | 'disabled') {
  if (status === 'enabled' && known.status !== 'enabled') {
    if (!(await hasFreeSlot(work, accountId))) throw problem('cabinet_slots_exhausted');
    if (known.status === 'suspended_by_billing') throw problem('cabinet_suspended');
  }
  const off = { is_registered: false, mode: 'none', reason: null, detail: null } as const;
  const updated = await store.update(work, known, { status, ...(status === 'disabled' && off) });
  work.notify('messenger', known.id);
  if (!updated) throw problem('not_found');
  await chats.publishReach(work, known.id);
  return updated;
}

/** Locks the account, so that two cabinets can't take the last slot. */
export async function hasFreeSlot(work: Write, accountId: number) {
  await store.lockAccount(work, accountId);
  const { cabinet_slots } = await accounts.findPlan({ ...work, accountId });
  return (await store.countEnabledCabinets(work, accountId)) < cabinet_slots;
}

export async function remove(ctx: Outside, id: number) {
  const { account } = await getConnection(ctx, id);
  await removeConnection(ctx, id);
  return async (inside: Context) => {
    inside.audit({ id, name: account?.name });
    await routing.removeChannel(inside, `av__${id}`);
  };
}
