import { integer, pick } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { events } from '../../../../kernel/data/tables.ts';

const columns = { ...pick(events, 'id', 'type', 'data', 'created_at'), number: integer() };

interface Filter {
  after: number;
  since: string;
  types: string[] | undefined;
  limit: number;
}

const numbered = ({ widgetId }: Context<Read>, { after, since, types }: Filter) => fragment`
  SELECT id, number, type, data, created_at FROM events
  WHERE widget_id = ${widgetId} AND number > ${after} AND created_at >= ${since} ${ofTypes(types)}`;

const ofTypes = (types: string[] | undefined) =>
  types === undefined ? fragment`` : fragment`AND type = ANY (${param(types)}::text[])`;

/** Of the newest event; 0 if there is none. Events of the future get larger numbers. */
export async function findLastNumber({ sql, widgetId }: Context<Read>) {
  const rows = await sql({ number: integer() })`
    SELECT coalesce(max(number), 0) AS number FROM events WHERE widget_id = ${widgetId}`;
  return onlyRow(rows).number;
}

export function listNumbered(ctx: Context<Read>, filter: Filter) {
  return ctx.sql.prepared(columns)`${numbered(ctx, filter)} ORDER BY number LIMIT ${filter.limit}`;
}

export function listNewest(ctx: Context<Read>, { before, ...filter }: Filter & { before: number | undefined }) {
  const older = before === undefined ? fragment`` : fragment`AND number < ${before}`;
  return ctx.sql.prepared(columns)`${numbered(ctx, filter)} ${older} ORDER BY number DESC LIMIT ${filter.limit}`;
}
