import type { Context, Read } from '../../../kernel/data/context.ts';

export interface EventRow {
  id: number;
  created_at: string;
  type: string;
  data: Record<string, unknown>;
}

interface Filter {
  after: number;
  since: string;
  limit: number;
}

export function listNumbered({ sql, widgetId }: Context<Read>, { after, since, limit }: Filter) {
  return sql<EventRow & { number: number }>({
    name: 'events.feed',
    text: `SELECT id, number, type, data, created_at FROM events
           WHERE widget_id = $1 AND number > $2 AND created_at >= $3 ORDER BY number LIMIT $4`,
    values: [widgetId, after, since, limit],
  });
}
