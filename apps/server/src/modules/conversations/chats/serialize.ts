import type { Chat, ChatReach, VisitorChat } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import { clientOf } from '../../../kernel/live/rooms.ts';
import type { StoredReach } from './reach/store.ts';
import type { ChatRow, VisitorChatRow } from './store.ts';

export function toChat(row: ChatRow, now: Temporal.Instant): Chat {
  const isCustom = channelIdOf(row.channel) > 0;
  return {
    id: row.id,
    status: row.state,
    channel: row.channel,
    external_client_id: isCustom ? row.external_client_id : null,
    external_channel_id: isCustom ? row.external_channel_id : null,
    reach: row.reach && toReach(row.reach, now),
    contact_id: row.contact_id,
    contact_name: row.contact_name,
    agent_id: row.agent_id,
    agents: row.agents,
    department_id: row.department_id,
    accepted_by: attribution(row.accepted_by, row.accepted_type, row.accepted_at),
    handled_by: attribution(row.handled_by, row.handled_type, row.handled_at),
    handling: row.handling,
    source: row.source,
    unread: row.unread,
    last_seq: row.last_seq,
    visitor_received_seq: row.visitor_received_seq,
    visitor_seen_seq: row.visitor_seen_seq,
    agent_seen_seq: row.agent_seen_seq,
    reply_owner: row.reply_owner,
    awaiting_reply: row.waiting_since !== null,
    waiting_since: row.waiting_since,
    last_message_at: row.last_message_at,
    last_message: row.last_message,
    done_at: row.done_at,
    snoozed_at: row.snoozed_at,
    snoozed_until: row.snoozed_until,
    closed_at: row.closed_at,
    close_reason: row.close_reason,
    rating_requested_at: row.rating_requested_at,
    is_internal: row.is_internal,
    is_new_to_owner: row.is_new_to_owner,
    mentioned: row.mentioned,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function toReach({ state, reply_until }: StoredReach, now: Temporal.Instant): ChatReach {
  if (reply_until === null) return { state, reply_until };
  const until = Temporal.Instant.from(reply_until);
  const isOver = Temporal.Instant.compare(until, now) <= 0;
  return { state: state === 'open' && isOver ? 'window_closed' : state, reply_until: toIsoString(until) };
}

function attribution(agent_id: number | null, type: 'human' | 'ai' | null, at: string | null) {
  return agent_id === null || type === null ? null : { agent_id, type, at };
}

/** Does not reveal that the chat is spam. */
export function toVisitorChat(row: VisitorChatRow): VisitorChat {
  return {
    id: row.id,
    version: row.version,
    status: row.closed_at === null ? 'open' : 'closed',
    last_seq: row.last_seq,
    seen_seq: row.agent_seen_seq,
    unread: row.visitor_unread,
    rating_requested_at: row.rating_requested_at,
    agent: visibleAgentOf(row),
  };
}

/** The visitor sees who answers only once the chat is accepted. */
function visibleAgentOf({ visible_agent_id: id, agent_name, is_agent_online, accepted_by }: VisitorChatRow) {
  if (id === null || accepted_by === null) return null;
  return { id, name: agent_name, online: is_agent_online };
}

/** The widget's own channel. */
export const SITE = 'service';

/** The name of a custom channel in `chats.channel`, and back to its id. */
export const channelName = (id: number) => `ch${id}`;
export const channelIdOf = (name: string) => Number(/^ch(\d+)$/.exec(name)?.[1] ?? 0);

/** The visitor's room; undefined for chats on other channels. */
export function visitorRoom({ widgetId }: { widgetId: number }, chat: Pick<ChatRow, 'channel' | 'client_id'>) {
  return chat.channel === SITE && chat.client_id !== null ? clientOf(widgetId, chat.client_id) : undefined;
}
