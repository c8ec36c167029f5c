import { events } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { WidgetContext } from '../../../kernel/data/context.ts';
import * as agents from '../../account/agents/index.ts';
import type { ChatChanges, LockedChat } from '../chats/index.ts';
import * as store from './store.ts';

/** An owner who has not been there for so long is waited for no longer. */
const AWAY = { minutes: 5 };

/**
 * Who is to answer what a visitor writes now, as changes of the chat, which is locked. Where nobody is at work an owner
 * who is away keeps the chat, and one that nobody has waits in the department where it belongs.
 */
export async function route(ctx: WidgetContext, chat: LockedChat): Promise<ChatChanges> {
  const need = await needOf(ctx, chat);
  if (need === 'none') return {};
  const places = await store.findPlaces(ctx, chat.channel);
  const agentId = await choose(ctx, places.agents);
  if (agentId === undefined) {
    const departmentId = placeOf(chat, places.departments);
    const isMoved = need !== 'away' && departmentId !== chat.department_id;
    return { ...(need === 'suspended' && { agent_id: null }), ...(isMoved && { department_id: departmentId }) };
  }
  tell(ctx, chat, agentId);
  const found = places.agents.find(({ id }) => id === agentId);
  return { ...ownedBy(ctx, chat, agentId), department_id: found?.department_id ?? chat.department_id };
}

/** Who hears of what a visitor writes, whoever owns the chat: all of its departments, until somebody has answered. */
export async function listTold(ctx: WidgetContext, { channel, state, accepted_by }: LockedChat) {
  return accepted_by === null && state !== 'spam' ? store.listMembers(ctx, channel) : [];
}

/** Why somebody is looked for: nobody has the chat, or nobody who can answer. An AI that will answer is to be asked here. */
async function needOf(ctx: WidgetContext, { state, client_id, agent_id }: LockedChat) {
  if (state === 'spam' || client_id === null) return 'none';
  if (agent_id === null) return 'nobody';
  const owner = await store.findOwner(ctx, agent_id, AWAY);
  if (owner?.is_suspended) return 'suspended';
  return owner?.is_away ? 'away' : 'none';
}

/** Where nobody is, nobody has to wait for their turn to learn it. */
async function choose(ctx: WidgetContext, found: { id: number }[]) {
  if (!found.length) return undefined;
  await store.lock(ctx);
  return store.choose(
    ctx,
    found.map(({ id }) => id),
  );
}

function placeOf({ department_id }: LockedChat, open: number[]) {
  if (department_id !== null && open.includes(department_id)) return department_id;
  return open[0] ?? department_id;
}

/** Whoever owns a chat that somebody has accepted handles it from now on. */
function ownedBy({ now }: WidgetContext, { agents: added, accepted_by }: LockedChat, agentId: number): ChatChanges {
  const handled = { handled_by: agentId, handled_type: 'human', handled_at: toIsoString(now) } as const;
  return {
    agent_id: agentId,
    agents: added.filter((each) => each !== agentId),
    ...(accepted_by !== null && handled),
  };
}

/** Others hear of it where it takes the chat from somebody; whoever gets one that nobody had sees the chat itself. */
function tell(ctx: WidgetContext, { id: chat_id, client_id, agent_id: before }: LockedChat, agentId: number) {
  if (before === null || client_id === null) return;
  agents.record(ctx, before, 'chat_transferred_out');
  agents.record(ctx, agentId, 'chat_transferred_in');
  ctx.emit(events.chatTransferred, { chat_id, client_id, agent_id: agentId, reason: 'routing' });
}
