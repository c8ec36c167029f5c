import { integer, json, pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { type Fragment, fragment, param, raw } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetWork } from '../../../../kernel/data/context.ts';
import { agents, CONNECTIONS, graceBefore } from '../../../account/agents/tables.ts';
import { MAX_AGENTS, type RoutingEntry } from '../../decisions/index.ts';
import { asked, IS_VALID, LISTING } from '../store.ts';

const candidateColumns = {
  /** Departments of the channel, oldest first. */
  departments: json<{ id: number; is_open: boolean }[]>(),
  /** Agents there, each with their first department; null if no department serves the channel. */
  agents: json<{ id: number; department_id: number | null }[]>(),
  /** Some of the others, and why not they: members of the departments first. */
  passed_over: json<{ id: number; reason: RoutingEntry['reason'] }[]>(),
};

/** Why an agent `a` who may get the chat is not at work, as cases of a reason. */
const ABSENT = fragment`
  WHEN a.status <> 'active' THEN 'on_break'
  WHEN NOT EXISTS (
    SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${IS_VALID}
  ) THEN 'offline'`;

const AGENTS = fragment`
  coalesce((
    SELECT json_agg(json_build_object('id', id, 'department_id', department_id)) FROM found WHERE reason IS NULL
  ), '[]') AS agents`;
const passedOver = (order: Fragment) => fragment`
  coalesce((
    SELECT json_agg(json_build_object('id', id, 'reason', reason)) FROM (
      SELECT id, reason FROM found WHERE reason IS NOT NULL ORDER BY ${order} LIMIT ${raw(MAX_AGENTS)}
    ) AS others
  ), '[]') AS passed_over`;

const MEMBERS_PASSED_OVER = passedOver(fragment`id`);

const candidates = (absent: Fragment) => fragment`
  ${LISTING}, found AS MATERIALIZED (
    SELECT a.id, min(l.id) FILTER (WHERE l.is_open) AS department_id, count(l.id) AS departments, CASE
      WHEN a.status = 'banned' THEN 'suspended'
      WHEN count(l.id) = 0 AND EXISTS (SELECT FROM listing) THEN 'not_in_department'
      WHEN NOT bool_or(l.is_open) THEN 'department_closed' ${absent}
    END AS reason
    FROM asked JOIN agents a ON a.widget_id = asked.widget_id AND a.type = 'human'
    LEFT JOIN department_agents m ON m.widget_id = a.widget_id AND m.agent_id = a.id
    LEFT JOIN listing l ON l.id = m.department_id
    GROUP BY a.widget_id, a.id, asked.valid_after
  )
  SELECT coalesce((SELECT json_agg(listing ORDER BY id) FROM listing), '[]') AS departments,
    ${AGENTS}, ${passedOver(fragment`departments = 0, id`)}`;

const CANDIDATES_AT_WORK = candidates(ABSENT);
const CANDIDATES_EMPLOYED = candidates(raw(''));

export type Candidates = RowOf<typeof candidateColumns>;

/** Agents at work; as of another time, where no one's presence is known, all who are not suspended. */
export async function findCandidates(ctx: InWidget<Read>, channel: string, { isForecast = false } = {}) {
  const [widget, name, now, validAfter] = asked(ctx, channel);
  const rows = await ctx.sql.prepared(candidateColumns)`
    WITH asked (widget_id, channel, now, valid_after) AS (
      VALUES (${widget}::bigint, ${name}::text, ${now}::timestamptz, ${validAfter}::timestamptz)
    ), ${isForecast ? CANDIDATES_EMPLOYED : CANDIDATES_AT_WORK}`;
  return onlyRow(rows);
}

/** Members of a department, open or closed, who are at work, and the others; undefined if it does not exist. */
export async function findMembersAtWork({ sql, widgetId, now }: InWidget<Read>, departmentId: number) {
  const id = param(departmentId);
  const [found] = await sql.prepared(candidateColumns)`
    WITH asked (widget_id, valid_after) AS (VALUES (${widgetId}::bigint, ${graceBefore(now)}::timestamptz)),
    found AS MATERIALIZED (
      SELECT a.id, m.department_id, CASE WHEN a.status = 'banned' THEN 'suspended' ${ABSENT} END AS reason
      FROM asked JOIN department_agents m ON m.widget_id = asked.widget_id AND m.department_id = ${id}
      JOIN agents a ON a.widget_id = m.widget_id AND a.id = m.agent_id AND a.type = 'human'
    )
    SELECT '[]'::json AS departments, ${AGENTS}, ${MEMBERS_PASSED_OVER}
    FROM asked JOIN departments d ON d.widget_id = asked.widget_id WHERE d.id = ${id}`;
  return found;
}

