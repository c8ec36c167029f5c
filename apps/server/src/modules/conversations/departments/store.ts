import type { Department, Schedule } from '@parley/contract';
import type { Context, Read, Write } from '../../../kernel/data/context.ts';
import { DEPARTMENTS, openAt } from '../routing/tables.ts';

export type DepartmentRow = Omit<Department, 'avatar_url'>;

const COLUMNS = `
  d.id, d.name, d.channels, ARRAY (
    SELECT m.agent_id FROM department_agents m WHERE m.widget_id = d.widget_id AND m.department_id = d.id ORDER BY m.agent_id
  ) AS agent_ids, d.schedule, d.room_id AS internal_chat_id, d.created_at, d.updated_at`;

export function list({ sql, widgetId }: Context<Read>, { after, limit }: { after: number; limit: number }) {
  return sql<DepartmentRow>({
    text: `SELECT ${COLUMNS} FROM departments d WHERE d.widget_id = $1 AND d.id > $2 ORDER BY d.id LIMIT $3`,
    values: [widgetId, after, limit],
  });
}

export async function find({ sql, widgetId }: Context<Read>, id: number) {
  const [found] = await sql<DepartmentRow>({
    text: `SELECT ${COLUMNS} FROM departments d WHERE d.widget_id = $1 AND d.id = $2`,
    values: [widgetId, id],
  });
  return found;
}

interface NewDepartment {
  name: string;
  channels: string[];
  schedule: Schedule;
  internalChatId: number;
}

export async function insert(
  { sql, widgetId, now }: Context,
  { name, channels, schedule, internalChatId }: NewDepartment,
) {
  const [inserted] = await sql<{ id: number }>({
    text: `INSERT INTO departments (widget_id, name, channels, schedule, room_id, was_open, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, false, $6, $6) RETURNING id`,
    values: [widgetId, name, channels, JSON.stringify(schedule), internalChatId, now.toString()],
  });
  return (inserted as NonNullable<typeof inserted>).id;
}

interface Changes {
  name?: string;
  channels?: string[];
  schedule?: Schedule;
}

/** False if unknown. Locks the department, so that concurrent changes of its agents do not mix. */
export async function update({ sql, widgetId, now }: Context, id: number, { name, channels, schedule }: Changes) {
  const updated = await sql({
    text: `UPDATE departments SET name = coalesce($3, name), channels = coalesce($4, channels),
             schedule = coalesce($5, schedule), updated_at = $6
           WHERE widget_id = $1 AND id = $2 RETURNING id`,
    values: [widgetId, id, name ?? null, channels ?? null, schedule ? JSON.stringify(schedule) : null, now.toString()],
  });
  return updated.length > 0;
}

export async function setAgents({ sql, widgetId }: Context, id: number, agentIds: number[]) {
  await sql({
    text: 'DELETE FROM department_agents WHERE widget_id = $1 AND department_id = $2 AND agent_id <> ALL ($3::bigint[])',
    values: [widgetId, id, agentIds],
  });
  await sql({
    text: `INSERT INTO department_agents (widget_id, department_id, agent_id)
           SELECT $1, $2, agent_id FROM unnest($3::bigint[]) AS agent_id ON CONFLICT DO NOTHING`,
    values: [widgetId, id, agentIds],
  });
}

export async function remove({ sql, widgetId }: Context, id: number) {
  const removed = await sql({
    text: 'DELETE FROM departments WHERE widget_id = $1 AND id = $2 RETURNING id',
    values: [widgetId, id],
  });
  return removed.length > 0;
}

const IS_UNANNOUNCED = `d.was_open <> ${openAt('$1')}`;

/** Widgets where a department opened or closed since visitors were told. */
export async function listWidgetsToAnnounce({ sql, now }: Read) {
  const found = await sql<{ widget_id: number }>({
    text: `SELECT DISTINCT d.widget_id FROM ${DEPARTMENTS} WHERE ${IS_UNANNOUNCED} ORDER BY d.widget_id`,
    values: [now.toString()],
  });
  return found.map(({ widget_id }) => widget_id);
}

/** Departments locked by another write are announced by it. */
export async function markAnnounced({ sql, now }: Write, widgetId: number) {
  await sql({
    text: `UPDATE departments SET was_open = NOT was_open WHERE widget_id = $2 AND id IN (
             SELECT d.id FROM ${DEPARTMENTS} WHERE d.widget_id = $2 AND ${IS_UNANNOUNCED} FOR UPDATE OF d SKIP LOCKED
           )`,
    values: [now.toString(), widgetId],
  });
}
