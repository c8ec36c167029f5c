import { agentLive, type LastMessage } from '@parley/contract';
import { toIsoString } from '../../../../infra/clock.ts';
import type { WidgetWork } from '../../../../kernel/data/context.ts';
import { agentRoomsOf, type LockedChat, raiseVersion, snapshots } from '../../chats/index.ts';
import { createSerializer } from '../serialize.ts';
import type { MessageRow } from '../store.ts';

/** With more changes at once, consoles catch up instead. */
const MAX_EVENTS = 20;

interface ChangedHead {
  visitor_unread?: number;
  visitor_seen_seq?: number;
  visitor_received_seq?: number;
  last_message?: LastMessage;
}

/**
 * Raises the version of a locked chat by one for each changed message, in their order, and publishes them to agents. What
 * the visitor sees of a chat on the site never changes.
 */
export async function publishChanges(ctx: WidgetWork, chat: LockedChat, rows: MessageRow[], head: ChangedHead = {}) {
  raiseVersion(ctx, chat, { head, by: rows.length });
  const { visitor_unread: _, ...visible } = head;
  const updated_at = snapshots.latest(chat.updated_at, toIsoString(ctx.now));
  const serialize = createSerializer(ctx);
  const events = rows.map((row, index) => ({
    message: serialize(row),
    chat: { id: chat.id, version: chat.version + index + 1, updated_at, ...visible },
  }));
  const heads = [{ id: chat.id, version: chat.version + rows.length }];
  for (const room of await agentRoomsOf(ctx, chat)) {
    if (events.length > MAX_EVENTS) ctx.publish(agentLive.events.heads, room, { heads });
    else for (const event of events) ctx.publish(agentLive.events.message_changed, room, event);
  }
}
