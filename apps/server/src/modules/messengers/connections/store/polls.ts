import { pick } from '../../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../../infra/postgres/run-sql.ts';
import type { Read } from '../../../../kernel/data/context.ts';
import { messengerConnections } from '../tables.ts';
import type { Connection } from './connections.ts';

/** Connections that a node should poll. */
export async function listDuePolls({ sql }: Pick<Read, 'sql'>, now: string) {
  const rows = await sql.prepared(pick(messengerConnections, 'id'))`
    SELECT id FROM messenger_connections WHERE poll_due_at <= ${now}`;
  return rows.map(({ id }) => id);
}

/** One node polls a connection at a time. */
export async function leasePolls(sql: RunSql, ids: number[], { now, until }: Record<'now' | 'until', string>) {
  return sql.prepared(pick(messengerConnections, 'id', 'revision'))`
    UPDATE messenger_connections SET poll_due_at = ${until} WHERE id IN (
      SELECT id FROM messenger_connections WHERE id = ANY (${ids}::bigint[]) AND poll_due_at <= ${now}
      FOR UPDATE SKIP LOCKED)
    RETURNING id, revision`;
}

type Poll = Pick<Connection, 'id' | 'revision'>;

/** Whether it is still to be polled with this credential. */
export async function renewPoll(sql: RunSql, { id, revision }: Poll, until: string) {
  const renewed = await sql.prepared(pick(messengerConnections, 'id'))`
    UPDATE messenger_connections SET poll_due_at = ${until}
    WHERE id = ${id} AND revision = ${revision} AND poll_due_at IS NOT NULL RETURNING id`;
  return renewed.length > 0;
}

/** Where the next poll starts; false if another node has polled meanwhile, or the credential was replaced. */
export async function keepPosition(
  { sql }: Pick<Read, 'sql'>,
  { id, revision, poll_position }: Poll & Pick<Connection, 'poll_position'>,
  position: string,
) {
  const kept = await sql.prepared(pick(messengerConnections, 'id'))`
    UPDATE messenger_connections SET poll_position = ${position}
    WHERE id = ${id} AND revision = ${revision} AND poll_position IS NOT DISTINCT FROM ${poll_position} RETURNING id`;
  return kept.length > 0;
}
