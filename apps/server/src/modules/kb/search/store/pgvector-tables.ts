import type { Client } from 'pg';
import { raw, statement } from '../../../../infra/postgres/sql.ts';

// Everything here is made at run time, since most databases have no pgvector, and is of no use to them.

/** The first with `halfvec`. */
const OLDEST = 7;
/** The first that scans an index until enough rows pass a filter. */
const ITERATIVE = 8;

/** The minor version of pgvector, which is installed if that is allowed, else throws; undefined if the server has none to use. */
export async function installExtension(client: Client) {
  const { rows } = await client.query(statement`
    SELECT coalesce(installed_version, default_version) AS version, installed_version IS NOT NULL AS is_installed
    FROM pg_available_extensions WHERE name = 'vector'`);
  const [found] = rows;
  const [major = 0, minor = 0] = `${found?.version ?? ''}`.split('.').map(Number);
  const release = major > 0 ? ITERATIVE : minor;
  if (release < OLDEST) return undefined;
  if (!found.is_installed) await client.query(statement`CREATE EXTENSION IF NOT EXISTS vector`);
  return release;
}

const LOCK = 7_238_011;

/** Whether no other node is at it. The lock ends with the connection. */
export async function tryLock(client: Client) {
  const { rows } = await client.query(statement`SELECT pg_try_advisory_lock(${LOCK}) AS locked`);
  return rows[0].locked as boolean;
}

/** Widgets whose vectors are copied, the copies, and the vectors that changed since. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS kb_halfvec_widgets (widget_id bigint PRIMARY KEY, is_ready boolean NOT NULL DEFAULT false);
  CREATE TABLE IF NOT EXISTS kb_halfvecs (
    widget_id bigint, rule_id bigint, model text NOT NULL, dimensions integer NOT NULL, embedding halfvec NOT NULL,
    PRIMARY KEY (widget_id, rule_id));
  CREATE TABLE IF NOT EXISTS kb_halfvec_changes (
    id bigint GENERATED ALWAYS AS IDENTITY, widget_id bigint, rule_id bigint, PRIMARY KEY (widget_id, id));`;

/** Writes never touch the copies, which an index may be built on. */
const TRIGGERS = `
  CREATE OR REPLACE FUNCTION kb_vector_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE changed kb_vectors%ROWTYPE;
  BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    INSERT INTO kb_halfvec_changes (widget_id, rule_id)
    SELECT changed.widget_id, changed.rule_id
    WHERE EXISTS (SELECT FROM kb_halfvec_widgets w WHERE w.widget_id = changed.widget_id);
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER kb_vector_added AFTER INSERT OR DELETE ON kb_vectors FOR EACH ROW EXECUTE FUNCTION kb_vector_changed();
  CREATE OR REPLACE TRIGGER kb_vector_changed AFTER UPDATE ON kb_vectors FOR EACH ROW
    WHEN (OLD.vector IS DISTINCT FROM NEW.vector OR OLD.model <> NEW.model) EXECUTE FUNCTION kb_vector_changed();`;

/**
 * The nearest copies. A function, since the settings of the scan must come with the statement. The dimensions are in its
 * text, since each has an index of its own.
 */
const searchOf = (release: number) => `
  CREATE OR REPLACE FUNCTION kb_nearest(widget bigint, space text, size integer, asked text, hidden bigint[], most integer)
  RETURNS TABLE (rule_id bigint, similarity double precision) LANGUAGE plpgsql STABLE
  SET hnsw.ef_search = 200 ${release < ITERATIVE ? '' : 'SET hnsw.iterative_scan = strict_order'} AS $$
  BEGIN
    RETURN QUERY EXECUTE format('
      SELECT n.rule_id, 1 - n.distance FROM (
        SELECT h.rule_id, (h.embedding::halfvec(%1$s)) <=> $1::halfvec(%1$s) AS distance FROM kb_halfvecs h
        WHERE h.widget_id = $2 AND h.model = $3 AND h.dimensions = %1$s AND h.rule_id <> ALL ($4)
        ORDER BY (h.embedding::halfvec(%1$s)) <=> $1::halfvec(%1$s) LIMIT %2$s
      ) AS n', size, most) USING asked, widget, space, hidden;
  END $$;`;

/** A simple query is one transaction. */
export async function createTables(client: Client, release: number) {
  const { rows } =
    await client.query(statement`SELECT to_regprocedure('kb_nearest(bigint,text,integer,text,bigint[],integer)') IS NULL
    OR NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('kb_halfvecs') AND attname = 'embedding' AND NOT attisdropped)
    AS is_missing`);
  if (!rows[0].is_missing) return;
  // A column that went with the extension leaves copies that are none.
  await client.query(
    `DROP TABLE IF EXISTS kb_halfvecs, kb_halfvec_widgets, kb_halfvec_changes; ${TABLES} ${TRIGGERS} ${searchOf(release)}`,
  );
}

