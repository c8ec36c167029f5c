import { defineJob, inBatches } from '../jobs/jobs.ts';

const BATCH = 10_000;
const KEPT = '30 days';

/** Deletes deliveries older than the log goes back. Pending ones stay. */
export const sweepDeliveries = defineJob({
  name: 'deliveries.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '27 * * * *',
  run: (work) =>
    inBatches(work, BATCH, async ({ sql, now }) => {
      const [{ count } = { count: 0 }] = await sql<{ count: number }>({
        text: `WITH old AS (
                 SELECT id FROM deliveries WHERE created_at < $1::timestamptz - interval '${KEPT}' AND status <> 'pending' LIMIT $2
               ), gone AS (DELETE FROM deliveries d USING old WHERE d.id = old.id RETURNING d.id)
               SELECT count(*)::int AS count FROM gone`,
        values: [now.toString(), BATCH],
      });
      return count;
    }),
});
