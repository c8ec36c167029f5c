import { type api, events } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as chats from '../chats/index.ts';
import * as messages from '../messages/index.ts';
import * as presence from '../presence/index.ts';
import * as routing from '../routing/index.ts';

type Transfer = Body<typeof api.chats.transfer, 'agent_id' | 'department_id' | 'comment'>;

/** The new owner need not be connected. */
export async function transfer(ctx: Context, id: number, { agent_id, department_id, comment }: Transfer) {
  if (agent_id === undefined && department_id === undefined)
    throw invalid({ agent_id: 'is required unless there is a department_id' });
  if (agent_id !== undefined && department_id !== undefined)
    throw invalid({ department_id: 'cannot be sent together with agent_id' });
  const { chat } = await getWithClient(ctx, id);
  if (agent_id !== undefined) await transferToAgent(ctx, chat, agent_id);
  if (department_id !== undefined) await transferToDepartment(ctx, chat, department_id);
  return addNote(ctx, id, { body: comment });
}

async function transferToAgent(ctx: Context, chat: chats.LockedChat, agentId: number) {
  await agents.getHuman(ctx, agentId, 'agent_id');
  if (chat.agent_id === agentId) throw problem('already_owner');
  await assign(ctx, chat, agentId);
}

/** Somebody at work there becomes the owner. Without anybody it waits there for one. */
async function transferToDepartment(ctx: Context, chat: chats.LockedChat, department_id: number) {
  const picked = await routing.pickInDepartment(ctx, chat, department_id);
  if (!picked) throw invalid({ department_id: 'is not a department of this widget' });
  const { agentId, notified } = picked;
  const before = { chat: { ...ownershipOf(chat), ...departmentOf(chat) } };
  const owner =
    agentId === undefined ? { agent_id: null, is_new_to_owner: false } : ownerChanges(ctx, chat, { agentId });
  await chats.change(ctx, chat.id, {
    log: [{ type: 'transferred', department_id, subject_id: agentId ?? null, notified, before }],
    // Nobody owns the chat, and yet it is not the AI's.
    head: {
      ...chats.takeFromAi(ctx, chat, 'person'),
      ...(agentId === undefined && { handed_over_at: ctx.now.toString() }),
    },
    chat: { ...owner, department_id, is_department_chosen: true },
  });
  if (chat.agent_id !== null) agents.record(ctx, chat.agent_id, 'chat_transferred_out');
  if (agentId !== undefined) agents.record(ctx, agentId, 'chat_transferred_in');
  const agent = agentId === undefined ? {} : { agent_id: agentId };
  ctx.emit(events.chatTransferred, { ...requireEventData(chat), ...agent, department_id, reason: 'department' });
}

const departmentOf = ({ department_id, is_department_chosen }: chats.LockedChat) => ({
  department_id,
  is_department_chosen,
});

/** The chat is locked and not owned by the agent. */
export async function assign(ctx: Context, chat: chats.LockedChat, agentId: number) {
  const data = requireEventData(chat);
  await setOwner(ctx, chat, { agentId, isAccepted: false });
  if (chat.agent_id !== null) agents.record(ctx, chat.agent_id, 'chat_transferred_out');
  agents.record(ctx, agentId, 'chat_transferred_in');
  ctx.emit(events.chatTransferred, { ...data, agent_id: agentId, reason: 'transfer' });
}

function requireEventData(chat: chats.LockedChat) {
  const data = chats.eventDataOf(chat);
  if (!data) throw problem('chat_has_no_client');
  return data;
}

type Claim = Body<typeof api.chats.claim, 'agent_id' | 'note'>;

/**
 * A connected agent claims a chat that is unowned, whose owner is not connected, or that routing assigned to them. This
 * accepts the chat.
 */
export async function claim(ctx: Context, id: number, { agent_id, note }: Claim) {
  const { chat, data } = await getWithClient(ctx, id);
  await agents.getHuman(ctx, agent_id, 'agent_id');
  if (!(await presence.isConnected(ctx, agent_id))) throw problem('agent_not_connected');
  if (chat.agent_id === agent_id && chat.accepted_by !== null) throw problem('already_owner');
  if (chat.agent_id !== agent_id && (await isOwnerConnected(ctx, chat))) throw problem('chat_already_owned');
  await setOwner(ctx, chat, { agentId: agent_id, isAccepted: true });
  if (chat.accepted_by === null) {
    agents.record(ctx, agent_id, 'chat_accepted');
    ctx.emit(events.chatAccepted, { ...data, agent_id, operator_type: 'human' });
  }
  return addNote(ctx, id, { body: note, author: agent_id });
}

