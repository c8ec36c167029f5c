import type { api } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import { sends } from '../sends/index.ts';
import { broadcastKind } from './kind.ts';
import * as store from './store.ts';

type ListQuery = Query<typeof api.broadcasts.list, 'status' | 'channel' | 'cursor' | 'limit'>;

export async function listOfChannel(ctx: Context<Read>, query: ListQuery) {
  const { channel } = query;
  if (channel !== undefined && !(await store.isKnownChannel(ctx, channel))) throw problem('not_found');
  return sends.list(ctx, [broadcastKind], query);
}
