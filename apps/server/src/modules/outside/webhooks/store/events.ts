import { integer, pick } from '../../../../infra/postgres/row-schema.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { events } from '../../../../kernel/data/tables.ts';

const columns = { ...pick(events, 'id', 'type', 'data', 'created_at'), number: integer() };

interface Filter {
  after: number;
  since: string;
  limit: number;
}

export function listNumbered({ sql, widgetId }: Context<Read>, { after, since, limit }: Filter) {
  return sql.prepared(columns)`
    SELECT id, number, type, data, created_at FROM events
    WHERE widget_id = ${widgetId} AND number > ${after} AND created_at >= ${since} ORDER BY number LIMIT ${limit}`;
}