const isOwnerConnected = async (ctx: Context, { agent_id }: chats.LockedChat) =>
  agent_id !== null && presence.isConnected(ctx, agent_id);

/** The owner of an accepted chat handles it, which takes over from the AI. */
async function setOwner(
  ctx: Context,
  chat: chats.LockedChat,
  { agentId, isAccepted }: { agentId: number; isAccepted: boolean },
) {
  const before = { chat: { ...ownershipOf(chat), ...(chat.is_department_chosen && departmentOf(chat)) } };
  await chats.change(ctx, chat.id, {
    log: [{ type: 'assigned', subject_id: agentId, before }],
    head: chats.takeFromAi(ctx, chat, 'person'),
    // A transfer to somebody else ends the one to a department.
    chat: { ...ownerChanges(ctx, chat, { agentId, isAccepted }), ...(!isAccepted && { is_department_chosen: false }) },
  });
}

function ownerChanges(
  ctx: Context,
  chat: chats.LockedChat,
  { agentId, isAccepted = false }: { agentId: number; isAccepted?: boolean },
): chats.ChatChanges {
  const at = ctx.now.toString();
  const accepts = isAccepted && chat.accepted_by === null;
  const handles = accepts || chat.accepted_by !== null;
  const isOwn = ctx.principal.kind === 'session' && ctx.principal.agentId === agentId;
  return {
    agent_id: agentId,
    is_new_to_owner: !isOwn && !isAccepted,
    agents: chat.agents.filter((each) => each !== agentId),
    ...(accepts && { accepted_by: agentId, accepted_type: 'human', accepted_at: at }),
    ...(handles && { handled_by: agentId, handled_type: 'human', handled_at: at }),
  };
}

/** What assigning changes. */
function ownershipOf({ agent_id, agents, is_new_to_owner, handled_by, handled_type, handled_at }: chats.LockedChat) {
  return { agent_id, agents, is_new_to_owner, handled_by, handled_type, handled_at };
}

type NewAttachment = Body<typeof api.chats.attachAgent, 'agent_id' | 'actor_agent_id' | 'note'>;
type Detachment = Body<typeof api.chats.detachAgent, 'actor_agent_id' | 'note'>;

export async function attach(ctx: Context, id: number, { agent_id, ...attachment }: NewAttachment) {
  const { chat } = await getWithClient(ctx, id);
  await agents.getHuman(ctx, agent_id, 'agent_id');
  const author = await actorOf(ctx, attachment);
  if (chat.agent_id === agent_id) throw problem('already_owner');
  if (chat.agents.includes(agent_id)) throw problem('already_attached');
  if (!(await presence.isConnected(ctx, agent_id))) throw problem('agent_not_connected');
  const log = [{ type: 'joined' as const, subject_id: agent_id }];
  await chats.change(ctx, id, { chat: { agents: [...chat.agents, agent_id] }, log });
  return addNote(ctx, id, { body: attachment.note, author });
}

export async function detach(ctx: Context, id: number, agentId: number, detachment: Detachment) {
  const { chat } = await getWithClient(ctx, id);
  if (!(await agents.exists(ctx, agentId))) throw problem('not_found');
  const author = await actorOf(ctx, detachment);
  if (!chat.agents.includes(agentId)) throw problem('not_attached');
  const log = [{ type: 'left' as const, subject_id: agentId }];
  await chats.change(ctx, id, { chat: { agents: chat.agents.filter((each) => each !== agentId) }, log });
  return addNote(ctx, id, { body: detachment.note, author });
}

async function getWithClient(ctx: Context, id: number) {
  const chat = await chats.getLocked(ctx, id);
  return { chat, data: requireEventData(chat) };
}

async function actorOf(ctx: Context, { actor_agent_id }: Detachment) {
  return actor_agent_id === undefined ? undefined : (await agents.getHuman(ctx, actor_agent_id, 'actor_agent_id')).id;
}

/** The comment becomes a note, which the visitor does not see. */
async function addNote(ctx: Context, id: number, { body, author }: { body?: string; author?: number }) {
  if (body !== undefined) {
    const own = ctx.principal.kind === 'session' ? ctx.principal.agentId : null;
    await messages.postNote(ctx, await chats.getLocked(ctx, id), { body, agent_id: author ?? own });
  }
  return chats.get(ctx, id);
}
