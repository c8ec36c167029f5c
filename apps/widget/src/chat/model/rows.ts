import type { VisitorMessage } from '@parley/contract';
import type { VisitorContent } from '@parley/live';
import { type Content, EMPTY_CONTENT } from './content.ts';
import type { ConversationState } from './conversation.ts';

type Delivery = 'sending' | 'sent' | 'seen' | 'failed';

export interface Row {
  key: string;
  /** Midnight of its day, on the first row of a day. */
  day: number | null;
  sender: VisitorMessage['sender'];
  agentId: number | null;
  content: Content;
  at: number;
  /** First and last of a group of messages by one sender. */
  isFirst: boolean;
  isLast: boolean;
  /** Only for the visitor's own messages. */
  delivery: Delivery | null;
  /** Upload progress of a file, from 0 to 1. */
  share: number | null;
}

/** A longer pause starts a new group. */
const GROUP_GAP_MS = 5 * 60_000;

/** Stored, pending and uploading messages, as the list shows them. */
export function rowsOf({ older, live, waiting, uploads }: ConversationState, now: number): Row[] {
  const seen = live?.chat?.seen_seq ?? 0;
  // A file is shown by its upload until the message is stored.
  const pending = (live?.pending ?? waiting).filter((each) => uploads.every((other) => !isSame(each, other)));
  const rows = [
    ...[...older, ...(live?.messages ?? [])].map((message) => storedRow(message, seen)),
    ...pending.map(({ client_message_id, message, problem }) =>
      ownRow(client_message_id, contentOf(message), { at: now, delivery: problem ? 'failed' : 'sending' }),
    ),
    ...uploads.map(({ client_message_id, name, file, preview, share, isFailed }) => ({
      ...ownRow(client_message_id, contentOfFile(name, file, preview), {
        at: now,
        delivery: isFailed ? 'failed' : 'sending',
      }),
      share,
    })),
  ];
  return rows.map((row, index) => groupRow(row, rows[index - 1], rows[index + 1]));
}

const isSame = (one: { client_message_id: string }, other: { client_message_id: string }) =>
  one.client_message_id === other.client_message_id;

type UngroupedRow = Omit<Row, 'day' | 'isFirst' | 'isLast'>;

function storedRow(message: VisitorMessage, seenSeq: number): UngroupedRow {
  const { id, client_message_id, seq, sender, agent_id, created_at, ...content } = message;
  const isOwn = sender === 'client';
  return {
    // Stable across sending and storing, so that the bubble is kept.
    key: client_message_id ?? String(id),
    sender,
    agentId: agent_id,
    content,
    at: Date.parse(created_at),
    delivery: isOwn ? (seq <= seenSeq ? 'seen' : 'sent') : null,
    share: null,
  };
}

function ownRow(key: string, content: Content, { at, delivery }: { at: number; delivery: Delivery }): UngroupedRow {
  return { key, sender: 'client', agentId: null, content, at, delivery, share: null };
}

function contentOf({ type, body, coords, sticker }: VisitorContent): Content {
  return { ...EMPTY_CONTENT, type, body: body ?? null, coords: coords ?? null, sticker: sticker ?? null };
}

function contentOfFile(name: string, { type, size }: Blob, preview: string | null): Content {
  return { ...EMPTY_CONTENT, type: preview ? 'image' : 'file', name, url: preview, file: { id: 0, name, type, size } };
}

function groupRow(row: UngroupedRow, before: UngroupedRow | undefined, after: UngroupedRow | undefined): Row {
  const day = new Date(row.at).setHours(0, 0, 0, 0);
  const isNewDay = !before || new Date(before.at).setHours(0, 0, 0, 0) !== day;
  return {
    ...row,
    day: isNewDay ? day : null,
    isFirst: isNewDay || !isSameGroup(before, row),
    isLast: !after || !isSameGroup(row, after) || new Date(after.at).setHours(0, 0, 0, 0) !== day,
  };
}

function isSameGroup(one: UngroupedRow, next: UngroupedRow) {
  return one.sender === next.sender && one.agentId === next.agentId && next.at - one.at < GROUP_GAP_MS;
}
