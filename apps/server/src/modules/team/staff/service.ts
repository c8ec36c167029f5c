import type { AgentWorkload, api, Upload } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as sessions from '../../account/sessions/index.ts';
import * as externalOperators from '../../ai/external-operators/index.ts';
import * as aiSettings from '../../ai/settings/index.ts';
import * as presence from '../../conversations/presence/index.ts';
import * as invitations from '../invitations/index.ts';
import * as store from './store.ts';

// Lock order for several rows: account, user, agent, widget.

/** Suspended agents may still own chats. */
export function listWorkloads(ctx: Context<Read>, query: Query<typeof api.agents.listWorkloads, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ agent_id }: AgentWorkload) => [agent_id],
    read: ([after = 0], limit) => store.listWorkloads(ctx, { after, limit }),
    item: (row) => row,
  });
}

export async function getSeats(ctx: Context<Read>) {
  const { total, used } = await agents.countSeats(ctx, ctx.accountId);
  const reserved = await invitations.countReserved(ctx);
  return { total, used, reserved, available: Math.max(0, total - used - reserved) };
}

type Changes = Body<typeof api.agents.update, 'show_in_header'>;

export async function update(ctx: Context, id: number, { show_in_header }: Changes) {
  await requireManageable(ctx, id);
  await agents.setShownInHeader(ctx, id, show_in_header);
  return agents.get(ctx, id);
}

export async function setAvatar(ctx: Before<Context<Read>>, id: number, upload: Upload | undefined) {
  await requireManageable(ctx, id);
  return agents.setAvatar(ctx, id, upload);
}

export async function removeAvatar(ctx: Context, id: number) {
  await requireManageable(ctx, id);
  await agents.removeAvatar(ctx, id);
}

/** Only the owner may change the owner's row. */
async function requireManageable(ctx: Read & Pick<Context, 'principal' | 'widgetId'>, id: number) {
  const agent = await agents.getMember(ctx, id);
  if (agent.role === 'owner' && isOtherPerson(ctx)) throw problem('role_required');
}

const isOtherPerson = ({ principal }: Pick<Context, 'principal'>) =>
  principal.kind === 'session' && principal.role !== 'owner';

/** Ends their access and frees their seat at once; their chats stay theirs until claimed. */
export async function suspend(ctx: Context, id: number) {
  if (await endAccess(ctx, await getManageable(ctx, id))) agents.record(ctx, id, 'suspended');
  return agents.get(ctx, id);
}

/** Like a suspension, for good: the row stays, since the agent's work refers to it. */
export async function remove(ctx: Context, id: number) {
  const agent = await getManageable(ctx, id);
  if (agent.type === 'ai') throw problem('agent_is_ai');
  await endAccess(ctx, agent);
  if (agent.type === 'webhook') await externalOperators.removeOfAgent(ctx, id);
  if (await agents.markRemoved(ctx, id)) agents.record(ctx, id, 'removed');
}

type Member = Awaited<ReturnType<typeof agents.getMember>>;

/** False if they had none. */
async function endAccess(ctx: Context, agent: Member) {
  await sessions.endOfAgent(ctx, agent);
  if (agent.type !== 'human') aiSettings.raiseRevision(ctx);
  return presence.suspend(ctx, agent.id);
}

async function getManageable(ctx: Context, id: number) {
  const agent = await agents.getMember(ctx, id);
  if (agent.role === 'owner') throw problem('agent_is_owner');
  return agent;
}

export async function restore(ctx: Context, id: number) {
  const { type } = await agents.getMember(ctx, id);
  // A deleted external operator has no URL to call any longer.
  if (type === 'webhook' && !(await externalOperators.exists(ctx, id))) throw problem('agent_is_ai');
  const free = await agents.lockFreeSeats(ctx, ctx.accountId);
  if ((await agents.lockStatus(ctx, id)) === 'banned') {
    if (type === 'human' && free < 1) throw problem('seat_limit_reached');
    await presence.restore(ctx, id);
    await agents.clearRemoved(ctx, id);
    agents.record(ctx, id, 'restored');
    if (type !== 'human') aiSettings.raiseRevision(ctx);
  }
  return agents.get(ctx, id);
}

/** Signs the agent out, since their scopes change. */
export async function setRole(ctx: Context, id: number, role: 'operator' | 'admin') {
  if (isOtherPerson(ctx)) throw problem('role_required');
  const agent = await getManageable(ctx, id);
  if (agent.type !== 'human') throw problem('agent_is_ai');
  if (agent.role !== role) {
    await sessions.endOfAgent(ctx, agent);
    await agents.setRole(ctx, id, role);
  }
  return agents.get(ctx, id);
}
