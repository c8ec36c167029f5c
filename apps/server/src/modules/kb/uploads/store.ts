import { toIsoString } from '../../../infra/clock.ts';
import { integer, nullable, pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { files } from '../../account/files/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { kbUploads } from './tables.ts';

const columns = {
  ...pick(kbUploads, 'id', 'name', 'type', 'size', 'status', 'reason', 'pages', 'created_at', 'updated_at'),
  chunk_count: integer(),
};

/** With how many of its rules there are. */
const UPLOADS = fragment`
  SELECT u.id, u.name, u.type, u.size, u.status, u.reason, u.pages, u.created_at, u.updated_at, (
      SELECT count(*)::int FROM kb_rules r WHERE r.widget_id = u.widget_id AND r.source = 'upload:' || u.id
    ) AS chunk_count
  FROM kb_uploads u`;

/** Newest first. */
export function list(
  { sql, widgetId }: InWidget<Read>,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return sql(columns)`${UPLOADS}
    WHERE u.widget_id = ${widgetId} AND u.id < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY u.id DESC LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(columns)`${UPLOADS} WHERE u.widget_id = ${widgetId} AND u.id = ${id}`;
  return found;
}

type NewUpload = Pick<typeof kbUploads.$inferInsert, 'name' | 'type' | 'size' | 'file_id'>;

export async function insert({ sql, widgetId, now }: InWidget, { name, type, size, file_id }: NewUpload) {
  const at = now.toString();
  const rows = await sql(pick(kbUploads, 'id'))`
    INSERT INTO kb_uploads (widget_id, name, type, size, file_id, status, due_at, created_at, updated_at)
    VALUES (${widgetId}, ${name}, ${type}, ${size}, ${file_id}, 'queued', ${at}, ${at}, ${at}) RETURNING id`;
  return onlyRow(rows).id;
}

/** Returns the file of the removed upload, if it still had one; undefined if there is no such upload. */
export async function remove({ sql, widgetId }: InWidget, id: number) {
  const [removed] = await sql(pick(kbUploads, 'file_id'))`
    DELETE FROM kb_uploads WHERE widget_id = ${widgetId} AND id = ${id} RETURNING file_id`;
  return removed;
}

export async function listDueWidgets(sql: RunSql, now: Temporal.Instant) {
  const rows = await sql.prepared(pick(kbUploads, 'widget_id'))`
    SELECT DISTINCT widget_id FROM kb_uploads WHERE due_at <= ${toIsoString(now)}`;
  return rows.map(({ widget_id }) => widget_id);
}

const leasedColumns = {
  ...pick(kbUploads, 'id', 'widget_id', 'name', 'type', 'leases', 'file_id'),
  ...pick(widgets, 'account_id', 'button_guid'),
  file_key: nullable(files.key),
};

/** A document that this node reads. */
export type LeasedUpload = RowOf<typeof leasedColumns>;

export function lease(
  sql: RunSql,
  claimed: { widgetId: number; capacity: number }[],
  { now, until }: Record<'now' | 'until', Temporal.Instant>,
) {
  return sql.prepared(leasedColumns)`
    WITH due AS MATERIALIZED (
      SELECT u.widget_id, u.id
      FROM unnest(${claimed.map(({ widgetId }) => widgetId)}::bigint[], ${claimed.map(({ capacity }) => capacity)}::integer[])
        AS claimed (widget_id, capacity)
      CROSS JOIN LATERAL (
        SELECT widget_id, id FROM kb_uploads WHERE widget_id = claimed.widget_id AND due_at <= ${toIsoString(now)}
        ORDER BY due_at, id LIMIT claimed.capacity FOR UPDATE SKIP LOCKED
      ) AS u
    )
    UPDATE kb_uploads u SET status = 'processing', due_at = ${toIsoString(until)}, leases = u.leases + 1
    FROM due JOIN widgets w ON w.id = due.widget_id, files f
    WHERE u.widget_id = due.widget_id AND u.id = due.id AND f.widget_id = u.widget_id AND f.id = u.file_id
    RETURNING u.id, u.widget_id, u.name, u.type, u.leases, u.file_id, w.account_id, w.button_guid, f.key AS file_key`;
}

type Held = Pick<LeasedUpload, 'widget_id' | 'id' | 'leases'>;

/** If this node still holds the lease; returns whether it does. */
export async function setDue(sql: RunSql, { widget_id, id, leases }: Held, due: Temporal.Instant) {
  const held = await sql.prepared(pick(kbUploads, 'id'))`
    UPDATE kb_uploads SET due_at = ${toIsoString(due)}
    WHERE widget_id = ${widget_id} AND id = ${id} AND leases = ${leases} AND due_at IS NOT NULL RETURNING id`;
  return held.length > 0;
}

type Ending = Pick<typeof kbUploads.$inferSelect, 'status' | 'reason' | 'pages'>;

/** Ends an upload whose lease this node holds; returns whether it does. */
export async function end({ sql, widgetId, now }: InWidget, { id, leases }: Held, { status, reason, pages }: Ending) {
  const ended = await sql.prepared(pick(kbUploads, 'id'))`
    UPDATE kb_uploads SET status = ${status}, reason = ${reason}, pages = ${pages}, due_at = NULL, file_id = NULL,
      updated_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND id = ${id} AND leases = ${leases} AND due_at IS NOT NULL RETURNING id`;
  return ended.length > 0;
}

const statusColumns = { queued: integer(), processing: integer(), ready: integer(), failed: integer() };

/** How many uploads are in each state. */
export async function countByStatus({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql(statusColumns)`
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued,
      count(*) FILTER (WHERE status = 'processing')::int AS processing,
      count(*) FILTER (WHERE status = 'ready')::int AS ready,
      count(*) FILTER (WHERE status = 'failed')::int AS failed
    FROM kb_uploads WHERE widget_id = ${widgetId}`;
  return onlyRow(rows);
}
