import { type api, events } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/http/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as chats from '../chats/index.ts';
import * as messages from '../messages/index.ts';
import * as presence from '../presence/index.ts';

/** An owned chat goes to somebody else, here or not: they find it when they come. */
export async function transfer(
  ctx: Context,
  id: number,
  { agent_id, comment }: Body<typeof api.chats.transfer, 'agent_id' | 'comment'>,
) {
  const { chat } = await getWithClient(ctx, id);
  await agents.getHuman(ctx, agent_id, 'agent_id');
  if (chat.agent_id === agent_id) throw problem('already_owner');
  await assign(ctx, chat, agent_id);
  return leaveNote(ctx, id, { body: comment });
}

/** A chat that is locked, to somebody who does not own it yet. */
export async function assign(ctx: Context, chat: chats.LockedChat, agentId: number) {
  const { id: chat_id, client_id } = chat;
  if (client_id === null) throw problem('chat_has_no_client');
  await give(ctx, chat, { agentId, isAccepted: false });
  if (chat.agent_id !== null) agents.record(ctx, chat.agent_id, 'chat_transferred_out');
  agents.record(ctx, agentId, 'chat_transferred_in');
  ctx.emit(events.chatTransferred, { chat_id, client_id, agent_id: agentId, reason: 'transfer' });
}

type Claim = Body<typeof api.chats.claim, 'agent_id' | 'note'>;

/** Somebody who is here takes a chat that nobody has, whose owner has gone, or that routing gave them: that is to accept it. */
export async function claim(ctx: Context, id: number, { agent_id, note }: Claim) {
  const { chat, client_id } = await getWithClient(ctx, id);
  await agents.getHuman(ctx, agent_id, 'agent_id');
  if (!(await presence.isConnected(ctx, agent_id))) throw problem('agent_not_connected');
  if (chat.agent_id === agent_id && chat.accepted_by !== null) throw problem('already_owner');
  if (chat.agent_id !== agent_id && (await isOwnerHere(ctx, chat))) throw problem('chat_already_owned');
  await give(ctx, chat, { agentId: agent_id, isAccepted: true });
  if (chat.accepted_by === null) {
    agents.record(ctx, agent_id, 'chat_accepted');
    ctx.emit(events.chatAccepted, { chat_id: id, client_id, agent_id, operator_type: 'human' });
  }
  return leaveNote(ctx, id, { body: note, author: agent_id });
}

const isOwnerHere = async (ctx: Context, { agent_id }: chats.LockedChat) =>
  agent_id !== null && presence.isConnected(ctx, agent_id);

/** Whoever owns a chat that somebody has accepted handles it from now on; the AI is then out of it. */
async function give(
  ctx: Context,
  chat: chats.LockedChat,
  { agentId, isAccepted }: { agentId: number; isAccepted: boolean },
) {
  const at = ctx.now.toString();
  const accepts = isAccepted && chat.accepted_by === null;
  const handles = accepts || chat.accepted_by !== null;
  await chats.change(ctx, chat.id, {
    chat: {
      agent_id: agentId,
      agents: chat.agents.filter((each) => each !== agentId),
      ...(accepts && { accepted_by: agentId, accepted_type: 'human', accepted_at: at }),
      ...(handles && { handled_by: agentId, handled_type: 'human', handled_at: at }),
    },
  });
}

type NewAttachment = Body<typeof api.chats.attachAgent, 'agent_id' | 'actor_agent_id' | 'note'>;
type Detachment = Body<typeof api.chats.detachAgent, 'actor_agent_id' | 'note'>;

/** A second pair of eyes; the owner stays. */
export async function attach(ctx: Context, id: number, { agent_id, ...given }: NewAttachment) {
  const { chat } = await getWithClient(ctx, id);
  await agents.getHuman(ctx, agent_id, 'agent_id');
  const author = await actorOf(ctx, given);
  if (chat.agent_id === agent_id) throw problem('already_owner');
  if (chat.agents.includes(agent_id)) throw problem('already_attached');
  if (!(await presence.isConnected(ctx, agent_id))) throw problem('agent_not_connected');
  await chats.change(ctx, id, { chat: { agents: [...chat.agents, agent_id] } });
  return leaveNote(ctx, id, { body: given.note, author });
}

export async function detach(ctx: Context, id: number, agentId: number, given: Detachment) {
  const { chat } = await getWithClient(ctx, id);
  if (!(await agents.exists(ctx, agentId))) throw problem('not_found');
  const author = await actorOf(ctx, given);
  if (!chat.agents.includes(agentId)) throw problem('not_attached');
  await chats.change(ctx, id, { chat: { agents: chat.agents.filter((each) => each !== agentId) } });
  return leaveNote(ctx, id, { body: given.note, author });
}

async function getWithClient(ctx: Context, id: number) {
  const chat = await chats.getLocked(ctx, id);
  if (chat.client_id === null) throw problem('chat_has_no_client');
  return { chat, client_id: chat.client_id };
}

async function actorOf(ctx: Context, { actor_agent_id }: Detachment) {
  return actor_agent_id === undefined ? undefined : (await agents.getHuman(ctx, actor_agent_id, 'actor_agent_id')).id;
}

/** What was said along with it stays with the operators. */
async function leaveNote(ctx: Context, id: number, { body, author }: { body?: string; author?: number }) {
  if (body !== undefined) {
    const own = ctx.principal.kind === 'session' ? ctx.principal.agentId : null;
    await messages.note(ctx, await chats.getLocked(ctx, id), { body, agent_id: author ?? own });
  }
  return chats.get(ctx, id);
}
