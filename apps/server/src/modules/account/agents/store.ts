import type { Agent, Notifications } from '@parley/contract';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { InWidget, Read, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { widgets } from '../widgets/tables.ts';
import { type agentEvents, agents, CONNECTIONS, GOOD_UNTIL, graceBefore } from './tables.ts';

export async function insert({ db }: Write, agent: typeof agents.$inferInsert) {
  const [inserted] = await db.insert(agents).values(agent).returning();
  return inserted as typeof agents.$inferSelect;
}

export type AgentRow = Omit<Agent, 'avatar_url' | 'ai_assistant_id'> & {
  avatar_file_id: number | null;
};

const ONLINE = `EXISTS (
  SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${GOOD_UNTIL} > $2)`;
const COLUMNS = `
  a.id, a.user_id, nullif(concat_ws(' ', u.name, u.surname), '') AS name, u.surname, u.email, a.role, a.type, a.status,
  ${ONLINE} AS online, a.show_in_header, a.avatar_file_id, a.created_at, ARRAY (
    SELECT m.department_id FROM department_agents m WHERE m.widget_id = a.widget_id AND m.agent_id = a.id ORDER BY 1
  ) AS departments`;
const TABLES = 'agents a LEFT JOIN users u ON u.id = a.user_id';

interface Filter {
  type?: Agent['type'];
  /** Suspended agents are left out by default. */
  status?: Agent['status'];
  isOnline?: boolean;
  departmentId?: number;
  after: number;
  limit: number;
}

export function list(ctx: WidgetContext<Read>, { type, status, isOnline, departmentId, after, limit }: Filter) {
  return ctx.sql<AgentRow>({
    text: `SELECT * FROM (SELECT ${COLUMNS} FROM ${TABLES} WHERE a.widget_id = $1 AND a.id > $3
             AND a.type = coalesce($4, a.type) AND CASE WHEN $5::text IS NULL THEN a.status <> 'banned' ELSE a.status = $5 END
           ) AS agent WHERE online = coalesce($6, online) AND ($8::bigint IS NULL OR $8 = ANY (departments)) ORDER BY id LIMIT $7`,
    values: [
      ctx.widgetId,
      graceBefore(ctx.now),
      after,
      type ?? null,
      status ?? null,
      isOnline ?? null,
      limit,
      departmentId ?? null,
    ],
  });
}

export async function hasDepartment({ sql, widgetId }: WidgetContext<Read>, id: number) {
  const found = await sql({
    text: 'SELECT FROM departments WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id],
  });
  return found.length > 0;
}

export async function findDetailed(ctx: WidgetContext<Read>, id: number) {
  const [found] = await ctx.sql<AgentRow>({
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE a.widget_id = $1 AND a.id = $3`,
    values: [ctx.widgetId, graceBefore(ctx.now), id],
  });
  return found;
}

type AgentSummary = Pick<typeof agents.$inferSelect, 'id' | 'user_id' | 'type' | 'role' | 'status'>;

export async function find({ sql }: Read, widgetId: number, id: number) {
  const [found] = await sql<AgentSummary>({
    name: 'agents.find',
    text: 'SELECT id, user_id, type, role, status FROM agents WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id],
  });
  return found;
}

type OwnAgent = Pick<typeof agents.$inferSelect, 'status' | 'avatar_file_id' | 'notifications'>;

export async function findSelf({ sql }: Read, widgetId: number, id: number) {
  const [found] = await sql<OwnAgent>({
    text: 'SELECT status, avatar_file_id, notifications FROM agents WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id],
  });
  return found;
}

export async function findByEmail({ sql, widgetId }: InWidget<Read>, email: string) {
  const [found] = await sql<{ id: number }>({
    text: `SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id
           WHERE a.widget_id = $1 AND lower(u.email) = lower($2)`,
    values: [widgetId, email],
  });
  return found;
}

export async function findOfUser({ sql, widgetId }: InWidget<Read>, userId: number) {
  const [found] = await sql<{ id: number }>({
    text: 'SELECT id FROM agents WHERE widget_id = $1 AND user_id = $2',
    values: [widgetId, userId],
  });
  return found;
}

export async function isAvatar({ sql, widgetId }: InWidget<Read>, fileId: number) {
  const found = await sql({
    text: 'SELECT FROM agents WHERE widget_id = $1 AND avatar_file_id = $2',
    values: [widgetId, fileId],
  });
  return found.length > 0;
}

export async function setShownInHeader({ sql, widgetId }: InWidget, id: number, isShown: boolean) {
  await sql({
    text: 'UPDATE agents SET show_in_header = $3 WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id, isShown],
  });
}

export async function setRole({ sql, widgetId }: InWidget, id: number, role: Agent['role']) {
  await sql({
    text: 'UPDATE agents SET role = $3 WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id, role],
  });
}

/** As it is until this write ends. */
export async function lockStatus({ sql, widgetId }: InWidget, id: number) {
  const [found] = await sql<Pick<Agent, 'status'>>({
    text: 'SELECT status FROM agents WHERE widget_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [widgetId, id],
  });
  return found?.status;
}

/** Serializes changes of an account's seats. */
export async function lockAccount({ sql }: Write, accountId: number) {
  const [found] = await sql<{ seats: number }>({
    text: 'SELECT seats FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
  return found?.seats ?? 0;
}

/** Human agents of all widgets of the account who are not suspended. */
export async function countTakenSeats({ sql }: Read, accountId: number) {
  const [found] = await sql<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM agents WHERE account_id = $1 AND type = 'human' AND status <> 'banned'`,
    values: [accountId],
  });
  return found?.count ?? 0;
}

export type EventRow = Pick<typeof agentEvents.$inferSelect, 'id' | 'type_code' | 'created_at'>;

interface EventFilter {
  agentId: number;
  code: number | null;
  before: number | null;
  limit: number;
}

/** Newest first. */
export function listEvents({ sql, widgetId }: WidgetContext<Read>, { agentId, code, before, limit }: EventFilter) {
  return sql<EventRow>({
    text: `SELECT id, type_code, created_at FROM agent_events WHERE widget_id = $1 AND agent_id = $2
             AND ($3::smallint IS NULL OR type_code = $3) AND ($4::bigint IS NULL OR id < $4)
           ORDER BY id DESC LIMIT $5`,
    values: [widgetId, agentId, code, before, limit],
  });
}

export async function mergeNotifications(
  { sql, widgetId }: WidgetContext,
  id: number,
  changes: Partial<Notifications>,
) {
  await sql({
    text: 'UPDATE agents SET notifications = notifications || $3::jsonb WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id, JSON.stringify(changes)],
  });
}

/** As it is until this write ends. */
export async function lockAvatar({ sql, widgetId }: WidgetContext, id: number) {
  const [found] = await sql<Pick<OwnAgent, 'avatar_file_id'>>({
    text: 'SELECT avatar_file_id FROM agents WHERE widget_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [widgetId, id],
  });
  return found;
}

export async function setAvatar({ sql, widgetId }: WidgetContext, id: number, fileId: number | null) {
  await sql({
    text: 'UPDATE agents SET avatar_file_id = $3 WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id, fileId],
  });
}

export async function count({ sql, widgetId }: WidgetContext, ids: number[]) {
  const [found] = await sql<{ count: number }>({
    name: 'agents.count',
    text: 'SELECT count(*)::int AS count FROM agents WHERE widget_id = $1 AND id = ANY ($2)',
    values: [widgetId, ids],
  });
  return found?.count ?? 0;
}

/** Widgets of a user who is not suspended there, oldest first. */
export function listOfUser({ db }: Read, userId: number) {
  return db
    .select({
      id: agents.id,
      role: agents.role,
      widget_id: agents.widget_id,
      account_id: agents.account_id,
      domain: widgets.domain,
    })
    .from(agents)
    .innerJoin(widgets, eq(widgets.id, agents.widget_id))
    .where(and(eq(agents.user_id, userId), ne(agents.status, 'banned')))
    .orderBy(asc(agents.id));
}
