import { boolean, integer, nullable, pick, text } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { kbRules, kbStates, kbVectors } from '../tables.ts';

const columns = {
  ...pick(kbRules, 'id', 'content', 'doc_id', 'source', 'source_label', 'source_ref', 'source_is_managed'),
  ...pick(kbRules, 'chunk_index', 'operator_id', 'token_count', 'used_30d', 'last_used_at', 'created_at', 'updated_at'),
  button_id: kbRules.widget_id,
  has_embedding: boolean(),
  embedding_model: nullable(kbVectors.model),
  embedding_dimensions: nullable(kbVectors.dimensions),
};

/** With their vectors, if these are of the widget's model. */
const RULES = fragment`
  SELECT r.id, r.content, r.doc_id, r.source, r.source_label, r.source_ref, r.source_is_managed, r.chunk_index,
    r.widget_id AS button_id, r.operator_id, r.token_count, r.used_30d, r.last_used_at, r.created_at, r.updated_at,
    v.rule_id IS NOT NULL AS has_embedding, v.model AS embedding_model, v.dimensions AS embedding_dimensions
  FROM kb_rules r
  LEFT JOIN kb_states s ON s.widget_id = r.widget_id
  LEFT JOIN kb_vectors v ON v.widget_id = r.widget_id AND v.rule_id = r.id AND v.model = s.embedding_model`;

export interface Filter {
  source: string | undefined;
  docId: string | undefined;
  /** A part of the text, in any case. */
  query: string | undefined;
  /** What rules with that part have, if it is known. */
  candidates: Candidates | undefined;
  /** Older than this time, and not used since. */
  unusedSince: string | undefined;
}

/** Rules with any of these words, or with all of them. */
export type Candidates = { any: string[] } | { all: string[] };

