import type { InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { CONNECTIONS, GOOD_UNTIL, graceBefore } from '../../account/agents/tables.ts';
import { DEPARTMENTS, listsChannel, openAt } from './tables.ts';

/** Departments that serve the channel `$2`, and whether each is open. */
const departmentsOfChannel = (isOpen: string) =>
  `SELECT d.id, ${isOpen} AS is_open FROM ${DEPARTMENTS} WHERE d.widget_id = $1 AND ${listsChannel('$2::text')}`;

/** Condition: an agent `a` is at work, by their connections. */
const atWork = (isGood: string) => `
  a.widget_id = $1 AND a.status = 'active' AND a.type = 'human' AND EXISTS (
    SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${isGood}
  )`;

/** Whether an agent is at work for the channel: in an open department that serves it, or any agent if none does. */
const anyoneAtWork = ({ isOpen, isGood }: { isOpen: string; isGood: string }) => `
  WITH listing AS MATERIALIZED (${departmentsOfChannel(isOpen)})
  SELECT EXISTS (
    SELECT FROM agents a WHERE ${atWork(isGood)} AND (NOT EXISTS (SELECT FROM listing) OR EXISTS (
      SELECT FROM department_agents m JOIN listing l ON l.id = m.department_id AND l.is_open
      WHERE m.widget_id = $1 AND m.agent_id = a.id
    ))
  ) AS is_there`;

const NOW = { isOpen: openAt('$3'), isGood: `${GOOD_UNTIL} > $4` };

export async function isAnyoneAtWork({ sql, widgetId, now }: InWidget<Read>, channel: string) {
  const values = [widgetId, channel, now.toString(), graceBefore(now)];
  const [found] = await sql<{ is_there: boolean }>({ name: 'routing.there', text: anyoneAtWork(NOW), values });
  return found?.is_there ?? false;
}

const ANNOUNCED = { isOpen: 'd.was_open', isGood: 'true' };

/** As last announced to visitors: counts connections whose end and departments whose change is not announced yet. */
export async function wasAnyoneAnnounced({ sql, widgetId }: InWidget<Read>, channel: string) {
  const values = [widgetId, channel];
  const [found] = await sql<{ is_there: boolean }>({ name: 'routing.known', text: anyoneAtWork(ANNOUNCED), values });
  return found?.is_there ?? false;
}

interface Owner {
  is_suspended: boolean;
  is_away: boolean;
}

/** Away means not connected for a while; a break is not away. */
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

interface Candidates {
  /** Open departments of the channel, oldest first. */
  departments: number[];
  /** Agents at work there, each with their first department; null if no department serves the channel. */
  agents: { id: number; department_id: number | null }[];
}

const CANDIDATES = `
  WITH listing AS MATERIALIZED (${departmentsOfChannel(openAt('$3'))}),
  found AS (
    SELECT a.id, min(l.id) AS department_id FROM agents a
    LEFT JOIN department_agents m ON m.widget_id = a.widget_id AND m.agent_id = a.id
    LEFT JOIN listing l ON l.id = m.department_id AND l.is_open
    WHERE ${atWork(`${GOOD_UNTIL} > $4`)} AND (l.id IS NOT NULL OR NOT EXISTS (SELECT FROM listing)) GROUP BY a.id
  )
  SELECT ARRAY (SELECT id FROM listing WHERE is_open ORDER BY id) AS departments,
    coalesce((SELECT json_agg(found) FROM found), '[]') AS agents`;

export async function findCandidates({ sql, widgetId, now }: WidgetContext, channel: string): Promise<Candidates> {
  const values = [widgetId, channel, now.toString(), graceBefore(now)];
  const [found] = await sql<Candidates>({ name: 'routing.places', text: CANDIDATES, values });
  return found ?? { departments: [], agents: [] };
}

/** Members of the channel's open departments, suspended or not. */
export async function listMembers({ sql, widgetId, now }: WidgetContext, channel: string) {
  const found = await sql<{ agent_id: number }>({
    name: 'routing.members',
    text: `SELECT DISTINCT m.agent_id FROM (${departmentsOfChannel(openAt('$3'))}) AS l
           JOIN department_agents m ON m.widget_id = $1 AND m.department_id = l.id WHERE l.is_open ORDER BY 1`,
    values: [widgetId, channel, now.toString()],
  });
  return found.map(({ agent_id }) => agent_id);
}

/** Serializes routing in a widget, so that each run counts chats assigned by the one before. */
export async function lock({ sql, widgetId }: InWidget<Read>) {
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('routing', $1))`;
  await sql({ name: 'routing.lock', text, values: [widgetId] });
}

// Open chats are few, so they are read first and their owners looked up one by one.
const PICK = `
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

/** The agent with the fewest open chats, then the one assigned longest ago. Records the assignment. */
export async function pickAgent({ sql, widgetId, now }: WidgetContext, ids: number[]) {
  const values = [widgetId, ids, now.toString()];
  const [chosen] = await sql<{ id: number }>({ name: 'routing.choose', text: PICK, values });
  return chosen?.id;
}
