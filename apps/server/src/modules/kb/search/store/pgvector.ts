import { array, boolean, integer, nullable, number } from '../../../../infra/postgres/row-schema.ts';
import { raw } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { hiddenFrom } from './hidden.ts';
import type { Space } from './vectors.ts';

/** Dimensions that have an index in use. Known in a database without pgvector too. */
export async function listIndexed({ sql }: Pick<Read, 'sql'>) {
  const rows = await sql.prepared({ dimensions: integer() })`
    SELECT substring(c.relname FROM '\\d+$')::int AS dimensions
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid AND c.relname ~ '^kb_halfvecs_\\d+$'
    WHERE i.indisvalid AND pg_table_is_visible(c.oid)`;
  return rows.map(({ dimensions }) => dimensions);
}

/** More changes than this are not read by every search. */
const MAX_CHANGES = 500;

const stateColumns = {
  is_ready: boolean(),
  changed: array(integer()),
  hidden: array(integer()),
};

// Called `query`, since only tests with pgvector can run these.

/** What copies of a widget's vectors lack; undefined if they can't be used. */
export async function findCopies({ sql: query, widgetId }: InWidget<Read>, operatorId: number | null) {
  const [found] = await query(stateColumns)`
    SELECT w.is_ready, ARRAY(
        SELECT rule_id FROM kb_halfvec_changes WHERE widget_id = ${widgetId} LIMIT ${raw(MAX_CHANGES + 1)}
      ) AS changed, ARRAY(${hiddenFrom(widgetId, operatorId)}) AS hidden
    FROM kb_halfvec_widgets w WHERE w.widget_id = ${widgetId}`;
  if (!found?.is_ready || found.changed.length > MAX_CHANGES) return undefined;
  return { changed: found.changed, hidden: found.hidden };
}

interface Nearest {
  asked: string;
  /** Rules to leave out. */
  without: number[];
  limit: number;
}

export function listNearest(
  { sql: query, widgetId }: InWidget<Read>,
  { model, dimensions }: Space,
  { asked, without, limit }: Nearest,
) {
  return query({ rule_id: nullable(integer()), similarity: nullable(number()) })`
    SELECT rule_id, similarity
    FROM kb_nearest(${widgetId}, ${model}, ${dimensions}, ${asked}, ${without}::bigint[], ${limit})`;
}
