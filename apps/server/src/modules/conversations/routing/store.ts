import type { InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { CONNECTIONS, GOOD_UNTIL, graceBefore } from '../../account/agents/tables.ts';
import { DEPARTMENTS, lists, openAt } from './tables.ts';

/** Departments that list the channel `$2`, and whether each is open. */
const listing = (isOpen: string) =>
  `SELECT d.id, ${isOpen} AS is_open FROM ${DEPARTMENTS} WHERE d.widget_id = $1 AND ${lists('$2::text')}`;

/** Whether an agent `a` is at work, by their connections. */
const atWork = (isGood: string) => `
  a.widget_id = $1 AND a.status = 'active' AND a.type = 'human' AND EXISTS (
    SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${isGood}
  )`;

/** Whether somebody is at work who answers on the channel: in a department that is open, or anybody where none lists it. */
const thereIs = ({ isOpen, isGood }: { isOpen: string; isGood: string }) => `
  WITH listing AS MATERIALIZED (${listing(isOpen)})
  SELECT EXISTS (
    SELECT FROM agents a WHERE ${atWork(isGood)} AND (NOT EXISTS (SELECT FROM listing) OR EXISTS (
      SELECT FROM department_agents m JOIN listing l ON l.id = m.department_id AND l.is_open
      WHERE m.widget_id = $1 AND m.agent_id = a.id
    ))
  ) AS is_there`;

const NOW = { isOpen: openAt('$3'), isGood: `${GOOD_UNTIL} > $4` };

export async function isAnybodyThere({ sql, widgetId, now }: InWidget<Read>, channel: string) {
  const values = [widgetId, channel, now.toString(), graceBefore(now)];
  const [found] = await sql<{ is_there: boolean }>({ name: 'routing.there', text: thereIs(NOW), values });
  return found?.is_there ?? false;
}

const KNOWN = { isOpen: 'd.was_open', isGood: 'true' };

/** The same by what was said: of connections that are gone unsaid, and of departments that have not been said to move. */
export async function isAnybodyKnown({ sql, widgetId }: InWidget<Read>, channel: string) {
  const values = [widgetId, channel];
  const [found] = await sql<{ is_there: boolean }>({ name: 'routing.known', text: thereIs(KNOWN), values });
  return found?.is_there ?? false;
}

interface Owner {
  is_suspended: boolean;
  is_away: boolean;
}

/** Away is who has not been connected for a while; on a break is something else. */
export async function findOwner({ sql, widgetId, now }: WidgetContext, id: number, away: { minutes: number }) {
  const [found] = await sql<Owner>({
    name: 'routing.owner',
    text: `SELECT a.status = 'banned' AS is_suspended, coalesce(a.left_at <= $4, true) AND NOT EXISTS (
             SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${GOOD_UNTIL} > $3
           ) AS is_away
           FROM agents a WHERE a.widget_id = $1 AND a.id = $2`,
    values: [widgetId, id, graceBefore(now), now.subtract(away).toString()],
  });
  return found;
}

interface Places {
  /** Departments of the channel that are open, the oldest first. */
  departments: number[];
  /** Who answers there, each with the first department they do so in; none where no department lists the channel. */
  agents: { id: number; department_id: number | null }[];
}

const PLACES = `
  WITH listing AS MATERIALIZED (${listing(openAt('$3'))}),
  found AS (
    SELECT a.id, min(l.id) AS department_id FROM agents a
    LEFT JOIN department_agents m ON m.widget_id = a.widget_id AND m.agent_id = a.id
    LEFT JOIN listing l ON l.id = m.department_id AND l.is_open
    WHERE ${atWork(`${GOOD_UNTIL} > $4`)} AND (l.id IS NOT NULL OR NOT EXISTS (SELECT FROM listing)) GROUP BY a.id
  )
  SELECT ARRAY (SELECT id FROM listing WHERE is_open ORDER BY id) AS departments,
    coalesce((SELECT json_agg(found) FROM found), '[]') AS agents`;

export async function findPlaces({ sql, widgetId, now }: WidgetContext, channel: string): Promise<Places> {
  const values = [widgetId, channel, now.toString(), graceBefore(now)];
  const [found] = await sql<Places>({ name: 'routing.places', text: PLACES, values });
  return found ?? { departments: [], agents: [] };
}

/** Everybody in the departments of the channel that are open, suspended or not. */
export async function listMembers({ sql, widgetId, now }: WidgetContext, channel: string) {
  const found = await sql<{ agent_id: number }>({
    name: 'routing.members',
    text: `SELECT DISTINCT m.agent_id FROM (${listing(openAt('$3'))}) AS l
           JOIN department_agents m ON m.widget_id = $1 AND m.department_id = l.id WHERE l.is_open ORDER BY 1`,
    values: [widgetId, channel, now.toString()],
  });
  return found.map(({ agent_id }) => agent_id);
}

/** One after the other in a widget: whoever comes next counts the chat that was given before. */
export async function lock({ sql, widgetId }: InWidget<Read>) {
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('routing', $1))`;
  await sql({ name: 'routing.lock', text, values: [widgetId] });
}

// What is open is little of all there is, whoever has it: it is read first, and its owners chat by chat.
const CHOOSE = `
  WITH open AS MATERIALIZED (
    SELECT h.chat_id FROM chat_heads h
    WHERE h.widget_id = $1 AND h.state IN ('active', 'ready') AND h.done_at IS NULL AND h.snoozed_at IS NULL
  ),
  load AS (
    SELECT c.agent_id, count(*) AS chats FROM open CROSS JOIN LATERAL (
      SELECT agent_id FROM chats WHERE widget_id = $1 AND id = open.chat_id LIMIT 1
    ) AS c GROUP BY c.agent_id
  )
  UPDATE agents SET routed_at = $3 WHERE widget_id = $1 AND id = (
    SELECT a.id FROM agents a LEFT JOIN load ON load.agent_id = a.id
    WHERE a.widget_id = $1 AND a.id = ANY ($2::bigint[])
    ORDER BY coalesce(load.chats, 0), a.routed_at NULLS FIRST, a.id LIMIT 1
  ) RETURNING id`;

/** The least loaded of these, or who got a chat longest ago. It is noted that they got one. */
export async function choose({ sql, widgetId, now }: WidgetContext, ids: number[]) {
  const values = [widgetId, ids, now.toString()];
  const [chosen] = await sql<{ id: number }>({ name: 'routing.choose', text: CHOOSE, values });
  return chosen?.id;
}