/** Serializes routing in a widget, so that each run counts chats assigned by the one before. */
export function lock({ run, widgetId }: WidgetWork) {
  run.prepared`SELECT pg_advisory_xact_lock(hashtextextended('routing', ${widgetId}))`;
}

/** Open chats are few, so they are read first and their owners looked up one by one. */
const LOAD = fragment`
  open AS MATERIALIZED (
    SELECT h.chat_id FROM asked JOIN chat_heads h ON h.widget_id = asked.widget_id
    WHERE h.state IN ('active', 'ready') AND h.done_at IS NULL AND h.snoozed_at IS NULL
  ),
  load AS (
    SELECT c.agent_id, count(*) AS chats FROM asked CROSS JOIN open CROSS JOIN LATERAL (
      SELECT agent_id FROM chats WHERE widget_id = asked.widget_id AND id = open.chat_id LIMIT 1
    ) AS c GROUP BY c.agent_id
  )`;

/** Agents `a` who are asked about. */
const LOADED = fragment`
  asked JOIN agents a ON a.widget_id = asked.widget_id AND a.id = ANY (asked.agents)
  LEFT JOIN load ON load.agent_id = a.id`;

/** Whose turn it is: the agent with the fewest open chats, then the one assigned longest ago. */
const BY_TURN = fragment`coalesce(load.chats, 0), a.routed_at NULLS FIRST, a.id`;

interface Assignment {
  chatId: number;
  agents: Candidates['agents'];
  /** Lines of the decision, beside the result and the agents who were at work. */
  before: RoutingEntry[];
  after: RoutingEntry[];
}

/** A line about the agent `t` at work. */
const lineOf = (step: Fragment, reason: Fragment) => fragment`
  jsonb_build_object('step', ${step}, 'agent_id', t.id, 'department_id', t.department_id, 'reason', ${reason})`;
const DECISION = lineOf(fragment`'decision'`, fragment`'assigned'`);
const OTHER = lineOf(fragment`'agent'`, fragment`CASE WHEN t.chats > first.chats THEN 'busier' ELSE 'later_turn' END`);

/** The agent whose turn it is. Records the assignment, and why. */
export async function pickAgent({ sql, widgetId, now }: WidgetWork, { chatId, agents: found, ...lines }: Assignment) {
  const [widget, time] = [param(widgetId), param(now.toString())];
  const [ids, departmentIds] = [found.map(({ id }) => id), found.map(({ department_id }) => department_id)];
  const [chosen] = await sql.prepared({ id: agents.id })`
    WITH asked (widget_id, agents, departments) AS (
      VALUES (${widget}::bigint, ${ids}::bigint[], ${departmentIds}::bigint[])
    ), ${LOAD},
    turns AS MATERIALIZED (
      SELECT a.id, asked.departments[array_position(asked.agents, a.id)] AS department_id, coalesce(load.chats, 0) AS chats,
        row_number() OVER (ORDER BY ${BY_TURN}) AS turn FROM ${LOADED}
    ),
    chosen AS (
      UPDATE agents SET routed_at = ${time} WHERE widget_id = ${widget} AND id = (
        SELECT id FROM turns WHERE turn = 1
      ) RETURNING id
    ),
    decision AS (
      INSERT INTO chat_decisions (widget_id, chat_id, kind, created_at, entries)
      SELECT ${widget}, ${chatId}, 'routing', ${time}, (
          SELECT jsonb_build_array(${DECISION}) FROM turns t WHERE turn = 1
        ) || ${JSON.stringify(lines.before)}::jsonb || coalesce((
          SELECT jsonb_agg(${OTHER} ORDER BY t.turn) FROM turns t JOIN turns first ON first.turn = 1
          WHERE t.turn BETWEEN 2 AND ${raw(MAX_AGENTS)}
        ), '[]') || ${JSON.stringify(lines.after)}::jsonb
      FROM chosen
    )
    SELECT id FROM chosen`;
  return chosen?.id;
}

/** Agents in the order of their turn. */
export function listByTurn({ sql, widgetId }: InWidget<Read>, ids: number[]) {
  return sql({ ...pick(agents, 'id', 'routed_at'), active_chats: integer() })`
    WITH asked (widget_id, agents) AS (VALUES (${widgetId}::bigint, ${ids}::bigint[])), ${LOAD}
    SELECT a.id, a.routed_at, coalesce(load.chats, 0)::int AS active_chats FROM ${LOADED} ORDER BY ${BY_TURN}`;
}
