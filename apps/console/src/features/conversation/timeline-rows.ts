import type { AgentPending, Chat, LogEntry, Message } from '@parley/live';

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

/** A reply that the AI suggests. */
interface DraftRow {
  kind: 'draft';
  key: string;
  message: Message;
  /** Only this one can be used. */
  isNewest: boolean;
  /** The team has replied since. */
  isAnswered: boolean;
}

export type TimelineRow =
  | MessageRow
  | DraftRow
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'log'; key: string; entry: LogEntry }
  /** A message reopened the chat, which the log does not have. */
  | { kind: 'reopened'; key: string; message: Message }
  | { kind: 'pending'; key: string; pending: AgentPending };

interface TimelineContent {
  messages: readonly Message[];
  /** What happened besides. */
  log: readonly LogEntry[];
  pending: readonly AgentPending[];
  /** The first unread message when the chat was opened. */
  unreadFrom: number | undefined;
}

/** The rows of the timeline: days, messages in runs, what happened between them, and unsent messages. */
export function toRows({ messages, log, pending, unreadFrom }: TimelineContent): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const first = messages[0]?.created_at ?? '';
  const entries = log.filter(({ created_at }) => created_at >= first);
  const newestDraft = messages.findLast(isDraft)?.id;
  const lastReply = messages.findLast((message) => message.seq !== null && isOfTeam(message))?.id ?? 0;
  let isDone = false;
  let last: { created_at: string } | undefined;
  const addDay = (item: { created_at: string; id: number }, kind: string) => {
    if (last && isSameDay(last, item)) return;
    rows.push({ kind: 'day', key: `day-${item.created_at.slice(0, 10)}-${kind}${item.id}`, at: item.created_at });
  };
  const addEntry = (entry: LogEntry) => {
    addDay(entry, 'log-');
    rows.push({ kind: 'log', key: `log-${entry.id}`, entry });
    if (entry.type === 'done') isDone = true;
    if (entry.type === 'reopened' || entry.type === 'spam') isDone = false;
    last = entry;
  };
  messages.forEach((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]];
    const between = rows.length;
    while (entries[0] && entries[0].created_at < message.created_at) addEntry(entries.shift() as LogEntry);
    addDay(message, '');
    if (isDone && !message.private) {
      isDone = false;
      rows.push({ kind: 'reopened', key: `reopened-${message.id}`, message });
    }
    if (message.id === unreadFrom) rows.push({ kind: 'unread', key: 'unread' });
    last = message;
    if (isDraft(message)) {
      const [isNewest, isAnswered] = [message.id === newestDraft, message.id < lastReply];
      rows.push({ kind: 'draft', key: String(message.id), message, isNewest, isAnswered });
      return;
    }
    const isInterrupted = after && entries[0] && entries[0].created_at < after.created_at;
    rows.push({
      kind: 'message',
      key: message.client_message_id ?? String(message.id),
      message,
      isFirst: rows.length > between || !isRun(before, message),
      isLast:
        isInterrupted || !after || after.id === unreadFrom || !isRun(message, after) || !isSameFate(message, after),
    });
  });
  for (const entry of entries) addEntry(entry);
  for (const entry of pending) rows.push({ kind: 'pending', key: entry.client_message_id, pending: entry });
  return rows;
}

const isOfTeam = ({ sender }: Message) => sender === 'agent' || sender === 'ai';

const isDraft = ({ sender, private: isPrivate, origin }: Message) =>
  isPrivate && sender === 'ai' && origin === 'shadow';

function isRun(one: Message | undefined, next: Message) {
  if (!one) return false;
  const isSameSender = one.sender === next.sender && one.agent_id === next.agent_id && one.private === next.private;
  return isSameSender && isSameDay(one, next) && Date.parse(next.created_at) - Date.parse(one.created_at) < RUN_MS;
}

/** What became of them in a messenger is the same, and is shown once. */
const isSameFate = (one: Message, next: Message) => one.delivery?.status === next.delivery?.status;

type Timed = Pick<Message, 'created_at'>;

const isSameDay = (one: Timed, other: Timed) =>
  new Date(one.created_at).toDateString() === new Date(other.created_at).toDateString();

export type DeliveryStatus = 'queued' | 'sent' | 'received' | 'seen';

/** The delivery status of a message to the visitor. */
export function deliveryStatusOf(
  { seq }: Message,
  { visitor_received_seq, visitor_seen_seq }: Chat,
): DeliveryStatus | undefined {
  if (seq === null) return undefined;
  if (seq <= visitor_seen_seq) return 'seen';
  return seq <= visitor_received_seq ? 'received' : 'sent';
}

const MESSENGER_STATUSES = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'received',
  read: 'seen',
  failed: undefined,
} as const;

/** The delivery status of a message to a customer in a messenger. */
export const messengerStatusOf = ({ delivery }: Message): DeliveryStatus | undefined =>
  delivery ? MESSENGER_STATUSES[delivery.status] : undefined;
