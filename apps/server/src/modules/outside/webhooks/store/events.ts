import { integer, pick } from '../../../../infra/postgres/row-schema.ts';
import { fragment, param } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { events } from '../../../../kernel/data/tables.ts';

const columns = { ...pick(events, 'id', 'type', 'data', 'created_at'), number: integer() };

interface Filter {
  after: number;
  since: string;
  type: string | undefined;
  limit: number;
}

const numbered = ({ widgetId }: Context<Read>, { after, since, type }: Filter) => fragment`
  SELECT id, number, type, data, created_at FROM events
  WHERE widget_id = ${widgetId} AND number > ${after} AND created_at >= ${since} ${ofType(type)}`;

const ofType = (type: string | undefined) => (type === undefined ? fragment`` : fragment`AND type = ${param(type)}`);

export function listNumbered(ctx: Context<Read>, filter: Filter) {
  return ctx.sql.prepared(columns)`${numbered(ctx, filter)} ORDER BY number LIMIT ${filter.limit}`;
}

export function listNewest(ctx: Context<Read>, { before, ...filter }: Filter & { before: number | undefined }) {
  const older = before === undefined ? fragment`` : fragment`AND number < ${before}`;
  return ctx.sql.prepared(columns)`${numbered(ctx, filter)} ${older} ORDER BY number DESC LIMIT ${filter.limit}`;
}
