import type { Pool } from 'pg';
import { statement } from '../postgres/sql.ts';

/**
 * Unlocks jobs of nodes that died. The library waits four hours for them, and no job of ours takes minutes. At its start
 * a node has no locks; if no other runs, every lock belongs to one that died.
 */
export async function unlockJobs(pool: Pool, { ownName, isStart }: { ownName: string; isStart: boolean }) {
  await pool.query(statement`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker._private_jobs
    WHERE locked_by IS NOT NULL AND (locked_at < now() - interval '5 minutes' OR ${isStart} AND NOT EXISTS (
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'parley jobs %' AND application_name <> ${ownName}))`);
}
