import { array, boolean, integer, json } from '../../../infra/postgres/row-schema.ts';
import { type Fragment, fragment, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { agents, CONNECTIONS, graceBefore, VALID_UNTIL } from '../../account/agents/tables.ts';
import { DEPARTMENTS, departmentAgents, listsChannel, openAt } from './tables.ts';

/** Departments that serve the channel, and whether each is open. */
const departmentsOf = (widget: unknown, channel: string, isOpen: Fragment) => fragment`
  SELECT d.id, ${isOpen} AS is_open FROM ${DEPARTMENTS}
  WHERE d.widget_id = ${widget} AND ${listsChannel(fragment`${channel}::text`)}`;

/** Condition: an agent `a` is at work, by their connections. */
const atWork = (widget: unknown, isValid: Fragment) => fragment`
  a.widget_id = ${widget} AND a.status = 'active' AND a.type = 'human' AND EXISTS (
    SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${isValid}
  )`;

const isValidAt = (now: Temporal.Instant) => fragment`${VALID_UNTIL} > ${graceBefore(now)}`;

interface Conditions {
  /** A department `d` is open. */
  isOpen: Fragment;
  /** A connection `c` counts. */
  isValid: Fragment;
}

const isThere = { is_there: boolean() };

/** Whether an agent is at work for the channel: in an open department that serves it, or any agent if none does. */
async function findAnyone({ sql, widgetId }: InWidget<Read>, channel: string, { isOpen, isValid }: Conditions) {
  const widget = param(widgetId);
  const [found] = await sql.prepared(isThere)`
    WITH listing AS MATERIALIZED (${departmentsOf(widget, channel, isOpen)})
    SELECT EXISTS (
      SELECT FROM agents a WHERE ${atWork(widget, isValid)} AND (NOT EXISTS (SELECT FROM listing) OR EXISTS (
        SELECT FROM department_agents m JOIN listing l ON l.id = m.department_id AND l.is_open
        WHERE m.widget_id = ${widget} AND m.agent_id = a.id
      ))
    ) AS is_there`;
  return found?.is_there ?? false;
}

export const isAnyoneAtWork = (ctx: InWidget<Read>, channel: string) =>
  findAnyone(ctx, channel, { isOpen: openAt(ctx.now.toString()), isValid: isValidAt(ctx.now) });

const ANNOUNCED = { isOpen: fragment`d.was_open`, isValid: fragment`true` };

/** As last announced to visitors: counts connections whose end and departments whose change is not announced yet. */
export const wasAnyoneAnnounced = (ctx: InWidget<Read>, channel: string) => findAnyone(ctx, channel, ANNOUNCED);

const ownerColumns = { is_suspended: boolean(), is_away: boolean() };

/** Away means not connected for a while; a break is not away. */
export async function findOwner({ sql, widgetId, now }: WidgetContext, id: number, away: { minutes: number }) {
  const [found] = await sql.prepared(ownerColumns)`
    SELECT a.status = 'banned' AS is_suspended,
      coalesce(a.left_at <= ${now.subtract(away).toString()}, true) AND NOT EXISTS (
        SELECT FROM ${CONNECTIONS}
        WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} > ${graceBefore(now)}
      ) AS is_away
    FROM agents a WHERE a.widget_id = ${widgetId} AND a.id = ${id}`;
  return found;
}

const candidateColumns = {
  /** Open departments of the channel, oldest first. */
  departments: array(integer()),
  /** Agents at work there, each with their first department; null if no department serves the channel. */
  agents: json<{ id: number; department_id: number | null }[]>(),
};

export async function findCandidates({ sql, widgetId, now }: WidgetContext, channel: string) {
  const widget = param(widgetId);
  const [found] = await sql.prepared(candidateColumns)`
    WITH listing AS MATERIALIZED (${departmentsOf(widget, channel, openAt(now.toString()))}),
    found AS (
      SELECT a.id, min(l.id) AS department_id FROM agents a
      LEFT JOIN department_agents m ON m.widget_id = a.widget_id AND m.agent_id = a.id
      LEFT JOIN listing l ON l.id = m.department_id AND l.is_open
      WHERE ${atWork(widget, isValidAt(now))} AND (l.id IS NOT NULL OR NOT EXISTS (SELECT FROM listing)) GROUP BY a.id
    )
    SELECT ARRAY (SELECT id FROM listing WHERE is_open ORDER BY id) AS departments,
      coalesce((SELECT json_agg(found) FROM found), '[]') AS agents`;
  return found ?? { departments: [], agents: [] };
}

/** Members of the channel's open departments, suspended or not. */
export async function listMembers({ sql, widgetId, now }: WidgetContext, channel: string) {
  const widget = param(widgetId);
  const found = await sql.prepared({ agent_id: departmentAgents.agent_id })`
    SELECT DISTINCT m.agent_id FROM (${departmentsOf(widget, channel, openAt(now.toString()))}) AS l
    JOIN department_agents m ON m.widget_id = ${widget} AND m.department_id = l.id WHERE l.is_open ORDER BY 1`;
  return found.map(({ agent_id }) => agent_id);
}

/** Serializes routing in a widget, so that each run counts chats assigned by the one before. */
export async function lock({ sql, widgetId }: InWidget<Read>) {
  await sql.prepared`SELECT pg_advisory_xact_lock(hashtextextended('routing', ${widgetId}))`;
}

/**
 * The agent with the fewest open chats, then the one assigned longest ago. Records the assignment. Open chats are few,
 * so they are read first and their owners looked up one by one.
 */
export async function pickAgent({ sql, widgetId, now }: WidgetContext, ids: number[]) {
  const widget = param(widgetId);
  const [chosen] = await sql.prepared({ id: agents.id })`
    WITH open AS MATERIALIZED (
      SELECT h.chat_id FROM chat_heads h
      WHERE h.widget_id = ${widget} AND h.state IN ('active', 'ready') AND h.done_at IS NULL AND h.snoozed_at IS NULL
    ),
    load AS (
      SELECT c.agent_id, count(*) AS chats FROM open CROSS JOIN LATERAL (
        SELECT agent_id FROM chats WHERE widget_id = ${widget} AND id = open.chat_id LIMIT 1
      ) AS c GROUP BY c.agent_id
    )
    UPDATE agents SET routed_at = ${now.toString()} WHERE widget_id = ${widget} AND id = (
      SELECT a.id FROM agents a LEFT JOIN load ON load.agent_id = a.id
      WHERE a.widget_id = ${widget} AND a.id = ANY (${ids}::bigint[])
      ORDER BY coalesce(load.chats, 0), a.routed_at NULLS FIRST, a.id LIMIT 1
    ) RETURNING id`;
  return chosen?.id;
}
