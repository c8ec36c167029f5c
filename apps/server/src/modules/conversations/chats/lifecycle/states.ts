import { type api, type ChatState, events } from '@parley/contract';
import type { Context } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { problem } from '../../../../kernel/problems.ts';
import * as agents from '../../../account/agents/index.ts';
import { get, getLocked } from '../service.ts';
import type { HeadChanges, LockedChat } from '../store.ts';
import { change } from './changes.ts';
import { AWAKE } from './snooze.ts';

type StateChange = Body<typeof api.chats.setState, 'state' | 'reason'>;

export function close(ctx: Context, id: number, reason?: string) {
  return setState(ctx, id, { state: 'expired', reason });
}

export async function setState(ctx: Context, id: number, { state, reason }: StateChange) {
  const chat = await getLocked(ctx, id);
  if (chat.is_internal) throw problem('chat_has_no_client');
  if (chat.state === 'spam' && state !== 'active') throw problem('chat_is_spam');
  await changeState(ctx, chat, { state, reason });
  return get(ctx, id);
}

/** The chat is locked. Spam can only become active. */
export async function changeState(ctx: Context, chat: LockedChat, { state, reason }: StateChange) {
  const { id } = chat;
  const closedBy = ctx.principal.kind === 'session' ? 'agent' : 'api';
  const now = ctx.now.toString();
  const head = headChangesFor(state, chat, { now, closedBy, reason });
  if (head) await change(ctx, id, { head });
  if (head && state === 'expired' && ctx.principal.kind === 'session') {
    agents.record(ctx, ctx.principal.agentId, 'chat_closed');
  }
  if (state === 'expired' && chat.state !== 'expired' && chat.client_id !== null) {
    const agent = chat.agent_id === null ? {} : { agent_id: chat.agent_id };
    ctx.emit(events.chatClosed, { chat_id: id, client_id: chat.client_id, ...agent, reason: closedBy });
  }
}

interface Closure {
  now: string;
  /** Used as the reason if none is given. */
  closedBy: string;
  reason: string | undefined;
}

/** Undefined if nothing changes. */
function headChangesFor(state: ChatState, chat: LockedChat, closure: Closure) {
  switch (state) {
    case 'expired':
      return closeChanges(chat, closure);
    case 'spam':
      return { state, waiting_since: null, is_live: false, ...AWAKE };
    default:
      return reopenChanges(chat, state);
  }
}

/** A chat closed by inactivity can still become done; a done chat stays as it is. */
function closeChanges(chat: LockedChat, { now, closedBy, reason }: Closure): HeadChanges | undefined {
  const done = { done_at: now, waiting_since: null, ...AWAKE };
  if (chat.state !== 'expired') {
    return { ...done, state: 'expired', closed_at: now, close_reason: reason ?? closedBy, is_live: isSwept(chat) };
  }
  return chat.done_at === null ? { ...done, close_reason: reason ?? chat.close_reason } : undefined;
}

function reopenChanges(chat: LockedChat, state: 'active' | 'ready'): HeadChanges | undefined {
  if (chat.state === state && chat.done_at === null && chat.snoozed_at === null) return undefined;
  return { state, closed_at: null, close_reason: null, done_at: null, is_live: isSwept(chat), ...AWAKE };
}

/** The sweep ignores chats without messages. */
function isSwept({ last_message_at }: LockedChat) {
  return last_message_at !== null;
}
