import { integer, nullable, pick } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { kbSpaces, kbVectors } from '../../rules/tables.ts';
import { hiddenFrom } from './hidden.ts';

/** Vectors of one model. */
export interface Space {
  model: string;
  dimensions: number;
}

/** What signatures of the space are taken around. */
export async function findMean({ sql, widgetId }: InWidget<Read>, { model, dimensions }: Space) {
  const [found] = await sql.prepared(pick(kbSpaces, 'mean', 'revision'))`
    SELECT mean, revision FROM kb_spaces
    WHERE widget_id = ${widgetId} AND model = ${model} AND dimensions = ${dimensions}`;
  return found;
}

/** The revision is of the signatures that were compared. */
const columns = { ...pick(kbVectors, 'rule_id', 'vector'), revision: nullable(integer()) };

/** Vectors whose signatures differ least from this one. */
export function listNear(
  { sql, widgetId }: InWidget<Read>,
  { model, dimensions }: Space,
  { signature, operatorId, limit }: { signature: string; operatorId: number | null; limit: number },
) {
  return sql(columns)`
    SELECT rule_id, vector, (
      SELECT revision FROM kb_spaces WHERE widget_id = ${widgetId} AND model = ${model} AND dimensions = ${dimensions}
    ) AS revision
    FROM kb_vectors
    WHERE widget_id = ${widgetId} AND model = ${model} AND dimensions = ${dimensions}
      AND rule_id NOT IN (${hiddenFrom(widgetId, operatorId)})
    ORDER BY bit_count(signature # ${signature}::varbit) LIMIT ${limit}`;
}

/** Vectors of these rules. */
export function listVectors({ sql, widgetId }: InWidget<Read>, { model, dimensions }: Space, ids: number[]) {
  return sql(pick(kbVectors, 'rule_id', 'vector'))`
    SELECT rule_id, vector FROM kb_vectors
    WHERE widget_id = ${widgetId} AND rule_id = ANY (${ids}::bigint[]) AND model = ${model} AND dimensions = ${dimensions}`;
}

/** Dimensions of the vectors of the widget's model. */
export async function listDimensions({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql(pick(kbSpaces, 'dimensions'))`
    SELECT s.dimensions FROM kb_spaces s JOIN kb_states t ON t.widget_id = s.widget_id AND t.embedding_model = s.model
    WHERE s.widget_id = ${widgetId}`;
  return rows.map(({ dimensions }) => dimensions);
}
