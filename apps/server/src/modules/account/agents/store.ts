import type { Agent, Notifications, Preferences } from '@parley/contract';
import { and, asc, eq, ne } from 'drizzle-orm';
import { toIsoString } from '../../../infra/clock.ts';
import { array, boolean, integer, nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { REFUSE } from '../../../kernel/data/store/assumptions.ts';
import { accounts, users } from '../users/tables.ts';
import { firstDomain, widgets } from '../widgets/tables.ts';
import { agentEvents, agents, CONNECTIONS, FULL_NAME, graceBefore, NAMED_AGENTS, VALID_UNTIL } from './tables.ts';

export async function insert({ db }: Write, agent: typeof agents.$inferInsert) {
  const rows = await db.insert(agents).values(agent).returning();
  return onlyRow(rows);
}

const columns = {
  ...pick(
    agents,
    'id',
    'user_id',
    'role',
    'type',
    'status',
    'show_in_header',
    'avatar_file_id',
    'created_at',
    'removed_at',
  ),
  name: nullable(text()),
  surname: nullable(users.surname),
  email: nullable(users.email),
  ai_assistant_id: nullable(integer()),
  online: boolean(),
  departments: array(integer()),
};

export type AgentRow = RowOf<typeof columns>;

const columnsAt = (now: Temporal.Instant) => fragment`
  a.id, a.user_id, ${FULL_NAME} AS name, u.surname, u.email, a.role, a.type, a.status, ai.assistant_id AS ai_assistant_id,
  EXISTS (
    SELECT FROM ${CONNECTIONS}
    WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} > ${graceBefore(now)}
  ) AS online, a.show_in_header, a.avatar_file_id, a.created_at, a.removed_at, ARRAY (
    SELECT m.department_id FROM department_agents m WHERE m.widget_id = a.widget_id AND m.agent_id = a.id ORDER BY 1
  ) AS departments`;

interface Filter {
  type?: Agent['type'];
  /** Suspended agents are left out by default. */
  status?: Agent['status'];
  isOnline?: boolean;
  departmentId?: number;
  after: number;
  limit: number;
}

export function list({ sql, widgetId, now }: WidgetContext<Read>, { type, isOnline, after, limit, ...filter }: Filter) {
  const [status, department] = [param(filter.status), param(filter.departmentId)];
  return sql(columns)`
    SELECT * FROM (
      SELECT ${columnsAt(now)} FROM ${NAMED_AGENTS} WHERE a.widget_id = ${widgetId} AND a.id > ${after}
        AND a.type = coalesce(${type}, a.type)
        AND CASE WHEN ${status}::text IS NULL THEN a.status <> 'banned' ELSE a.status = ${status} END
    ) AS agent
    WHERE online = coalesce(${isOnline}, online)
      AND (${department}::bigint IS NULL OR ${department} = ANY (departments))
    ORDER BY id LIMIT ${limit}`;
}

export async function hasDepartment({ sql, widgetId }: WidgetContext<Read>, id: number) {
  const found = await sql({})`SELECT FROM departments WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found.length > 0;
}

export async function findDetailed({ sql, widgetId, now }: WidgetContext<Read>, id: number) {
  const [found] = await sql(columns)`
    SELECT ${columnsAt(now)} FROM ${NAMED_AGENTS} WHERE a.widget_id = ${widgetId} AND a.id = ${id}`;
  return found;
}

const summaryColumns = pick(agents, 'id', 'user_id', 'type', 'role', 'status');

export async function find({ sql }: Read, widgetId: number, id: number) {
  const [found] = await sql.prepared(summaryColumns)`
    SELECT id, user_id, type, role, status FROM agents WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found;
}

export function expectHuman({ run, widgetId }: WidgetContext, id: number) {
  run.prepared`
    SELECT FROM ${REFUSE} WHERE NOT EXISTS (
      SELECT FROM agents WHERE widget_id = ${widgetId} AND id = ${id} AND type = 'human' AND status <> 'banned'
    )`;
}

export async function findSelf({ sql }: Read, widgetId: number, id: number) {
  const [found] = await sql(pick(agents, 'status', 'avatar_file_id', 'notifications', 'preferences'))`
    SELECT status, avatar_file_id, notifications, preferences FROM agents WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found;
}

export async function findByEmail({ sql, widgetId }: InWidget<Read>, email: string) {
  const [found] = await sql({ id: agents.id })`
    SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id
    WHERE a.widget_id = ${widgetId} AND lower(u.email) = lower(${email})`;
  return found;
}

/** Of all agents, suspended ones included. */
export function listEmails({ sql, widgetId }: InWidget<Read>) {
  return sql({ id: agents.id, email: nullable(users.email) })`
    SELECT a.id, u.email FROM agents a LEFT JOIN users u ON u.id = a.user_id WHERE a.widget_id = ${widgetId}`;
}

/** The owner and the admins, as users. */
export function listManagers({ sql, widgetId }: InWidget<Read>) {
  return sql({ user_id: users.id })`
    SELECT a.user_id FROM agents a
    WHERE a.widget_id = ${widgetId} AND a.user_id IS NOT NULL AND a.role IN ('owner', 'admin') AND a.status <> 'banned'`;
}

export async function findOfUser({ sql, widgetId }: InWidget<Read>, userId: number) {
  const [found] = await sql({ id: agents.id })`
    SELECT id FROM agents WHERE widget_id = ${widgetId} AND user_id = ${userId}`;
  return found;
}

/** Of an agent or a department. */
export async function isAvatar({ sql, widgetId }: InWidget<Read>, fileId: number) {
  const [widget, file] = [param(widgetId), param(fileId)];
  const found = await sql({})`
    SELECT FROM agents WHERE widget_id = ${widget} AND avatar_file_id = ${file}
    UNION ALL SELECT FROM departments WHERE widget_id = ${widget} AND avatar_file_id = ${file}`;
  return found.length > 0;
}

export async function setShownInHeader({ sql, widgetId }: InWidget, id: number, isShown: boolean) {
  await sql`UPDATE agents SET show_in_header = ${isShown} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

/** False if they were removed already. */
export async function markRemoved({ sql, widgetId, now }: InWidget, id: number) {
  const marked = await sql({ id: agents.id })`
    UPDATE agents SET removed_at = ${now.toString()} WHERE widget_id = ${widgetId} AND id = ${id} AND removed_at IS NULL
    RETURNING id`;
  return marked.length > 0;
}

export async function clearRemoved({ sql, widgetId }: InWidget, id: number) {
  await sql`UPDATE agents SET removed_at = NULL WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export async function setStatus({ sql, widgetId }: InWidget, id: number, status: Agent['status']) {
  await sql`UPDATE agents SET status = ${status} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export async function setRole({ sql, widgetId }: InWidget, id: number, role: Agent['role']) {
  await sql`UPDATE agents SET role = ${role} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

/** As it is until this write ends. */
export async function lockStatus({ sql, widgetId }: InWidget, id: number) {
  const [found] = await sql({ status: agents.status })`
    SELECT status FROM agents WHERE widget_id = ${widgetId} AND id = ${id} FOR NO KEY UPDATE`;
  return found?.status;
}

/** Serializes changes of an account's seats. */
export async function lockAccount({ sql }: Write, accountId: number) {
  const [found] = await sql({ seats: accounts.seats })`
    SELECT seats FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  return found?.seats ?? 0;
}

export async function findSeats({ sql }: Read, accountId: number) {
  const rows = await sql({ seats: accounts.seats })`SELECT seats FROM accounts WHERE id = ${accountId}`;
  return onlyRow(rows).seats;
}

/** Human agents of all widgets of the account who are not suspended. Sample colleagues take no seat. */
export async function countTakenSeats({ sql }: Read, accountId: number) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM agents
    WHERE account_id = ${accountId} AND type = 'human' AND status <> 'banned' AND NOT EXISTS (
      SELECT FROM sample_rows s WHERE s.widget_id = agents.widget_id AND s.kind = 'agent' AND s.row_id = agents.id)`;
  return onlyRow(rows).count;
}

/** Adds to the agent's event log. */
export function insertEvent({ run, widgetId, now }: InWidget, agentId: number, code: number) {
  run.prepared`
    INSERT INTO agent_events (widget_id, agent_id, type_code, created_at)
    VALUES (${widgetId}, ${agentId}, ${code}, ${toIsoString(now)})`;
}

const eventColumns = pick(agentEvents, 'id', 'type_code', 'created_at');

export type EventRow = RowOf<typeof eventColumns>;

interface EventFilter {
  agentId: number;
  code: number | null;
  before: number | null;
  limit: number;
}

/** Newest first. */
export function listEvents({ sql, widgetId }: WidgetContext<Read>, { agentId, limit, ...filter }: EventFilter) {
  const [code, before] = [param(filter.code), param(filter.before)];
  return sql(eventColumns)`
    SELECT id, type_code, created_at FROM agent_events WHERE widget_id = ${widgetId} AND agent_id = ${agentId}
      AND (${code}::smallint IS NULL OR type_code = ${code}) AND (${before}::bigint IS NULL OR id < ${before})
    ORDER BY id DESC LIMIT ${limit}`;
}

export async function mergeNotifications(
  { sql, widgetId }: WidgetContext,
  id: number,
  changes: Partial<Notifications>,
) {
  await sql`
    UPDATE agents SET notifications = notifications || ${JSON.stringify(changes)}::jsonb
    WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export async function mergePreferences({ sql, widgetId }: WidgetContext, id: number, changes: Partial<Preferences>) {
  await sql`
    UPDATE agents SET preferences = preferences || ${JSON.stringify(changes)}::jsonb
    WHERE widget_id = ${widgetId} AND id = ${id}`;
}

/** As it is until this write ends. */
export async function lockAvatar({ sql, widgetId }: WidgetContext, id: number) {
  const [found] = await sql({ avatar_file_id: agents.avatar_file_id })`
    SELECT avatar_file_id FROM agents WHERE widget_id = ${widgetId} AND id = ${id} FOR NO KEY UPDATE`;
  return found;
}

export async function setAvatar({ sql, widgetId }: WidgetContext, id: number, fileId: number | null) {
  await sql`UPDATE agents SET avatar_file_id = ${fileId} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export async function count({ sql, widgetId }: WidgetContext, ids: number[]) {
  const rows = await sql.prepared({ count: integer() })`
    SELECT count(*)::int AS count FROM agents WHERE widget_id = ${widgetId} AND id = ANY (${ids})`;
  return onlyRow(rows).count;
}

/** Widgets of a user who is not suspended there, oldest first. */
export function listOfUser({ db }: Read, userId: number) {
  return db
    .select({
      id: agents.id,
      role: agents.role,
      widget_id: agents.widget_id,
      account_id: agents.account_id,
      name: widgets.name,
      domain: firstDomain,
    })
    .from(agents)
    .innerJoin(widgets, eq(widgets.id, agents.widget_id))
    .where(and(eq(agents.user_id, userId), ne(agents.status, 'banned')))
    .orderBy(asc(agents.id));
}
