import type { api, Upload } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/http/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as sessions from '../../account/sessions/index.ts';
import * as presence from '../../conversations/presence/index.ts';

// Who may work in a widget. Whoever locks several rows locks in this order: account, user, agent, widget.

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

/** The owner's row is the owner's own: of people nobody else changes it. */
async function requireManageable(ctx: Read & Pick<Context, 'principal' | 'widgetId'>, id: number) {
  const agent = await agents.getMember(ctx, id);
  if (agent.role === 'owner' && isOtherPerson(ctx)) throw problem('role_required');
}

const isOtherPerson = ({ principal }: Pick<Context, 'principal'>) =>
  principal.kind === 'session' && principal.role !== 'owner';

/** They are out at once, and their seat is free; their chats stay theirs until somebody takes them. */
export async function suspend(ctx: Context, id: number) {
  await shutOut(ctx, await getColleague(ctx, id), 'suspended');
  return agents.get(ctx, id);
}

/** What they did stays, and so does the row that it refers to. */
export async function remove(ctx: Context, id: number) {
  const agent = await getColleague(ctx, id);
  if (agent.type === 'ai') throw problem('agent_is_ai');
  await shutOut(ctx, agent, 'removed');
}

type Member = Awaited<ReturnType<typeof agents.getMember>>;

async function shutOut(ctx: Context, agent: Member, type: 'suspended' | 'removed') {
  await sessions.endOfAgent(ctx, agent);
  if (await presence.suspend(ctx, agent.id)) agents.record(ctx, agent.id, type);
}

async function getColleague(ctx: Context, id: number) {
  const agent = await agents.getMember(ctx, id);
  if (agent.role === 'owner') throw problem('agent_is_owner');
  return agent;
}

export async function restore(ctx: Context, id: number) {
  const { type } = await agents.getMember(ctx, id);
  const free = await agents.lockFreeSeats(ctx, ctx.accountId);
  if ((await agents.lockStatus(ctx, id)) === 'banned') {
    if (type === 'human' && free < 1) throw problem('seat_limit_reached');
    await presence.restore(ctx, id);
    agents.record(ctx, id, 'restored');
  }
  return agents.get(ctx, id);
}

/** What they may do is another from now on, so that they sign in anew. */
export async function setRole(ctx: Context, id: number, role: 'operator' | 'admin') {
  if (isOtherPerson(ctx)) throw problem('role_required');
  const agent = await getColleague(ctx, id);
  if (agent.type !== 'human') throw problem('agent_is_ai');
  if (agent.role !== role) {
    await sessions.endOfAgent(ctx, agent);
    await agents.setRole(ctx, id, role);
  }
  return agents.get(ctx, id);
}