/** Newest first. */
export function list(
  { sql, widgetId }: InWidget<Read>,
  { source, docId, query, candidates, unusedSince }: Filter,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const ofSource = source === undefined ? fragment`` : fragment`AND r.source = ${source}`;
  const ofDocument = docId === undefined ? fragment`` : fragment`AND r.doc_id = ${docId}`;
  const matching = query === undefined ? fragment`` : fragment`AND strpos(fold(r.content), fold(${query})) > 0`;
  // As an array, which is made first: a join might be made for each rule.
  const having = candidates && ('any' in candidates ? fragment`&& ${candidates.any}` : fragment`@> ${candidates.all}`);
  const among = having
    ? fragment`AND r.id = ANY (ARRAY(SELECT rule_id FROM kb_words WHERE widget_id = ${widgetId} AND words ${having}::bigint[]))`
    : fragment``;
  const unused =
    unusedSince === undefined ? fragment`` : fragment`AND coalesce(r.last_used_at, r.created_at) < ${unusedSince}`;
  return sql(columns)`${RULES}
    WHERE r.widget_id = ${widgetId} AND r.id < ${before ?? Number.MAX_SAFE_INTEGER} ${ofSource} ${ofDocument} ${among} ${matching} ${unused}
    ORDER BY r.id DESC LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(columns)`${RULES} WHERE r.widget_id = ${widgetId} AND r.id = ${id}`;
  return found;
}

const textColumns = {
  ...pick(kbRules, 'hash', 'content'),
  model: nullable(kbVectors.model),
  vector: nullable(kbVectors.vector),
};

/** The text of a rule, with its vector if that is of the widget's model. */
export async function findText({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(textColumns)`
    SELECT r.hash, r.content, v.model, v.vector FROM kb_rules r
    LEFT JOIN kb_states s ON s.widget_id = r.widget_id
    LEFT JOIN kb_vectors v ON v.widget_id = r.widget_id AND v.rule_id = r.id AND v.model = s.embedding_model
    WHERE r.widget_id = ${widgetId} AND r.id = ${id}`;
  return found;
}

const sourceColumns = {
  ...pick(kbRules, 'source', 'source_label', 'source_is_managed'),
  chunk_count: integer(),
  updated_at: kbRules.updated_at,
};

/** By name, which does not change while pages are read. */
export function listSources(
  { sql, widgetId }: InWidget<Read>,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return sql(sourceColumns)`
    SELECT g.source, r.source_label, r.source_is_managed, g.chunk_count, g.updated_at
    FROM (
      SELECT source, count(*)::int AS chunk_count, max(updated_at) AS updated_at, max(id) AS newest
      FROM kb_rules WHERE widget_id = ${widgetId} AND source > ${after ?? ''} GROUP BY source
    ) AS g JOIN kb_rules r ON r.widget_id = ${widgetId} AND r.id = g.newest
    ORDER BY g.source LIMIT ${limit}`;
}

export async function removeSource({ sql, widgetId }: InWidget, { source, ref }: { source: string; ref?: string }) {
  const ofRef = ref === undefined ? fragment`` : fragment`AND source_ref = ${ref}`;
  const rows = await sql({ count: integer() })`
    WITH removed AS (DELETE FROM kb_rules WHERE widget_id = ${widgetId} AND source = ${source} ${ofRef} RETURNING id)
    SELECT count(*)::int AS count FROM removed`;
  return onlyRow(rows).count;
}

export async function remove({ sql, widgetId }: InWidget, ids: number[]) {
  const rows = await sql({ count: integer() })`
    WITH removed AS (DELETE FROM kb_rules WHERE widget_id = ${widgetId} AND id = ANY (${ids}::bigint[]) RETURNING id)
    SELECT count(*)::int AS count FROM removed`;
  return onlyRow(rows).count;
}

export async function setDocId({ sql, widgetId, now }: InWidget, id: number, docId: string | null) {
  const changed = await sql(pick(kbRules, 'id'))`
    UPDATE kb_rules SET doc_id = ${docId}, updated_at = ${now.toString()} WHERE widget_id = ${widgetId} AND id = ${id}
    RETURNING id`;
  return changed.length > 0;
}

/** Rules of one page, in order. */
export function listPage({ sql, widgetId }: InWidget<Read>, { source, ref }: { source: string; ref: string }) {
  return sql(pick(kbRules, 'id', 'hash', 'chunk_index', 'source_label'))`
    SELECT id, hash, chunk_index, source_label FROM kb_rules
    WHERE widget_id = ${widgetId} AND source = ${source} AND source_ref = ${ref} ORDER BY chunk_index, id`;
}

/** Pages or files that a source has rules of. */
export async function listRefs({ sql, widgetId }: InWidget<Read>, source: string) {
  const rows = await sql({ ref: text() })`
    SELECT DISTINCT source_ref AS ref FROM kb_rules
    WHERE widget_id = ${widgetId} AND source = ${source} AND source_ref IS NOT NULL`;
  return rows.map(({ ref }) => ref);
}

export async function listIdsOf(
  { sql, widgetId }: InWidget<Read>,
  { source, refs }: { source: string; refs: string[] },
) {
  const rows = await sql(pick(kbRules, 'id'))`
    SELECT id FROM kb_rules
    WHERE widget_id = ${widgetId} AND source = ${source} AND source_ref = ANY (${refs}::text[])`;
  return rows.map(({ id }) => id);
}

/** Of rules that a source has written again without a change. */
export function setPlaces(
  { run, widgetId }: InWidget,
  places: { id: number; index: number }[],
  sourceLabel: string | null,
) {
  run`
    UPDATE kb_rules r SET chunk_index = p.place, source_label = ${sourceLabel}
    FROM unnest(${places.map(({ id }) => id)}::bigint[], ${places.map(({ index }) => index)}::integer[]) AS p (id, place)
    WHERE r.widget_id = ${widgetId} AND r.id = p.id`;
}

/** Widgets that have rules, by id. */
export async function listWidgets({ sql }: Read, { after, limit }: { after: number; limit: number }) {
  const rows = await sql(pick(kbStates, 'widget_id'))`
    SELECT widget_id FROM kb_states WHERE rules > 0 AND widget_id > ${after} ORDER BY widget_id LIMIT ${limit}`;
  return rows.map(({ widget_id }) => widget_id);
}

export interface RuleUsage {
  ruleId: number;
  /** Replies that it was a source of. */
  replies: number;
  lastUsedAt: string;
}

/** Sets how often rules were used lately: those that are not given, not at all. */
export function setUsage({ run, widgetId }: InWidget, used: RuleUsage[]) {
  run`
    UPDATE kb_rules r SET used_30d = u.used_30d, last_used_at = u.last_used_at
    FROM (
      SELECT k.id, coalesce(g.replies, 0) AS used_30d, greatest(k.last_used_at, g.last_used_at) AS last_used_at
      FROM kb_rules k LEFT JOIN unnest(${used.map(({ ruleId }) => ruleId)}::bigint[],
        ${used.map(({ replies }) => replies)}::integer[], ${used.map(({ lastUsedAt }) => lastUsedAt)}::timestamptz[])
        AS g (id, replies, last_used_at) ON g.id = k.id
      WHERE k.widget_id = ${widgetId} AND (g.id IS NOT NULL OR k.used_30d > 0)
    ) AS u
    WHERE r.widget_id = ${widgetId} AND r.id = u.id
      AND (r.used_30d, r.last_used_at) IS DISTINCT FROM (u.used_30d, u.last_used_at)`;
}
