import type { api } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as store from './store.ts';

export { raise } from './store.ts';

type AlertQuery = Query<typeof api.aiAlerts.list, 'state' | 'cursor' | 'limit'>;

export function list(ctx: Context<Read>, { state, ...query }: AlertQuery) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { state, before, limit }),
    item: (row) => row,
  });
}

export async function acknowledge(ctx: Context, ids: number[] | undefined) {
  if (ids && (await store.countKnown(ctx, ids)) < ids.length) throw invalid({ ids: 'must be alerts of this widget' });
  const { principal } = ctx;
  const agentId = principal.kind === 'session' ? principal.agentId : null;
  return { acknowledged: await store.acknowledge(ctx, { ids, agentId }) };
}
