import type { Read, Write } from '../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { byAgent, byChannel, type HourlyCounts, IS_COUNTED } from './counts.ts';

const FACTS_PER_BATCH = 5_000;
/** Approximate batch size; a batch is always whole hours. */
const MESSAGES_PER_BATCH = 20_000;

/** A message is stored within this time or never. */
const MAX_DELAY = { minutes: 10 };

/** The next run continues after this. */
const BUSY_MS = 240_000;

/** Widgets with something to aggregate; the others are not written to. */
const WIDGETS_TO_ROLL_UP = `
  SELECT w.id FROM widgets w LEFT JOIN statistics_progress p ON p.widget_id = w.id
  WHERE EXISTS (SELECT FROM chat_facts f WHERE f.widget_id = w.id AND NOT f.is_added)
    OR EXISTS (
      SELECT FROM messages m WHERE m.widget_id = w.id AND ${IS_COUNTED}
        AND m.created_at >= coalesce(p.messages_until, '-infinity') AND m.created_at < $1
    )
  ORDER BY w.id`;

/** Serialises runs per widget across nodes. */
const LOCK = `
  INSERT INTO statistics_progress (widget_id) VALUES ($1)
  ON CONFLICT (widget_id) DO UPDATE SET widget_id = excluded.widget_id`;

/** Adds counts to the hourly table. */
function upsertCounts({ hours, keys }: HourlyCounts, names: string[], rows: string) {
  const columns = ['widget_id', 'hour', ...Object.keys(keys)];
  return `
    INSERT INTO ${hours} AS known (${[...columns, ...names]}) ${rows} GROUP BY ${columns.map((_, index) => index + 1)}
    ON CONFLICT (${columns}) DO UPDATE SET ${names.map((name) => `${name} = known.${name} + excluded.${name}`)}`;
}

function upsertFacts(tally: HourlyCounts) {
  const { keys, counts, facts } = tally;
  const values = [...Object.values(keys), ...Object.values(counts).map((count) => `sum(${count})`)];
  const rows = `SELECT f.widget_id, date_trunc('hour', f.opened_at), ${values} FROM ${facts('taken')}`;
  return upsertCounts(tally, Object.keys(counts), rows);
}

const ADD_FACTS = `
  WITH taken AS (
    UPDATE chat_facts f SET is_added = true
    FROM (SELECT id FROM chat_facts WHERE widget_id = $1 AND NOT is_added LIMIT $2) AS due
    WHERE f.widget_id = $1 AND f.id = due.id RETURNING f.*
  ),
  channels AS (${upsertFacts(byChannel)}),
  agents AS (${upsertFacts(byAgent)})
  SELECT count(*)::int AS count FROM taken`;

/** Whole hours up to the one with the last message of the batch, or all ended ones if fewer remain. */
const ADD_MESSAGES = `
  WITH progress AS MATERIALIZED (SELECT messages_until FROM statistics_progress WHERE widget_id = $1),
  next AS (
    SELECT m.created_at FROM messages m WHERE m.widget_id = $1 AND ${IS_COUNTED}
      AND m.created_at >= (SELECT messages_until FROM progress) AND m.created_at < $2
    ORDER BY m.created_at LIMIT $3
  ),
  stretch AS MATERIALIZED (
    SELECT CASE
      WHEN count(*) < $3 THEN greatest($2, (SELECT messages_until FROM progress))
      ELSE greatest(date_trunc('hour', max(created_at)), date_trunc('hour', min(created_at)) + interval '1 hour')
    END AS until FROM next
  ),
  said AS MATERIALIZED (
    SELECT m.widget_id, date_trunc('hour', m.created_at) AS hour, c.channel, c.is_internal, m.agent_id, count(*) AS count
    FROM messages m JOIN chats c ON c.widget_id = m.widget_id AND c.id = m.chat_id
    WHERE m.widget_id = $1 AND ${IS_COUNTED}
      AND m.created_at >= (SELECT messages_until FROM progress) AND m.created_at < (SELECT until FROM stretch)
    GROUP BY 1, 2, 3, 4, 5
  ),
  channels AS (
    ${upsertCounts(byChannel, ['messages'], 'SELECT widget_id, hour, channel, is_internal, sum(count) FROM said')}
  ),
  agents AS (
    ${upsertCounts(byAgent, ['messages'], 'SELECT widget_id, hour, agent_id, sum(count) FROM said WHERE agent_id IS NOT NULL')}
  ),
  gone_on AS (
    UPDATE statistics_progress SET messages_until = (SELECT until FROM stretch) WHERE widget_id = $1
  )
  SELECT until < $2 AS is_more FROM stretch`;

/**
 * Rolls new facts and messages up into hours. Each transaction is bounded and records its progress, so a killed job
 * continues where it stopped.
 */
export const rollUp = defineJob({
  name: 'statistics.add_up',
  attempts: 1,
  timeoutMs: 280_000,
  every: '*/5 * * * *',
  async run(work) {
    const signal = AbortSignal.any([work.signal, AbortSignal.timeout(BUSY_MS)]);
    for (const { id } of await listWidgets(work)) {
      await inBatches({ ...work, signal }, FACTS_PER_BATCH, (write) => addFacts(write, id));
      await inBatches({ ...work, signal }, 1, async (write) => ((await addMessages(write, id)) ? 1 : 0));
    }
  },
});

const endOf = (now: Temporal.Instant) =>
  now.subtract(MAX_DELAY).round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString();

const listWidgets = ({ sql, now }: Read) => sql<{ id: number }>({ text: WIDGETS_TO_ROLL_UP, values: [endOf(now)] });

async function addFacts({ sql, run }: Write, widgetId: number) {
  run({ text: LOCK, values: [widgetId] });
  const [added] = await sql<{ count: number }>({ text: ADD_FACTS, values: [widgetId, FACTS_PER_BATCH] });
  return added?.count ?? 0;
}

async function addMessages({ sql, run, now }: Write, widgetId: number) {
  run({ text: LOCK, values: [widgetId] });
  const values = [widgetId, endOf(now), MESSAGES_PER_BATCH];
  const [added] = await sql<{ is_more: boolean }>({ text: ADD_MESSAGES, values });
  return added?.is_more ?? false;
}
