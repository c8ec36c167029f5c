import type { api, ChannelDelivery } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { paged } from '../../../../kernel/data/pages.ts';
import type { Query } from '../../../../kernel/http/inputs.ts';
import { get } from '../service.ts';
import * as store from './store.ts';

type DeliveryQuery = Query<typeof api.channels.listReplies, 'status' | 'cursor' | 'limit'>;

/** Replies to the channel, sent or waiting. */
export async function listReplies(ctx: Context<Read>, id: number, { status, ...query }: DeliveryQuery) {
  await get(ctx, id);
  return paged(ctx, query, {
    position: (row: store.DeliveryRow) => [row.id],
    read: ([before], limit) => store.listDeliveries(ctx, id, { status, before, limit }),
    item: ({ body, log, due_at, ...row }): ChannelDelivery => ({
      ...row,
      payload: body === null ? null : JSON.parse(body),
      attempts: log,
      next_attempt_at: row.status === 'pending' ? due_at : null,
    }),
  });
}
