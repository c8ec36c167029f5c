import { type api, type Day, type Department, type Schedule, type Weekday, weekdays } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as files from '../../account/files/index.ts';
import * as chats from '../chats/index.ts';
import * as routing from '../routing/index.ts';
import * as store from './store.ts';

export function list(ctx: Context<Read>, query: Query<typeof api.departments.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: store.DepartmentRow) => [id],
    read: ([after = 0], limit) => store.list(ctx, { after, limit }),
    item: (row) => toDepartment(ctx, row),
  });
}

export async function get(ctx: Context<Read>, id: number) {
  const department = await store.find(ctx, id);
  if (!department) throw problem('not_found');
  return toDepartment(ctx, department);
}

function toDepartment(ctx: Context<Read>, { avatar_file_id, ...row }: store.DepartmentRow): Department {
  return { ...row, avatar_url: files.pictureUrl(ctx, ctx.widgetId, avatar_file_id) };
}

type ScheduleInput = Partial<Schedule>;

type NewDepartment = Body<typeof api.departments.create, 'name' | 'channels' | 'agent_ids' | 'schedule'>;
type Changes = Body<typeof api.departments.update, 'name' | 'channels'>;

export async function create(ctx: Context, { name, channels = [], agent_ids = [], schedule }: NewDepartment) {
  const week = schedule ? parseWeek(schedule) : createWeek(() => 'full');
  const known = { name, channels: await parseChannels(ctx, channels), schedule: week };
  const members = await requireAgents(ctx, agent_ids);
  const id = await publishAvailability(ctx, async () => {
    const internalChatId = await chats.createInternalChat(ctx);
    const departmentId = await store.insert(ctx, { ...known, internalChatId });
    await chats.updateChat(ctx, internalChatId, { department_id: departmentId });
    await store.setAgents(ctx, departmentId, members);
    return departmentId;
  });
  return get(ctx, id);
}

export async function update(ctx: Context, id: number, { name, channels }: Changes) {
  const changes = { name, channels: channels && (await parseChannels(ctx, channels)) };
  await publishAvailability(ctx, () => updateOrThrow(ctx, id, changes));
  return get(ctx, id);
}

export async function setAgents(ctx: Context, id: number, agentIds: number[]) {
  await publishAvailability(ctx, async () => {
    await updateOrThrow(ctx, id, {});
    await store.setAgents(ctx, id, await requireAgents(ctx, agentIds));
  });
  return get(ctx, id);
}

export async function setSchedule(ctx: Context, id: number, schedule: ScheduleInput) {
  const week = parseWeek(schedule);
  await publishAvailability(ctx, () => updateOrThrow(ctx, id, { schedule: week }));
  return get(ctx, id);
}

/** Its chats and its internal chat stay. */
export async function remove(ctx: Context, id: number) {
  await publishAvailability(ctx, async () => {
    const removed = await store.remove(ctx, id);
    if (!removed) throw problem('not_found');
    if (removed.avatar_file_id !== null) await files.release(ctx, removed.avatar_file_id);
  });
}

/** Tells visitors if the change brings or removes the last agent at work. */
function publishAvailability<T>(ctx: Context, act: () => Promise<T>) {
  return routing.publishAvailabilityChange(ctx, async () => {
    const done = await act();
    await store.markAnnounced(ctx, ctx.widgetId);
    return done;
  });
}

async function updateOrThrow(ctx: Context, id: number, changes: Parameters<typeof store.update>[2]) {
  if (!(await store.update(ctx, id, changes))) throw problem('not_found');
}

/** A provider need not be connected; a cabinet must belong to this widget. */
async function parseChannels(ctx: Context, channels: string[]) {
  const known = new Set(channels.some(isCabinet) ? await store.listCabinetChannels(ctx) : []);
  const unknown = channels.flatMap((channel, at) => (isCabinet(channel) && !known.has(channel) ? [at] : []));
  const errors = unknown.map((at) => [`channels.${at}`, 'is not a cabinet of this widget']);
  if (unknown.length) throw invalid(Object.fromEntries(errors));
  return [...new Set(channels)];
}

const isCabinet = (channel: string) => channel.startsWith('av__');

/** Suspended agents are allowed: they return when restored. */
async function requireAgents(ctx: Context, ids: number[]) {
  if (!(await agents.allExist(ctx, ids))) throw invalid({ agent_ids: 'must all be agents of this widget' });
  return [...new Set(ids)];
}

/** Omitted days are closed. */
function parseWeek(schedule: ScheduleInput) {
  const invalidDays = weekdays.filter((day) => !isForward(schedule[day] ?? null));
  const errors = invalidDays.map((day) => [`schedule.${day}`, 'must start before it ends, on the same day']);
  if (invalidDays.length) throw invalid(Object.fromEntries(errors));
  return createWeek((day) => schedule[day] ?? null);
}

const isForward = (day: Day) => day === null || day === 'full' || day.from < day.to;

const createWeek = (dayOf: (day: Weekday) => Day) =>
  Object.fromEntries(weekdays.map((day) => [day, dayOf(day)])) as Schedule;
