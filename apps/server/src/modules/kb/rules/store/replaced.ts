import { integer, pick, text } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import type { InWidget, Read, Write } from '../../../../kernel/data/context.ts';
import { kbReplacedRules } from '../tables.ts';

/** Keeps rules that a run is about to remove, with texts and vectors. One that the run itself created leaves nothing. */
export async function keepRemoved({ sql, widgetId, now }: InWidget, runId: number, ids: number[]) {
  await sql`
    WITH own AS (
      DELETE FROM kb_replaced_rules
      WHERE widget_id = ${widgetId} AND run_id = ${runId} AND rule_id = ANY (${ids}::bigint[]) AND change = 'created'
      RETURNING rule_id
    )
    INSERT INTO kb_replaced_rules AS k (widget_id, run_id, rule_id, change, replaced_at, chunk_index, content, doc_id, source,
      source_label, source_ref, source_is_managed, used_30d, last_used_at, created_at, model, vector)
    SELECT r.widget_id, ${runId}::bigint, r.id, 'removed', ${now.toString()}::timestamptz, r.chunk_index, r.content, r.doc_id,
      r.source, r.source_label, r.source_ref, r.source_is_managed, r.used_30d, r.last_used_at, r.created_at, v.model, v.vector
    FROM kb_rules r LEFT JOIN kb_vectors v ON v.widget_id = r.widget_id AND v.rule_id = r.id
    WHERE r.widget_id = ${widgetId} AND r.id = ANY (${ids}::bigint[])
      AND NOT EXISTS (SELECT FROM own WHERE own.rule_id = r.id)
    ON CONFLICT (widget_id, run_id, rule_id) DO UPDATE SET change = 'removed', content = excluded.content,
      doc_id = excluded.doc_id, source = excluded.source, source_label = excluded.source_label,
      source_ref = excluded.source_ref, source_is_managed = excluded.source_is_managed, used_30d = excluded.used_30d,
      last_used_at = excluded.last_used_at, created_at = excluded.created_at, model = excluded.model, vector = excluded.vector`;
}

export function keepCreated({ run, widgetId, now }: InWidget, runId: number, ids: number[]) {
  run`
    INSERT INTO kb_replaced_rules (widget_id, run_id, rule_id, change, replaced_at)
    SELECT ${widgetId}::bigint, ${runId}::bigint, id, 'created', ${now.toString()}::timestamptz
    FROM unnest(${ids}::bigint[]) AS id`;
}

/** Keeps the places of rules that are about to get others. */
export async function keepPlaces(
  { sql, widgetId, now }: InWidget,
  runId: number,
  places: { id: number; index: number }[],
) {
  await sql`
    INSERT INTO kb_replaced_rules (widget_id, run_id, rule_id, change, replaced_at, chunk_index)
    SELECT r.widget_id, ${runId}::bigint, r.id, 'moved', ${now.toString()}::timestamptz, r.chunk_index FROM kb_rules r
    JOIN unnest(${places.map(({ id }) => id)}::bigint[], ${places.map(({ index }) => index)}::integer[]) AS p (id, place)
      ON p.id = r.id
    WHERE r.widget_id = ${widgetId} AND r.chunk_index IS DISTINCT FROM p.place
    ON CONFLICT DO NOTHING`;
}

/** Removes what a run created, and puts rules that it moved in their places. Returns how many it removed. */
export async function removeCreated({ sql, run, widgetId }: InWidget, runId: number) {
  run`
    UPDATE kb_rules r SET chunk_index = k.chunk_index FROM kb_replaced_rules k
    WHERE k.widget_id = ${widgetId} AND k.run_id = ${runId} AND k.change = 'moved'
      AND r.widget_id = k.widget_id AND r.id = k.rule_id`;
  const rows = await sql({ count: integer() })`
    WITH removed AS (
      DELETE FROM kb_rules r USING kb_replaced_rules k
      WHERE k.widget_id = ${widgetId} AND k.run_id = ${runId} AND k.change = 'created'
        AND r.widget_id = k.widget_id AND r.id = k.rule_id
      RETURNING r.id
    )
    SELECT count(*)::int AS count FROM removed`;
  return onlyRow(rows).count;
}

