import { pick } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { raw } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { kbSpaces, kbVectors } from '../tables.ts';

/** Vectors of one model. */
export interface Space {
  model: string;
  dimensions: number;
}

/** Counts vectors that are about to be stored, and returns what their signatures are taken around. */
export async function addWritten({ sql, widgetId }: InWidget, { model, dimensions }: Space, count: number) {
  const rows = await sql(pick(kbSpaces, 'mean', 'mean_of', 'written'))`
    INSERT INTO kb_spaces AS s (widget_id, model, dimensions, written) VALUES (${widgetId}, ${model}, ${dimensions}, ${count})
    ON CONFLICT (widget_id, model, dimensions) DO UPDATE SET written = s.written + excluded.written
    RETURNING mean, mean_of, written`;
  return onlyRow(rows);
}

export async function find({ sql, widgetId }: InWidget<Read>, { model, dimensions }: Space) {
  const [found] = await sql(pick(kbSpaces, 'mean_of', 'written', 'revision'))`
    SELECT mean_of, written, revision FROM kb_spaces
    WHERE widget_id = ${widgetId} AND model = ${model} AND dimensions = ${dimensions}`;
  return found;
}

const BATCH = 500;

/** Some at a time, since they are long. */
export async function* listVectors({ sql, widgetId }: InWidget<Read>, { model, dimensions }: Space) {
  for (let after = 0; ; ) {
    const rows = await sql(pick(kbVectors, 'rule_id', 'vector'))`
      SELECT rule_id, vector FROM kb_vectors
      WHERE widget_id = ${widgetId} AND rule_id > ${after} AND model = ${model} AND dimensions = ${dimensions}
      ORDER BY rule_id LIMIT ${raw(BATCH)}`;
    if (rows.length) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.rule_id ?? 0;
  }
}

export async function setSignatures({ sql, widgetId }: InWidget, signatures: { rule_id: number; signature: string }[]) {
  await sql`
    UPDATE kb_vectors v SET signature = g.signature
    FROM json_to_recordset(${JSON.stringify(signatures)}::json) AS g (rule_id bigint, signature varbit)
    WHERE v.widget_id = ${widgetId} AND v.rule_id = g.rule_id`;
}

export async function setMean(
  { sql, widgetId }: InWidget,
  { model, dimensions }: Space,
  { mean, of }: { mean: Buffer; of: number },
) {
  await sql`
    UPDATE kb_spaces SET mean = ${mean}, mean_of = ${of}, written = 0, revision = revision + 1
    WHERE widget_id = ${widgetId} AND model = ${model} AND dimensions = ${dimensions}`;
}
