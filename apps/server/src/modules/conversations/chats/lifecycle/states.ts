import { type api, type ChatState, events } from '@parley/contract';
import type { Context } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { problem } from '../../../../kernel/http/problems.ts';
import * as agents from '../../../account/agents/index.ts';
import { get, getLocked } from '../service.ts';
import type { HeadChanges, LockedChat } from '../store.ts';
import { change } from './changing.ts';
import { AWAKE } from './snoozing.ts';

type Wanted = Body<typeof api.chats.setState, 'state' | 'reason'>;

/** Closing is the state `expired`, and there is no other way to it but silence. */
export function close(ctx: Context, id: number, reason?: string) {
  return setState(ctx, id, { state: 'expired', reason });
}

export async function setState(ctx: Context, id: number, { state, reason }: Wanted) {
  const chat = await getLocked(ctx, id);
  if (chat.is_internal) throw problem('chat_has_no_client');
  if (chat.state === 'spam' && state !== 'active') throw problem('chat_is_spam');
  await move(ctx, chat, { state, reason });
  return get(ctx, id);
}

/** A chat that is locked; one that is spam can only be made active. */
export async function move(ctx: Context, chat: LockedChat, { state, reason }: Wanted) {
  const { id } = chat;
  const who = ctx.principal.kind === 'session' ? 'agent' : 'api';
  const now = ctx.now.toString();
  const head = changesTo(state, chat, { now, who, reason });
  if (head) await change(ctx, id, { head });
  if (head && state === 'expired' && ctx.principal.kind === 'session') {
    agents.record(ctx, ctx.principal.agentId, 'chat_closed');
  }
  if (state === 'expired' && chat.state !== 'expired' && chat.client_id !== null) {
    const agent = chat.agent_id === null ? {} : { agent_id: chat.agent_id };
    ctx.emit(events.chatClosed, { chat_id: id, client_id: chat.client_id, ...agent, reason: who });
  }
}

interface Closure {
  now: string;
  /** In a word, for whoever gave no reason. */
  who: string;
  reason: string | undefined;
}

/** Undefined when there is nothing to change. */
function changesTo(state: ChatState, chat: LockedChat, closure: Closure) {
  switch (state) {
    case 'expired':
      return closing(chat, closure);
    case 'spam':
      return { state, waiting_since: null, is_live: false, ...AWAKE };
    default:
      return opening(chat, state);
  }
}

/** One that silence has closed can still be said to be done; one that is done stays as it is. */
function closing(chat: LockedChat, { now, who, reason }: Closure): HeadChanges | undefined {
  const done = { done_at: now, waiting_since: null, ...AWAKE };
  if (chat.state !== 'expired') {
    return { ...done, state: 'expired', closed_at: now, close_reason: reason ?? who, is_live: isSwept(chat) };
  }
  return chat.done_at === null ? { ...done, close_reason: reason ?? chat.close_reason } : undefined;
}

function opening(chat: LockedChat, state: 'active' | 'ready'): HeadChanges | undefined {
  if (chat.state === state && chat.done_at === null && chat.snoozed_at === null) return undefined;
  return { state, closed_at: null, close_reason: null, done_at: null, is_live: isSwept(chat), ...AWAKE };
}

/** A chat without a message is never touched by the sweep. */
function isSwept({ last_message_at }: LockedChat) {
  return last_message_at !== null;
}
