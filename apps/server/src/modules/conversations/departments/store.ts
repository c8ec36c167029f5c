import type { Schedule } from '@parley/contract';
import { array, integer, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { Context, Read, Write } from '../../../kernel/data/context.ts';
import { DEPARTMENTS, departments, openAt } from '../routing/tables.ts';

const columns = {
  ...pick(departments, 'id', 'name', 'channels', 'schedule', 'avatar_file_id', 'created_at', 'updated_at'),
  agent_ids: array(integer()),
  internal_chat_id: departments.room_id,
};

export type DepartmentRow = RowOf<typeof columns>;

const COLUMNS = fragment`
  d.id, d.name, d.channels, d.avatar_file_id, ARRAY (
    SELECT m.agent_id FROM department_agents m
    WHERE m.widget_id = d.widget_id AND m.department_id = d.id ORDER BY m.agent_id
  ) AS agent_ids, d.schedule, d.room_id AS internal_chat_id, d.created_at, d.updated_at`;

export function list({ sql, widgetId }: Context<Read>, { after, limit }: { after: number; limit: number }) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM departments d WHERE d.widget_id = ${widgetId} AND d.id > ${after}
    ORDER BY d.id LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: Context<Read>, id: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM departments d WHERE d.widget_id = ${widgetId} AND d.id = ${id}`;
  return found;
}

/** Avito cabinets of the widget, as chats name their channel. */
export async function listCabinetChannels({ sql, widgetId }: Context) {
  const rows = await sql({ channel: text() })`
    SELECT 'av__' || id AS channel FROM messenger_connections
    WHERE widget_id = ${widgetId} AND provider = 'avito' AND token IS NOT NULL`;
  return rows.map(({ channel }) => channel);
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
  const at = param(now.toString());
  const rows = await sql({ id: departments.id })`
    INSERT INTO departments (widget_id, name, channels, schedule, room_id, was_open, created_at, updated_at)
    VALUES (${widgetId}, ${name}, ${channels}, ${JSON.stringify(schedule)}, ${internalChatId}, false, ${at}, ${at})
    RETURNING id`;
  return onlyRow(rows).id;
}

interface Changes {
  name?: string;
  channels?: string[];
  schedule?: Schedule;
}

/** False if unknown. Locks the department, so that concurrent changes of its agents do not mix. */
export async function update({ sql, widgetId, now }: Context, id: number, { name, channels, schedule }: Changes) {
  const updated = await sql({ id: departments.id })`
    UPDATE departments SET name = coalesce(${name}, name), channels = coalesce(${channels}, channels),
      schedule = coalesce(${schedule && JSON.stringify(schedule)}, schedule), updated_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND id = ${id} RETURNING id`;
  return updated.length > 0;
}

export async function setAgents({ sql, widgetId }: Context, id: number, agentIds: number[]) {
  await sql`
    DELETE FROM department_agents
    WHERE widget_id = ${widgetId} AND department_id = ${id} AND agent_id <> ALL (${agentIds}::bigint[])`;
  await sql`
    INSERT INTO department_agents (widget_id, department_id, agent_id)
    SELECT ${widgetId}, ${id}, agent_id FROM unnest(${agentIds}::bigint[]) AS agent_id ON CONFLICT DO NOTHING`;
}

/** As it is until this write ends. */
export async function lockAvatar({ sql, widgetId }: Context, id: number) {
  const [found] = await sql({ avatar_file_id: departments.avatar_file_id })`
    SELECT avatar_file_id FROM departments WHERE widget_id = ${widgetId} AND id = ${id} FOR NO KEY UPDATE`;
  return found;
}

export async function setAvatar({ sql, widgetId, now }: Context, id: number, fileId: number | null) {
  await sql`
    UPDATE departments SET avatar_file_id = ${fileId}, updated_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export async function remove({ sql, widgetId, now }: Context, id: number) {
  await sql`
    UPDATE channels SET department_id = NULL, updated_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND department_id = ${id}`;
  const [removed] = await sql({ avatar_file_id: departments.avatar_file_id })`
    DELETE FROM departments WHERE widget_id = ${widgetId} AND id = ${id} RETURNING avatar_file_id`;
  return removed;
}

const isUnannounced = (now: Temporal.Instant) => fragment`d.was_open <> ${openAt(now.toString())}`;

/** Widgets where a department opened or closed since visitors were told. */
export async function listWidgetsToAnnounce({ sql, now }: Read) {
  const found = await sql({ widget_id: departments.widget_id })`
    SELECT DISTINCT d.widget_id FROM ${DEPARTMENTS} WHERE ${isUnannounced(now)} ORDER BY d.widget_id`;
  return found.map(({ widget_id }) => widget_id);
}

/** Departments locked by another write are announced by it. */
export async function markAnnounced({ sql, now }: Write, widgetId: number) {
  const widget = param(widgetId);
  await sql`
    UPDATE departments SET was_open = NOT was_open WHERE widget_id = ${widget} AND id IN (
      SELECT d.id FROM ${DEPARTMENTS} WHERE d.widget_id = ${widget} AND ${isUnannounced(now)}
      FOR UPDATE OF d SKIP LOCKED
    )`;
}
