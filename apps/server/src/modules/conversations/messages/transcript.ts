import type { TextFile } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/http/problems.ts';
import * as chats from '../chats/index.ts';
import { listVisible } from './store.ts';
import type { Payload } from './tables.ts';

const MOST_MESSAGES = 50_000;
const MOST_BYTES = 10 * 2 ** 20;
const MOST_CHARACTERS = 2 ** 16;
/** Few enough that even the longest bodies are no burden. */
const BATCH = 100;

/** The words of a transcript. */
export interface Words {
  /** The names of those who have none. */
  client: string;
  agent: string;
  ai: string;
  system: string;
  /** The last line of a transcript that is not complete. */
  cut: string;
  /** What stands before a message: when it was written, and by whom. */
  head: (at: string, speaker: string, now: Temporal.Instant) => string;
}

const EXPORTED: Words = {
  client: 'Client',
  agent: 'Agent',
  ai: 'AI',
  system: 'System',
  cut: '[Экспорт ограничен безопасным размером]',
  head: (at, speaker) => `[${at.slice(0, 19).replace('T', ' ')} UTC] ${speaker}:`,
};

type Row = Awaited<ReturnType<typeof listVisible>>[number];

/** What the visitor and the operators said to each other, in the order in which they did. */
export async function exportChat(ctx: Context<Read>, id: number): Promise<TextFile> {
  const chat = await chats.getRow(ctx, id);
  if (chat.is_internal) throw problem('internal_room');
  const upTo = await chats.findLastSeq(ctx, id);
  return { name: `chat-${id}-transcript.txt`, lines: write(ctx, id, { upTo, words: EXPORTED, mostBytes: MOST_BYTES }) };
}

interface Extent {
  /** From the message after this one on. */
  after?: number;
  /** The last message of it. */
  upTo: number;
  /** Without those that are not to be in it. */
  only?: (row: Row) => boolean;
  words: Words;
  mostBytes: number;
}

/** A batch at a time, so that the longest chat takes no more memory than a short one. */
export async function* write(ctx: InWidget<Read>, id: number, extent: Extent) {
  const { after: first = 0, upTo, only = () => true, words, mostBytes } = extent;
  const marker = `${words.cut}\n`;
  const room = mostBytes - Buffer.byteLength(marker);
  const last = Math.min(upTo, first + MOST_MESSAGES);
  let isCut = upTo > last;
  let written = 0;
  for (let after = first; after < last; ) {
    const rows = await listVisible(ctx, id, { after, upTo: last, limit: BATCH });
    let text = '';
    for (const row of rows.filter(only)) {
      const line = lineOf(row, words, ctx.now);
      written += Buffer.byteLength(line);
      if (written > room) {
        yield text + marker;
        return;
      }
      text += line;
      isCut ||= isLong(row);
    }
    yield text;
    after = rows.at(-1)?.seq ?? last;
  }
  if (isCut) yield marker;
}

/** Somebody answered, and the visitor has not seen it. */
export function isUnseenReply({ sender, seen_at }: Row) {
  return (sender === 'agent' || sender === 'ai') && seen_at === null;
}

const DAYS = { en: { locale: 'en-GB', month: 'short' }, ru: { locale: 'ru', month: 'long' } } as const;

/** "17 Nov 03:06, Ann:" in UTC, with the year unless it is the current one. */
export function mailHead(language: keyof typeof DAYS): Words['head'] {
  const { locale, month } = DAYS[language];
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
  return (at, speaker, now) => {
    const isThisYear = at.slice(0, 4) === now.toString().slice(0, 4);
    return `${(isThisYear ? day : date).format(new Date(at))} ${at.slice(11, 16)}, ${speaker}:`;
  };
}

function lineOf(row: Row, words: Words, now: Temporal.Instant) {
  const parts = [indented(cut(row.body)), row.file_name && `[${row.file_name}]`, ...printPayload(row.payload)].filter(
    Boolean,
  );
  return `${words.head(row.created_at, speaker(row, words), now)} ${parts.join('\n')}\n`;
}

function speaker({ sender, agent_name }: Row, words: Words) {
  if (sender === 'client' || sender === 'system') return words[sender];
  return agent_name || words[sender];
}

/** What is no text, a line each. */
export function printPayload(payload: Payload | null) {
  const { coords, sticker, keyboard } = payload ?? {};
  return [
    ...(coords ? [`[${coords.lat}, ${coords.lng}]`] : []),
    ...(sticker ? [`[${sticker.id}]`] : []),
    ...(keyboard?.buttons.map(({ label, url }) => `${label}: ${url}`) ?? []),
  ];
}

/** What somebody wrote can't look like the line of somebody else. */
function indented(body: string | null) {
  return body?.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n    ');
}

/** By characters as people count them, and never through the middle of one. */
function cut(body: string | null) {
  if (body === null || body.length <= MOST_CHARACTERS) return body;
  return Array.from(body).slice(0, MOST_CHARACTERS).join('');
}

function isLong({ body }: Row) {
  return body !== null && body.length > MOST_CHARACTERS && Array.from(body).length > MOST_CHARACTERS;
}
