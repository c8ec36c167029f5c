import type { SessionContext } from '../../../../kernel/data/context.ts';
import { change } from '../lifecycle/changes.ts';
import { getLocked } from '../service.ts';
import type { ChatRow } from '../store.ts';

type Marked = Pick<ChatRow, 'agent_id' | 'is_new_to_owner' | 'mentioned'>;

/** Takes the marks off a chat that the caller opens. Locks the chat only if it has one. */
export async function markOpened(ctx: SessionContext, found: ChatRow) {
  const me = ctx.principal.agentId;
  const isMarked = ({ agent_id, is_new_to_owner, mentioned }: Marked) =>
    mentioned.includes(me) || (is_new_to_owner && agent_id === me);
  if (!isMarked(found)) return;
  const chat = await getLocked(ctx, found.id);
  if (!isMarked(chat)) return;
  const is_new_to_owner = chat.is_new_to_owner && chat.agent_id !== me;
  await change(ctx, chat.id, { chat: { is_new_to_owner, mentioned: chat.mentioned.filter((id) => id !== me) } });
}
