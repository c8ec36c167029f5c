import {
  type Agent,
  type api,
  defaultNotifications,
  defaultPreferences,
  type Notifications,
  type Preferences,
  type Role,
} from '@parley/contract';
import type { Context, Read, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as files from '../files/index.ts';
import * as store from './store.ts';

export const {
  clearRemoved,
  findByEmail,
  findOfUser,
  isAvatar,
  listEmails,
  listManagers,
  listOfUser,
  lockStatus,
  markRemoved,
  setRole,
  setShownInHeader,
  setStatus,
} = store;

type AgentQuery = Query<typeof api.agents.list, 'online' | 'type' | 'status' | 'department_id' | 'cursor' | 'limit'>;

export async function list(
  ctx: Context<Read>,
  { department_id: departmentId, online, type, status, ...query }: AgentQuery,
) {
  if (departmentId !== undefined && !(await store.hasDepartment(ctx, departmentId))) throw problem('not_found');
  const isOnline = online === undefined ? undefined : online === 1;
  return paged(ctx, query, {
    position: ({ id }: store.AgentRow) => [id],
    read: ([after = 0], limit) => store.list(ctx, { type, status, isOnline, departmentId, after, limit }),
    item: (row) => toAgent(ctx, row),
  });
}

export async function get(ctx: Context<Read>, id: number) {
  const agent = await store.findDetailed(ctx, id);
  if (!agent) throw problem('not_found');
  return toAgent(ctx, agent);
}

export async function getMember(ctx: Read & { widgetId: number }, id: number) {
  const agent = await store.find(ctx, ctx.widgetId, id);
  if (!agent) throw problem('not_found');
  return agent;
}

function toAgent(ctx: Context<Read>, { avatar_file_id, ...row }: store.AgentRow): Agent {
  const avatar_url = files.pictureUrl(ctx, ctx.widgetId, avatar_file_id);
  return { ...row, avatar_url };
}

/** The members of an agent that only they see. */
export async function findSelf(work: Read, widgetId: number, id: number) {
  const found = await store.findSelf(work, widgetId, id);
  return (
    found && {
      status: found.status,
      avatar_url: files.pictureUrl(work, widgetId, found.avatar_file_id),
      notifications: { ...defaultNotifications, ...found.notifications },
      preferences: { ...defaultPreferences, ...found.preferences },
    }
  );
}

export const updateNotifications = (ctx: WidgetContext, id: number, chosen: Partial<Notifications>) =>
  store.mergeNotifications(ctx, id, chosen);

export async function updatePreferences(ctx: WidgetContext, id: number, chosen: Partial<Preferences>) {
  const names = chosen.saved_views?.map(({ name }) => name) ?? [];
  if (new Set(names).size < names.length) {
    throw invalid({ 'preferences.saved_views': 'has two views with one name. Rename one of them' });
  }
  await store.mergePreferences(ctx, id, chosen);
}

interface NewAgent {
  accountId: number;
  widgetId: number;
  userId: number;
  role: Role;
}

export function create(work: Write, { accountId, widgetId, userId, role }: NewAgent) {
  return store.insert(work, {
    account_id: accountId,
    widget_id: widgetId,
    user_id: userId,
    role,
    created_at: work.now.toString(),
  });
}

interface NewOperator {
  type: 'ai' | 'webhook';
  status: Agent['status'];
  show_in_header: boolean;
}

/** An agent without a user, who takes no seat. */
export async function createOperator(ctx: Context, operator: NewOperator) {
  const tenant = { account_id: ctx.accountId, widget_id: ctx.widgetId };
  const agent = await store.insert(ctx, { ...tenant, ...operator, role: 'operator', created_at: ctx.now.toString() });
  return agent.id;
}

export async function exists(ctx: Context<Read>, id: number) {
  return Boolean(await store.find(ctx, ctx.widgetId, id));
}

export async function allExist(ctx: WidgetContext, ids: number[]) {
  return (await store.count(ctx, ids)) === new Set(ids).size;
}

/** Fails the write if this is not a human agent who is not suspended. `getHuman` says why. */
export const expectHuman = (ctx: WidgetContext, id: number) => store.expectHuman(ctx, id);

/** An AI or external operator who is not retired; `field` is named in the problem. */
export async function getAiOperator(ctx: WidgetContext, id: number, field: string) {
  const agent = await store.find(ctx, ctx.widgetId, id);
  if (!agent || agent.type === 'human') throw invalid({ [field]: 'is not an AI operator of this widget' });
  if (agent.status === 'banned') throw invalid({ [field]: 'is retired' });
  return agent;
}

/** A human agent who is not suspended; `field` is named in the problem. */
export async function getHuman(ctx: WidgetContext, id: number, field: string) {
  const agent = await store.find(ctx, ctx.widgetId, id);
  if (!agent) throw invalid({ [field]: 'is not an agent of this widget' });
  if (agent.type !== 'human') throw invalid({ [field]: 'must be a human agent, not an AI operator' });
  if (agent.status === 'banned') throw invalid({ [field]: 'is suspended' });
  return agent;
}
