import type { Read, Write } from '../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { byAgent, byChannel, IS_SAID, type Tally } from './counting.ts';

const FACTS = 5_000;
/** About so many messages at a time, and always those of a whole hour. */
const MESSAGES = 20_000;

/** Whoever sends a message has stored it by then, or never will. */
const LATEST = { minutes: 10 };

/** What is left after that is for the next run. */
const BUSY_MS = 240_000;

/** With nothing to add there is nothing to write. */
const NEWS = `
  SELECT w.id FROM widgets w LEFT JOIN statistics_progress p ON p.widget_id = w.id
  WHERE EXISTS (SELECT FROM chat_facts f WHERE f.widget_id = w.id AND NOT f.is_added)
    OR EXISTS (
      SELECT FROM messages m WHERE m.widget_id = w.id AND ${IS_SAID}
        AND m.created_at >= coalesce(p.messages_until, '-infinity') AND m.created_at < $1
    )
  ORDER BY w.id`;

/** One at a time in a widget, whichever node it is on; who waits finds what the other has done. */
const LOCK = `
  INSERT INTO statistics_progress (widget_id) VALUES ($1)
  ON CONFLICT (widget_id) DO UPDATE SET widget_id = excluded.widget_id`;

/** Puts counts into the hours, to what is there already. */
function addTo({ hours, keys }: Tally, names: string[], rows: string) {
  const columns = ['widget_id', 'hour', ...Object.keys(keys)];
  return `
    INSERT INTO ${hours} AS known (${[...columns, ...names]}) ${rows} GROUP BY ${columns.map((_, index) => index + 1)}
    ON CONFLICT (${columns}) DO UPDATE SET ${names.map((name) => `${name} = known.${name} + excluded.${name}`)}`;
}

function addFactsTo(tally: Tally) {
  const { keys, counts, facts } = tally;
  const values = [...Object.values(keys), ...Object.values(counts).map((count) => `sum(${count})`)];
  const rows = `SELECT f.widget_id, date_trunc('hour', f.opened_at), ${values} FROM ${facts('taken')}`;
  return addTo(tally, Object.keys(counts), rows);
}

const ADD_FACTS = `
  WITH taken AS (
    UPDATE chat_facts f SET is_added = true
    FROM (SELECT id FROM chat_facts WHERE widget_id = $1 AND NOT is_added LIMIT $2) AS due
    WHERE f.widget_id = $1 AND f.id = due.id RETURNING f.*
  ),
  channels AS (${addFactsTo(byChannel)}),
  agents AS (${addFactsTo(byAgent)})
  SELECT count(*)::int AS count FROM taken`;

/** Whole hours, up to the one that the last of so many messages is in; all that have ended, where there are fewer. */
const ADD_MESSAGES = `
  WITH progress AS MATERIALIZED (SELECT messages_until FROM statistics_progress WHERE widget_id = $1),
  next AS (
    SELECT m.created_at FROM messages m WHERE m.widget_id = $1 AND ${IS_SAID}
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
    WHERE m.widget_id = $1 AND ${IS_SAID}
      AND m.created_at >= (SELECT messages_until FROM progress) AND m.created_at < (SELECT until FROM stretch)
    GROUP BY 1, 2, 3, 4, 5
  ),
  channels AS (
    ${addTo(byChannel, ['messages'], 'SELECT widget_id, hour, channel, is_internal, sum(count) FROM said')}
  ),
  agents AS (
    ${addTo(byAgent, ['messages'], 'SELECT widget_id, hour, agent_id, sum(count) FROM said WHERE agent_id IS NOT NULL')}
  ),
  gone_on AS (
    UPDATE statistics_progress SET messages_until = (SELECT until FROM stretch) WHERE widget_id = $1
  )
  SELECT until < $2 AS is_more FROM stretch`;

/**
 * Adds to the hours what has happened since. What is added and the mark that it is are one transaction, of a bounded size:
 * killed anywhere it goes on from there.
 */
export const addUp = defineJob({
  name: 'statistics.add_up',
  attempts: 1,
  timeoutMs: 280_000,
  every: '*/5 * * * *',
  async run(work) {
    const signal = AbortSignal.any([work.signal, AbortSignal.timeout(BUSY_MS)]);
    for (const { id } of await listNews(work)) {
      await inBatches({ ...work, signal }, FACTS, (write) => addFacts(write, id));
      await inBatches({ ...work, signal }, 1, async (write) => ((await addMessages(write, id)) ? 1 : 0));
    }
  },
});

const endOf = (now: Temporal.Instant) =>
  now.subtract(LATEST).round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString();

const listNews = ({ sql, now }: Read) => sql<{ id: number }>({ text: NEWS, values: [endOf(now)] });

async function addFacts({ sql, run }: Write, widgetId: number) {
  run({ text: LOCK, values: [widgetId] });
  const [added] = await sql<{ count: number }>({ text: ADD_FACTS, values: [widgetId, FACTS] });
  return added?.count ?? 0;
}

async function addMessages({ sql, run, now }: Write, widgetId: number) {
  run({ text: LOCK, values: [widgetId] });
  const values = [widgetId, endOf(now), MESSAGES];
  const [added] = await sql<{ is_more: boolean }>({ text: ADD_MESSAGES, values });
  return added?.is_more ?? false;
}
