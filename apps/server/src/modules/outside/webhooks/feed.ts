import { type api, eventNames, events, legacyEvents } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import { createPublicIds } from '../../../kernel/data/public-ids.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
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
export async function list(ctx: Context<Read>, { after = 0, type, sort, ...query }: FeedQuery) {
  const types = type === undefined ? undefined : readTypes(type);
  if (after !== 'now') return listAfter(ctx, { after, types, sort, ...query });
  if (sort === 'newest') throw invalid({ after: 'can be now only with sort=oldest' });
  // The cursor says where now was.
  if (query.cursor !== undefined) return listAfter(ctx, { after: 0, types, sort, ...query });
  return { data: [], next_cursor: ctx.cursors.write([await store.findLastNumber(ctx)]) };
}

/** Types separated by commas. */
function readTypes(text: string) {
  const types = text.split(',');
  const unknown = types.find((each) => !eventNames.some((name) => name === each));
  if (unknown === undefined) return types;
  throw invalid({ type: 'must be event types separated by commas. GET /v1/webhook-events lists them' });
}

type Listed = Omit<FeedQuery, 'after' | 'type'> & { after: number; types: string[] | undefined };

function listAfter(ctx: Context<Read>, { after, types, sort, ...query }: Listed) {
  const since = ctx.now.subtract(KEPT).toString();
  const ids = createPublicIds(ctx.vault, 'evt');
  return paged(ctx, query, {
    position: ({ number }: { number: number }) => [number],
    read: ([last], limit) =>
      sort === 'newest'
        ? store.listNewest(ctx, { after, before: last, since, types, limit })
        : store.listNumbered(ctx, { after: last ?? after, since, types, limit }),
    item: (row) => ({
      id: ids.of(row),
      type: row.type,
      data: row.data,
      number: row.number,
      created_at: row.created_at,
    }),
  });
}
