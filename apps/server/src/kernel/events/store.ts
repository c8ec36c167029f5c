import { boolean, integer, text } from '../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import { type Fragment, fragment, raw } from '../../infra/postgres/sql.ts';

const numberColumns = { id: integer(), number: integer() };

/** Numbers up to `limit` committed events and returns them. */
export const numberEvents = (sql: RunSql, limit: number) =>
  sql.prepared(numberColumns)`SELECT id, number FROM assign_event_numbers(${limit})`;

/** Of events that have one. */
export const findNumbers = (sql: RunSql, events: { id: number; created_at: string }[]) =>
  sql.prepared(numberColumns)`
    SELECT e.id, e.number FROM unnest(
      ${events.map(({ id }) => id)}::bigint[], ${events.map(({ created_at }) => created_at)}::timestamptz[]
    ) AS asked (id, created_at)
    JOIN events e ON e.id = asked.id AND e.created_at = asked.created_at WHERE e.number IS NOT NULL`;

/** A day in UTC, `to` excluded. */
interface Day {
  from: string;
  to: string;
}

export async function hasPartition(sql: RunSql, name: string) {
  const [found] = await sql({ exists: boolean() })`SELECT to_regclass(${name}) IS NOT NULL AS exists`;
  return found?.exists ?? false;
}

/** Whether the default partition has events of a day. */
export async function hasStrays(sql: RunSql, { from, to }: Day) {
  const [found] = await sql({ exists: boolean() })`
    SELECT EXISTS (SELECT FROM events_default WHERE created_at >= ${from} AND created_at < ${to}) AS exists`;
  return found?.exists ?? false;
}

export async function createPartition(sql: RunSql, name: string, { from, to }: Day) {
  await change(
    sql,
    fragment`CREATE TABLE IF NOT EXISTS ${raw(name)} PARTITION OF events FOR VALUES FROM ('${raw(from)}') TO ('${raw(to)}')`,
  );
}

export async function dropPartition(sql: RunSql, name: string) {
  await change(sql, fragment`DROP TABLE ${raw(name)}`);
}

/** A change of partitions waits for readers of the table, and every write waits behind it. So it gives up soon. */
async function change(sql: RunSql, statement: Fragment) {
  await sql`DO $change$ BEGIN SET LOCAL lock_timeout = '200ms'; EXECUTE $statement$${statement}$statement$; END $change$`;
}

/** Names of partitions before the given one. */
export async function listPartitionsBefore(sql: RunSql, name: string) {
  const found = await sql({ name: text() })`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'events'::regclass AND relname < ${name} AND relname <> 'events_default'`;
  return found.map((each) => each.name);
}

export async function removeStraysBefore(sql: RunSql, time: string) {
  await sql`DELETE FROM events_default WHERE created_at < ${time}`;
}