const removedColumns = pick(
  kbReplacedRules,
  ...([
    'rule_id',
    'chunk_index',
    'content',
    'doc_id',
    'source',
    'source_label',
    'source_ref',
    'source_is_managed',
  ] as const),
  ...(['used_30d', 'last_used_at', 'created_at', 'model', 'vector'] as const),
);

/** Rules that a run removed, by id. */
export function listRemoved(
  { sql, widgetId }: InWidget<Read>,
  runId: number,
  { after, limit }: { after: number; limit: number },
) {
  return sql(removedColumns)`
    SELECT rule_id, chunk_index, content, doc_id, source, source_label, source_ref, source_is_managed, used_30d, last_used_at,
      created_at, model, vector
    FROM kb_replaced_rules
    WHERE widget_id = ${widgetId} AND run_id = ${runId} AND change = 'removed' AND rule_id > ${after}
    ORDER BY rule_id LIMIT ${limit}`;
}

const changeColumns = { created: integer(), updated: integer(), removed: integer() };

/** What a run changed. A text that took the place of another of its page counts as updated. */
export async function count({ sql, widgetId }: InWidget<Read>, runId: number) {
  const rows = await sql(changeColumns)`
    SELECT coalesce(sum(greatest(created - removed, 0)), 0)::int AS created, coalesce(sum(least(created, removed)), 0)::int AS updated,
      coalesce(sum(greatest(removed - created, 0)), 0)::int AS removed
    FROM (
      SELECT count(*) FILTER (WHERE k.change = 'created') AS created, count(*) FILTER (WHERE k.change = 'removed') AS removed
      FROM kb_replaced_rules k LEFT JOIN kb_rules r ON r.widget_id = k.widget_id AND r.id = k.rule_id
      WHERE k.widget_id = ${widgetId} AND k.run_id = ${runId} GROUP BY coalesce(k.source_ref, r.source_ref)
    ) AS pages`;
  return onlyRow(rows);
}

const listedColumns = {
  ...pick(kbReplacedRules, 'rule_id'),
  change: text<'created' | 'removed'>(),
  source_ref: text(),
  place: integer(),
  content: text(),
};

/** Where a list of changes starts: after this place of a page. */
interface After {
  ref: string | undefined;
  place: number | undefined;
  id: number | undefined;
}

/** Texts that a run added, as they are now, and removed; by page, in the order of its texts. */
export function listTexts(
  { sql, widgetId }: InWidget<Read>,
  runId: number,
  { ref = '', place = 0, id = 0 }: After,
  limit: number,
) {
  return sql(listedColumns)`
    SELECT c.rule_id, c.change, c.source_ref, c.place, c.content
    FROM (
      SELECT k.rule_id, k.change, coalesce(k.source_ref, r.source_ref) AS source_ref,
        coalesce(k.chunk_index, r.chunk_index, 0) AS place, coalesce(k.content, r.content) AS content
      FROM kb_replaced_rules k
      LEFT JOIN kb_rules r ON k.change = 'created' AND r.widget_id = k.widget_id AND r.id = k.rule_id
      WHERE k.widget_id = ${widgetId} AND k.run_id = ${runId} AND k.change IN ('created', 'removed')
    ) AS c
    WHERE c.content IS NOT NULL AND (c.source_ref, c.place, c.rule_id) > (${ref}, ${place}::integer, ${id}::bigint)
    ORDER BY c.source_ref, c.place, c.rule_id LIMIT ${limit}`;
}

/** Whether anything of a run can be taken back. */
export async function has({ sql, widgetId }: InWidget<Read>, runId: number) {
  const found = await sql({})`
    SELECT FROM kb_replaced_rules WHERE widget_id = ${widgetId} AND run_id = ${runId} LIMIT 1`;
  return found.length > 0;
}

export function forget({ run, widgetId }: InWidget, runId: number) {
  run`DELETE FROM kb_replaced_rules WHERE widget_id = ${widgetId} AND run_id = ${runId}`;
}

/** Returns how many. */
export async function forgetOld({ sql }: Write, before: Temporal.Instant, limit: number) {
  const rows = await sql({ count: integer() })`
    WITH old AS (
      DELETE FROM kb_replaced_rules WHERE ctid IN (
        SELECT ctid FROM kb_replaced_rules WHERE replaced_at < ${before.toString()} LIMIT ${limit}
      ) RETURNING rule_id
    )
    SELECT count(*)::int AS count FROM old`;
  return onlyRow(rows).count;
}
