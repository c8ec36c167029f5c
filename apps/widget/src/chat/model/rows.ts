import type { VisitorMessage } from '@parley/contract';
import type { VisitorContent } from '@parley/live';
import type { Content } from './content.ts';
import type { ConversationState } from './conversation.ts';

type Delivery = 'sending' | 'sent' | 'seen' | 'failed';

export interface Row {
  key: string;
  /** Midnight of the day that begins with it. */
  day: number | null;
  sender: VisitorMessage['sender'];
  agentId: number | null;
  content: Content;
  at: number;
  /** First and last of what one person said in one go. */
  isFirst: boolean;
  isLast: boolean;
  /** Of the visitor's own. */
  delivery: Delivery | null;
  /** Of a file that is being sent. */
  share: number | null;
}

const ONE_GO_MS = 5 * 60_000;

/** Everything that was said, and is being said, as it is drawn. */
export function rowsOf({ older, live, waiting, uploads }: ConversationState, now: number): Row[] {
  const seen = live?.chat?.seen_seq ?? 0;
  // A file is drawn from what is being uploaded until it is stored.
  const pending = (live?.pending ?? waiting).filter((each) => uploads.every((other) => !isSame(each, other)));
  const rows = [
    ...[...older, ...(live?.messages ?? [])].map((message) => stored(message, seen)),
    ...pending.map(({ client_message_id, message, problem }) =>
      own(client_message_id, contentOf(message), { at: now, delivery: problem ? 'failed' : 'sending' }),
    ),
    ...uploads.map(({ client_message_id, name, file, preview, share, isFailed }) => ({
      ...own(client_message_id, contentOfFile(name, file, preview), {
        at: now,
        delivery: isFailed ? 'failed' : 'sending',
      }),
      share,
    })),
  ];
  return rows.map((row, index) => grouped(row, rows[index - 1], rows[index + 1]));
}

const isSame = (one: { client_message_id: string }, other: { client_message_id: string }) =>
  one.client_message_id === other.client_message_id;

type Bare = Omit<Row, 'day' | 'isFirst' | 'isLast'>;

function stored(message: VisitorMessage, seenSeq: number): Bare {
  const { id, client_message_id, seq, sender, agent_id, created_at, ...content } = message;
  const isOwn = sender === 'client';
  return {
    // The same while it is sent and after: the bubble stays where it is.
    key: client_message_id ?? String(id),
    sender,
    agentId: agent_id,
    content,
    at: Date.parse(created_at),
    delivery: isOwn ? (seq <= seenSeq ? 'seen' : 'sent') : null,
    share: null,
  };
}

function own(key: string, content: Content, { at, delivery }: { at: number; delivery: Delivery }): Bare {
  return { key, sender: 'client', agentId: null, content, at, delivery, share: null };
}

const NOTHING: Content = {
  type: 'text',
  body: null,
  markdown: null,
  file: null,
  coords: null,
  sticker: null,
  keyboard: null,
  url: null,
  name: null,
};

function contentOf({ type, body, coords, sticker }: VisitorContent): Content {
  return { ...NOTHING, type, body: body ?? null, coords: coords ?? null, sticker: sticker ?? null };
}

function contentOfFile(name: string, { type, size }: Blob, preview: string | null): Content {
  return { ...NOTHING, type: preview ? 'image' : 'file', name, url: preview, file: { id: 0, name, type, size } };
}

function grouped(row: Bare, before: Bare | undefined, after: Bare | undefined): Row {
  const day = new Date(row.at).setHours(0, 0, 0, 0);
  const isNewDay = !before || new Date(before.at).setHours(0, 0, 0, 0) !== day;
  return {
    ...row,
    day: isNewDay ? day : null,
    isFirst: isNewDay || !isOneGo(before, row),
    isLast: !after || !isOneGo(row, after) || new Date(after.at).setHours(0, 0, 0, 0) !== day,
  };
}

function isOneGo(one: Bare, next: Bare) {
  return one.sender === next.sender && one.agentId === next.agentId && next.at - one.at < ONE_GO_MS;
}
