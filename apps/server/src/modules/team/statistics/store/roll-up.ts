import { boolean, integer } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { type Fragment, fragment, join, param, raw } from '../../../../infra/postgres/sql.ts';
import type { Read, Write } from '../../../../kernel/data/context.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { byAgent, byChannel, countsIn, type HourlyCounts, IS_COUNTED } from './counts.ts';

/** Widgets with facts, or messages before this time, to aggregate. */
export const listWidgets = ({ sql }: Read, until: string) => sql({ id: widgets.id })`
  SELECT w.id FROM widgets w LEFT JOIN statistics_progress p ON p.widget_id = w.id
  WHERE EXISTS (SELECT FROM chat_facts f WHERE f.widget_id = w.id AND NOT f.is_added)
    OR EXISTS (
      SELECT FROM messages m WHERE m.widget_id = w.id AND ${IS_COUNTED}
        AND m.created_at >= coalesce(p.messages_until, '-infinity') AND m.created_at < ${until}
    )
  ORDER BY w.id`;

/** Serialises runs per widget across nodes. */
function lock({ run }: Write, widgetId: number) {
  run`
    INSERT INTO statistics_progress (widget_id) VALUES (${widgetId})
    ON CONFLICT (widget_id) DO UPDATE SET widget_id = excluded.widget_id`;
}

const list = (names: readonly (string | number)[]) => join(names.map(raw));

/** Adds counts to the hourly table. */
function upsertCounts({ hours, keys }: HourlyCounts, names: string[], rows: Fragment) {
  const columns = ['widget_id', 'hour', ...Object.keys(keys)];
  const added = join(names.map(raw).map((name) => fragment`${name} = known.${name} + excluded.${name}`));
  return fragment`
    INSERT INTO ${hours} AS known (${list([...columns, ...names])}) ${rows}
    GROUP BY ${list(columns.map((_, index) => index + 1))}
    ON CONFLICT (${list(columns)}) DO UPDATE SET ${added}`;
}

function upsertFacts(tally: HourlyCounts) {
  const { keys, counts, facts } = tally;
  const values = join([...Object.values(keys), ...Object.values(counts).map((count) => fragment`sum(${count})`)]);
  const rows = fragment`SELECT f.widget_id, date_trunc('hour', f.opened_at), ${values} FROM ${facts(fragment`taken`)}`;
  return upsertCounts(tally, countsIn(tally), rows);
}

const ADD_CHANNEL_FACTS = upsertFacts(byChannel);
const ADD_AGENT_FACTS = upsertFacts(byAgent);

/** Adds up to `limit` facts to their hours. Returns how many there were. */
export async function addFacts(work: Write, widgetId: number, limit: number) {
  lock(work, widgetId);
  const widget = param(widgetId);
  const rows = await work.sql({ count: integer() })`
    WITH taken AS (
      UPDATE chat_facts f SET is_added = true
      FROM (SELECT id FROM chat_facts WHERE widget_id = ${widget} AND NOT is_added LIMIT ${limit}) AS due
      WHERE f.widget_id = ${widget} AND f.id = due.id RETURNING f.*
    ),
    channels AS (${ADD_CHANNEL_FACTS}),
    agents AS (${ADD_AGENT_FACTS})
    SELECT count(*)::int AS count FROM taken`;
  return onlyRow(rows).count;
}

const ADD_CHANNEL_MESSAGES = upsertCounts(
  byChannel,
  ['messages'],
  fragment`SELECT widget_id, hour, channel, is_internal, sum(count) FROM counted`,
);
const ADD_AGENT_MESSAGES = upsertCounts(
  byAgent,
  ['messages'],
  fragment`SELECT widget_id, hour, agent_id, sum(count) FROM counted WHERE agent_id IS NOT NULL`,
);

interface MessageBatch {
  until: string;
  /** Approximate: a batch is always whole hours. */
  limit: number;
}

/**
 * Adds messages of whole hours, up to the one with the last message of the batch, or of all hours until then if fewer
 * remain. Returns whether there are more.
 */
export async function addMessages(work: Write, widgetId: number, batch: MessageBatch) {
  lock(work, widgetId);
  const [widget, end, limit] = [param(widgetId), param(batch.until), param(batch.limit)];
  const [added] = await work.sql({ is_more: boolean() })`
    WITH progress AS MATERIALIZED (SELECT messages_until FROM statistics_progress WHERE widget_id = ${widget}),
    next AS (
      SELECT m.created_at FROM messages m WHERE m.widget_id = ${widget} AND ${IS_COUNTED}
        AND m.created_at >= (SELECT messages_until FROM progress) AND m.created_at < ${end}
      ORDER BY m.created_at LIMIT ${limit}
    ),
    stretch AS MATERIALIZED (
      SELECT CASE
        WHEN count(*) < ${limit} THEN greatest(${end}, (SELECT messages_until FROM progress))
        ELSE greatest(date_trunc('hour', max(created_at)), date_trunc('hour', min(created_at)) + interval '1 hour')
      END AS until FROM next
    ),
    counted AS MATERIALIZED (
      SELECT m.widget_id, date_trunc('hour', m.created_at) AS hour, c.channel, c.is_internal, m.agent_id,
        count(*) AS count
      FROM messages m JOIN chats c ON c.widget_id = m.widget_id AND c.id = m.chat_id
      WHERE m.widget_id = ${widget} AND ${IS_COUNTED}
        AND m.created_at >= (SELECT messages_until FROM progress) AND m.created_at < (SELECT until FROM stretch)
      GROUP BY 1, 2, 3, 4, 5
    ),
    channels AS (${ADD_CHANNEL_MESSAGES}),
    agents AS (${ADD_AGENT_MESSAGES}),
    advanced AS (
      UPDATE statistics_progress SET messages_until = (SELECT until FROM stretch) WHERE widget_id = ${widget}
    )
    SELECT until < ${end} AS is_more FROM stretch`;
  return added?.is_more ?? false;
}
