import { array, pick } from '../../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../../infra/postgres/sql.ts';
import type { InWidget } from '../../../../kernel/data/context.ts';
import { kbRules } from '../tables.ts';

type Row = typeof kbRules.$inferSelect;

/** A text with everything it is found by, ready to be stored. */
export interface IndexedText extends Pick<Row, 'content' | 'token_count'> {
  hash: Buffer;
  /** Terms as PostgreSQL reads them. */
  words: string[];
  counts: number[];
  length: number;
  forms: { form: string; word: string; trigrams: string[] }[];
  /** Null until it is embedded. */
  vector: { model: string; dimensions: number; signature: string; vector: Buffer } | null;
}

export interface NewRow
  extends IndexedText,
    Pick<
      Row,
      'operator_id' | 'doc_id' | 'source' | 'source_label' | 'source_ref' | 'source_is_managed' | 'chunk_index'
    > {
  /** Of a rule that is put back; others get a new one. */
  id?: number;
  used_30d?: number;
  last_used_at?: string | null;
  created_at?: string;
}

const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/** As a record of JSON: it takes arrays of different lengths, unlike `unnest`. */
function toRecord({ hash, vector, forms: _, ...row }: IndexedText) {
  const { model, dimensions, signature, vector: numbers } = vector ?? {};
  return { ...row, hash: hex(hash), model, dimensions, signature, vector: numbers && hex(numbers) };
}

const TEXT_RECORD = fragment`
  content text, hash bytea, token_count integer, words bigint[], counts smallint[], length integer,
  model text, dimensions integer, signature varbit, vector bytea`;

function addForms({ run, widgetId }: InWidget, texts: IndexedText[]) {
  const forms = [...new Map(texts.flatMap((text) => text.forms.map((each) => [each.form, each]))).values()];
  if (!forms.length) return;
  run`
    INSERT INTO kb_forms (widget_id, form, word, trigrams)
    SELECT ${widgetId}, g.form, g.word, g.trigrams
    FROM json_to_recordset(${JSON.stringify(forms)}::json) AS g (form text, word bigint, trigrams bigint[])
    ON CONFLICT DO NOTHING`;
}

/** Inserts texts, terms and vectors together, in order, and returns the ids. */
export async function insert(ctx: InWidget, rows: NewRow[]) {
  const { sql, widgetId, now } = ctx;
  addForms(ctx, rows);
  const at = now.toString();
  const [inserted] = await sql({ ids: array({ sqlTypes: ['bigint'], isNullable: false, value: 0 }) })`
    WITH given AS MATERIALIZED (
      SELECT coalesce(g.id, nextval('kb_rules_id_seq')) AS rule_id, g.*
      FROM json_to_recordset(${JSON.stringify(rows.map(toRecord))}::json) AS g (
        id bigint, operator_id bigint, doc_id text, source text, source_label text, source_ref text, source_is_managed boolean,
        chunk_index integer, used_30d integer, last_used_at timestamptz, created_at timestamptz, ${TEXT_RECORD}
      )
    ), rules AS (
      INSERT INTO kb_rules (id, widget_id, operator_id, content, hash, doc_id, source, source_label, source_ref, source_is_managed,
        chunk_index, token_count, used_30d, last_used_at, created_at, updated_at)
      OVERRIDING SYSTEM VALUE
      SELECT rule_id, ${widgetId}, operator_id, content, hash, doc_id, source, source_label, source_ref, source_is_managed,
        chunk_index, token_count, coalesce(used_30d, 0), last_used_at, coalesce(created_at, ${at}), ${at} FROM given
    ), terms AS (
      INSERT INTO kb_words (widget_id, rule_id, words, counts, length)
      SELECT ${widgetId}, rule_id, words, counts, length FROM given
    ), vectors AS (
      INSERT INTO kb_vectors (widget_id, rule_id, model, dimensions, signature, vector)
      SELECT ${widgetId}, rule_id, model, dimensions, signature, vector FROM given WHERE vector IS NOT NULL
    )
    SELECT coalesce(array_agg(rule_id ORDER BY rule_id), '{}') AS ids FROM given`;
  return inserted?.ids ?? [];
}

/** Replaces the text of a rule with its terms and its vector. Returns whether there is one. */
export async function replace(
  ctx: InWidget,
  id: number,
  { docId, text }: { docId: string | null | undefined; text: IndexedText },
) {
  const { sql, widgetId, now } = ctx;
  addForms(ctx, [text]);
  const document = docId === undefined ? fragment`r.doc_id` : fragment`${docId}`;
  const changed = await sql(pick(kbRules, 'id'))`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_record(${JSON.stringify(toRecord(text))}::json) AS g (${TEXT_RECORD})
    ), rule AS (
      UPDATE kb_rules r SET content = g.content, hash = g.hash, token_count = g.token_count, doc_id = ${document},
        updated_at = ${now.toString()}
      FROM given g WHERE r.widget_id = ${widgetId} AND r.id = ${id} RETURNING r.id
    ), terms AS (
      UPDATE kb_words w SET words = g.words, counts = g.counts, length = g.length
      FROM given g WHERE w.widget_id = ${widgetId} AND w.rule_id = ${id}
    ), vectors AS (
      INSERT INTO kb_vectors AS v (widget_id, rule_id, model, dimensions, signature, vector)
      SELECT ${widgetId}, rule.id, g.model, g.dimensions, g.signature, g.vector
      FROM given g CROSS JOIN rule WHERE g.vector IS NOT NULL
      ON CONFLICT (widget_id, rule_id) DO UPDATE SET model = excluded.model, dimensions = excluded.dimensions,
        signature = excluded.signature, vector = excluded.vector
    )
    SELECT id FROM rule`;
  return changed.length > 0;
}

export interface NewVector {
  id: number;
  /** Of the text that was embedded. */
  hash: Buffer;
  vector: NonNullable<IndexedText['vector']>;
}

/** Stores vectors of texts that have not changed since they were read. */
export async function setVectors({ sql, widgetId }: InWidget, vectors: NewVector[]) {
  const records = vectors.map(({ id, hash, vector: { vector, ...rest } }) => ({
    id,
    hash: hex(hash),
    ...rest,
    vector: hex(vector),
  }));
  await sql`
    INSERT INTO kb_vectors AS v (widget_id, rule_id, model, dimensions, signature, vector)
    SELECT r.widget_id, r.id, g.model, g.dimensions, g.signature, g.vector
    FROM json_to_recordset(${JSON.stringify(records)}::json)
      AS g (id bigint, hash bytea, model text, dimensions integer, signature varbit, vector bytea)
    JOIN kb_rules r ON r.widget_id = ${widgetId} AND r.id = g.id AND r.hash = g.hash
    ON CONFLICT (widget_id, rule_id) DO UPDATE SET model = excluded.model, dimensions = excluded.dimensions,
      signature = excluded.signature, vector = excluded.vector`;
}
