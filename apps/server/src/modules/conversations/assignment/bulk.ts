import type { api, BulkAction, Chat } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as chats from '../chats/index.ts';
import { assign } from './service.ts';
import { tagChat } from './tags.ts';
import { undo } from './undo.ts';

type BulkBody = Body<typeof api.chats.bulk, 'ids' | 'action' | 'agent_id' | 'until' | 'tag' | 'undone'>;
type BulkChange = Omit<BulkBody, 'ids'>;
type Perform = (chat: chats.LockedChat) => Promise<void>;

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
  tag: hasClient,
  undo: hasClient,
};

/** The member that goes with an action. */
const MEMBERS = { agent_id: 'assign', until: 'snooze', tag: 'tag', undone: 'undo' } as const;
const REQUIRED = ['agent_id', 'tag', 'undone'] as const;

/** Same effects as single requests, all or nothing. */
export async function applyBulkAction(ctx: Context, { ids, ...change }: BulkBody): Promise<Chat[]> {
  const locked = await chats.lockAll(ctx, ids);
  if (locked.length < ids.length) throw invalid({ ids: 'must all be chats of this widget' });
  refuseOtherMembers(change);
  const perform = await prepareAction(ctx, change);
  for (const chat of locked.filter(APPLIES_TO[change.action])) await perform(chat);
  const { chats: found } = await chats.getMany(ctx, ids);
  return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function refuseOtherMembers(change: BulkChange) {
  for (const [name, action] of Object.entries(MEMBERS) as [keyof typeof MEMBERS, BulkAction][]) {
    if (change[name] !== undefined && change.action !== action)
      throw invalid({ [name]: `is allowed only with the action ${action}` });
  }
  for (const name of REQUIRED) {
    if (change[name] === undefined && change.action === MEMBERS[name])
      throw invalid({ [name]: `is required for the action ${change.action}` });
  }
}

async function prepareAction(ctx: Context, { action, agent_id, until, tag, undone }: BulkChange): Promise<Perform> {
  if (action === 'snooze') {
    const moment = chats.parseSnoozeUntil(ctx, until ?? null);
    return (chat) => chats.snoozeChat(ctx, chat, moment);
  }
  if (undone !== undefined) return (chat) => undo(ctx, chat, undone);
  if (tag !== undefined) {
    requireTagScope(ctx);
    return (chat) => tagChat(ctx, chat, tag.trim());
  }
  if (agent_id !== undefined) {
    await agents.getHuman(ctx, agent_id, 'agent_id');
    return async (chat) => {
      if (chat.agent_id !== agent_id) await assign(ctx, chat, agent_id);
    };
  }
  return (chat) => chats.changeState(ctx, chat, { state: STATES[action as keyof typeof STATES] });
}

/** As for tagging a contact. */
function requireTagScope({ principal }: Context) {
  if (principal.scopes.has('tags:write')) return;
  throw problem('missing_scope', 'The action tag needs the scope tags:write.', { requiredScopes: ['tags:write'] });
}
