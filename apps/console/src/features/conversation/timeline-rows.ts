import type { AgentPending, Chat, Message } from '@parley/live';

/** Messages of one sender within this time share one avatar and one time. */
const RUN_MS = 5 * 60_000;

interface MessageRow {
  kind: 'message';
  key: string;
  message: Message;
  /** In a run of one sender, the first shows the name and the last the time. */
  isFirst: boolean;
  isLast: boolean;
}

export type TimelineRow =
  | MessageRow
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'pending'; key: string; pending: AgentPending };

interface TimelineContent {
  messages: readonly Message[];
  pending: readonly AgentPending[];
  /** The first unread message when the chat was opened. */
  unreadFrom: number | undefined;
}

/** The rows of the timeline: days, messages in runs, and unsent messages. */
export function toRows({ messages, pending, unreadFrom }: TimelineContent): TimelineRow[] {
  const rows: TimelineRow[] = [];
  messages.forEach((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const isNewDay = !before || !isSameDay(before, message);
    if (isNewDay)
      rows.push({ kind: 'day', key: `day-${message.created_at.slice(0, 10)}-${message.id}`, at: message.created_at });
    if (message.id === unreadFrom) rows.push({ kind: 'unread', key: 'unread' });
    rows.push({
      kind: 'message',
      key: message.client_message_id ?? String(message.id),
      message,
      isFirst: isNewDay || message.id === unreadFrom || !isRun(before, message),
      isLast: !after || after.id === unreadFrom || !isRun(message, after),
    });
  });
  for (const entry of pending) rows.push({ kind: 'pending', key: entry.client_message_id, pending: entry });
  return rows;
}

function isRun(one: Message, next: Message) {
  const isSameSender = one.sender === next.sender && one.agent_id === next.agent_id && one.private === next.private;
  return isSameSender && isSameDay(one, next) && Date.parse(next.created_at) - Date.parse(one.created_at) < RUN_MS;
}

const isSameDay = (one: Message, other: Message) =>
  new Date(one.created_at).toDateString() === new Date(other.created_at).toDateString();

export type DeliveryStatus = 'sent' | 'received' | 'seen';

/** The delivery status of a message to the visitor. */
export function deliveryStatusOf(
  { seq }: Message,
  { visitor_received_seq, visitor_seen_seq }: Chat,
): DeliveryStatus | undefined {
  if (seq === null) return undefined;
  if (seq <= visitor_seen_seq) return 'seen';
  return seq <= visitor_received_seq ? 'received' : 'sent';
}
