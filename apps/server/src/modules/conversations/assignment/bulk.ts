import type { api, BulkAction, Chat } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as chats from '../chats/index.ts';
import { assign } from './service.ts';

type BulkBody = Body<typeof api.chats.bulk, 'ids' | 'action' | 'agent_id' | 'until'>;
type BulkChange = Omit<BulkBody, 'ids'>;

const STATES = { close: 'expired', reopen: 'active', spam: 'spam' } as const;

const hasClient = (chat: chats.LockedChat) => chat.client_id !== null;
const isNotSpam = (chat: chats.LockedChat) => hasClient(chat) && chat.state !== 'spam';

/** Which chats an action applies to; others stay as they are. */
const APPLIES_TO: Record<BulkAction, (chat: chats.LockedChat) => boolean> = {
  close: isNotSpam,
  reopen: hasClient,
  spam: isNotSpam,
  snooze: (chat) => isNotSpam(chat) && chat.done_at === null,
  assign: hasClient,
};

/** Same effects as single requests, all or nothing. */
export async function applyBulkAction(ctx: Context, { ids, ...change }: BulkBody): Promise<Chat[]> {
  const locked = await chats.lockAll(ctx, ids);
  if (locked.length < ids.length) throw invalid({ ids: 'must all be chats of this widget' });
  const perform = await prepareAction(ctx, change);
  for (const chat of locked.filter(APPLIES_TO[change.action])) await perform(chat);
  const { chats: found } = await chats.getMany(ctx, ids);
  return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

async function prepareAction(
  ctx: Context,
  { action, agent_id, until }: BulkChange,
): Promise<(chat: chats.LockedChat) => Promise<void>> {
  if (agent_id !== undefined && action !== 'assign')
    throw invalid({ agent_id: 'is allowed only with the action assign' });
  if (until !== undefined && action !== 'snooze') throw invalid({ until: 'is allowed only with the action snooze' });
  if (action === 'snooze') {
    const moment = chats.parseSnoozeUntil(ctx, until ?? null);
    return (chat) => chats.snoozeChat(ctx, chat, moment);
  }
  if (action !== 'assign') return (chat) => chats.changeState(ctx, chat, { state: STATES[action] });
  if (agent_id === undefined) throw invalid({ agent_id: 'is required for the action assign' });
  await agents.getHuman(ctx, agent_id, 'agent_id');
  return async (chat) => {
    if (chat.agent_id !== agent_id) await assign(ctx, chat, agent_id);
  };
}
