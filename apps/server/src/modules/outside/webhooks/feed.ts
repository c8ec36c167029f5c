import { type api, events, legacyEvents } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import { createPublicIds } from '../../../kernel/data/public-ids.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import * as store from './store/events.ts';

/** Every event that a subscription can name. */
export function listNames() {
  const native = Object.values(events).map((event) => ({
    name: event.name as string,
    vocabulary: 'native' as const,
    enabled: !('isPlanned' in event),
    triggered_by: event.trigger,
  }));
  const compat = Object.entries(legacyEvents).map(([name, trigger]) => ({
    name,
    vocabulary: 'compat' as const,
    enabled: true,
    triggered_by: trigger,
  }));
  return { data: [...native, ...compat], next_cursor: null };
}

const KEPT = { hours: 7 * 24 };

type FeedQuery = Query<typeof api.events.list, 'after' | 'type' | 'sort' | 'cursor' | 'limit'>;

/** Keyed by the number assigned after commit, so that a reader who continues from one never misses an event. */
export function list(ctx: Context<Read>, { after = 0, type, sort, ...query }: FeedQuery) {
  const since = ctx.now.subtract(KEPT).toString();
  const ids = createPublicIds(ctx.vault, 'evt');
  return paged(ctx, query, {
    position: ({ number }: { number: number }) => [number],
    read: ([last], limit) =>
      sort === 'newest'
        ? store.listNewest(ctx, { after, before: last, since, type, limit })
        : store.listNumbered(ctx, { after: last ?? after, since, type, limit }),
    item: (row) => ({
      id: ids.of(row),
      type: row.type,
      data: row.data,
      number: row.number,
      created_at: row.created_at,
    }),
  });
}