/** Starts with widgets that have so many rules; all of their vectors are to be copied. */
export async function addWidgets(client: Client, minimum: number) {
  const { rows } = await client.query(statement`
    SELECT s.widget_id FROM kb_states s
    WHERE s.rules >= ${minimum} AND NOT EXISTS (SELECT FROM kb_halfvec_widgets w WHERE w.widget_id = s.widget_id)`);
  for (const { widget_id: widgetId } of rows) {
    await inTransaction(client, async () => {
      // As rules do: no vector is stored while these are listed.
      await client.query(statement`SELECT pg_advisory_xact_lock(hashtextextended('knowledge base', ${widgetId}))`);
      await client.query(statement`INSERT INTO kb_halfvec_widgets (widget_id) VALUES (${widgetId})`);
      await client.query(statement`
        INSERT INTO kb_halfvec_changes (widget_id, rule_id)
        SELECT widget_id, rule_id FROM kb_vectors WHERE widget_id = ${widgetId}`);
    });
  }
}

export async function listWidgets(client: Client) {
  const { rows } = await client.query(statement`SELECT widget_id FROM kb_halfvec_widgets ORDER BY widget_id`);
  return rows.map(({ widget_id }): number => widget_id);
}

export interface Change {
  id: number;
  rule_id: number;
  /** Null if the rule is gone, or has no vector. */
  model: string | null;
  vector: Buffer | null;
}

const BATCH = 500;

export async function listChanges(client: Client, widgetId: number) {
  const { rows } = await client.query(statement`
    SELECT c.id, c.rule_id, v.model, v.vector FROM kb_halfvec_changes c
    LEFT JOIN kb_vectors v ON v.widget_id = c.widget_id AND v.rule_id = c.rule_id
    WHERE c.widget_id = ${widgetId} ORDER BY c.id LIMIT ${raw(BATCH)}`);
  return { changes: rows as Change[], isLast: rows.length < BATCH };
}

export interface Copy {
  rule_id: number;
  model: string;
  dimensions: number;
  /** As pgvector reads it. */
  embedding: string;
}

/** Changes of the same rules that came later stay. */
export function applyChanges(
  client: Client,
  widgetId: number,
  { changes, copies }: { changes: Change[]; copies: Copy[] },
) {
  const [ids, ruleIds] = [changes.map(({ id }) => id), changes.map(({ rule_id }) => rule_id)];
  return inTransaction(client, async () => {
    await client.query(
      statement`DELETE FROM kb_halfvecs WHERE widget_id = ${widgetId} AND rule_id = ANY (${ruleIds}::bigint[])`,
    );
    await client.query(statement`
      INSERT INTO kb_halfvecs (widget_id, rule_id, model, dimensions, embedding)
      SELECT ${widgetId}, rule_id, model, dimensions, embedding::halfvec
      FROM json_to_recordset(${JSON.stringify(copies)}::json) AS g (rule_id bigint, model text, dimensions integer, embedding text)`);
    await client.query(
      statement`DELETE FROM kb_halfvec_changes WHERE widget_id = ${widgetId} AND id = ANY (${ids}::bigint[])`,
    );
  });
}

export const setReady = (client: Client, widgetId: number) =>
  client.query(statement`UPDATE kb_halfvec_widgets SET is_ready = true WHERE widget_id = ${widgetId} AND NOT is_ready`);

/** pgvector indexes no more. */
const MOST_DIMENSIONS = 4_000;

/** Builds the indexes of dimensions that have none, or a broken one, without blocking anybody. */
export async function buildIndexes(client: Client) {
  const { rows } = await client.query(statement`
    SELECT d.dimensions, i.indexrelid IS NOT NULL AS exists, coalesce(i.indisvalid, false) AS is_valid
    FROM (SELECT DISTINCT dimensions FROM kb_halfvecs WHERE dimensions <= ${MOST_DIMENSIONS}) AS d
    LEFT JOIN pg_index i ON i.indexrelid = to_regclass('kb_halfvecs_' || d.dimensions)`);
  for (const { dimensions, exists, is_valid: isValid } of rows) {
    if (isValid) continue;
    const name = `kb_halfvecs_${Number(dimensions)}`;
    if (exists) await client.query(statement`DROP INDEX CONCURRENTLY ${raw(name)}`);
    await client.query(statement`
      CREATE INDEX CONCURRENTLY ${raw(name)} ON kb_halfvecs
      USING hnsw ((embedding::halfvec(${raw(dimensions)})) halfvec_cosine_ops) WHERE dimensions = ${raw(dimensions)}`);
  }
}

async function inTransaction(client: Client, work: () => Promise<void>) {
  await client.query(statement`BEGIN`);
  try {
    await work();
    await client.query(statement`COMMIT`);
  } catch (error) {
    await client.query(statement`ROLLBACK`);
    throw error;
  }
}
