import type { api } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { paged } from '../../../../kernel/data/pages.ts';
import type { Query } from '../../../../kernel/http/inputs.ts';
import { getRow } from '../service.ts';
import { toEntry } from './record.ts';
import * as store from './store.ts';

type LogQuery = Query<typeof api.chats.listLog, 'cursor' | 'limit'>;

export function list(ctx: Context<Read>, chatId: number, query: LogQuery) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: async ([before], limit) => {
      await getRow(ctx, chatId);
      return store.list(ctx, chatId, { before, limit });
    },
    item: toEntry,
  });
}
