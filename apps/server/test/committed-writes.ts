import type { TestApp } from './harness.ts';
import { query } from './query.ts';

/** Rows written to a table. */
interface Writes {
  inserted?: number;
  updated?: number;
  deleted?: number;
}

// Triggers log every write in its own transaction, so that rolled-back ones leave nothing. Comparing the tables
// themselves would cost more with every row that other tests leave.
const LOG = `
  CREATE SCHEMA tests;
  CREATE TABLE tests.writes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, operation text NOT NULL, rows int NOT NULL);
  CREATE FUNCTION tests.log_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tests.writes (name, operation, rows)
    SELECT TG_ARGV[0], TG_ARGV[1], count(*) FROM touched HAVING count(*) > 0;
    RETURN NULL;
  END $$;
  CREATE FUNCTION tests.log_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tests.writes (name, operation, rows) VALUES (TG_ARGV[0], TG_ARGV[1], 1);
    RETURN NULL;
  END $$`;

/** Not the counters of calls, written at intervals in the background, nor the log of sign-ins, which has refused ones. */
const TABLES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
    AND relname NOT IN ('token_hours', 'sign_ins')
  UNION ALL SELECT 'graphile_worker._private_jobs'`;

function triggersOf(table: string) {
  const on = (operation: string, touched: string, past: string) => `
    CREATE TRIGGER log_${past} AFTER ${operation} ON ${table} REFERENCING ${touched} TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION tests.log_rows('${table}', '${past}')`;
  const update = table === 'tokens' ? TOKENS_UPDATE : on('UPDATE', 'NEW', 'updated');
  return [on('INSERT', 'NEW', 'inserted'), update, on('DELETE', 'OLD', 'deleted')].join(';');
}

/** The last use of a token is written at intervals, in the background. */
const TOKENS_UPDATE = `
  CREATE TRIGGER log_updated AFTER UPDATE ON tokens FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at')
  EXECUTE FUNCTION tests.log_row('tokens', 'updated')`;

/** More than any call makes; with both ends of a range the index is used. */
const MAX_WRITES = 1_000_000;

const logged = new Map<string, Promise<void>>();

async function addLog(connection: string) {
  const tables = await query<{ name: string }>(connection, TABLES);
  await query(connection, [LOG, ...tables.map(({ name }) => triggersOf(name))].join(';'));
}

/** Committed writes of `work`, by table. */
export async function writesOf(app: TestApp, work: () => Promise<unknown>): Promise<Record<string, Writes>> {
  await logged.getOrInsertComputed(app.connection, addLog);
  const [last] = await app.sql<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM tests.writes');
  await work();
  const lines = await app.sql<{ name: string; operation: keyof Writes; rows: number }>(`
    SELECT name, operation, sum(rows)::int AS rows FROM tests.writes
    WHERE id BETWEEN ${last?.id} + 1 AND ${last?.id} + ${MAX_WRITES} GROUP BY name, operation`);
  const writes: Record<string, Writes> = {};
  for (const { name, operation, rows } of lines) writes[name] = { ...writes[name], [operation]: rows };
  // A key is leased during an outside call, and released when it is refused.
  const { idempotency_keys: keys } = writes;
  if (keys && keys.inserted === keys.deleted) delete writes.idempotency_keys;
  return writes;
}

/** Rows that `work` adds per table; negative if it removes some. */
export async function rowsAdded(app: TestApp, work: () => Promise<unknown>) {
  const changes = Object.entries(await writesOf(app, work)).map(
    ([name, { inserted = 0, deleted = 0 }]) => [name, inserted - deleted] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
