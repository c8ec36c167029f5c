import type { TextFile } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as operators from '../../ai/operators/index.ts';
import * as chats from '../chats/index.ts';
import { listVisible } from './store.ts';
import type { Payload } from './tables.ts';

const MAX_MESSAGES = 50_000;
const MAX_BYTES = 10 * 2 ** 20;
const MAX_CHARACTERS = 2 ** 16;
/** Bounds memory even for the longest bodies. */
const BATCH = 100;

export interface TranscriptTexts {
  /** The visitor's language: agents are named by their first name only, AI operators in that language. */
  forVisitorsIn?: 'en' | 'ru';
  /** Names of senders without one. */
  client: string;
  agent: string;
  ai: string;
  system: string;
  /** In place of a deleted message. */
  deleted: string;
  /** Last line of an incomplete transcript. */
  cut: string;
  /** Heading of a message: its time and sender. */
  head: (at: string, sender: string, now: Temporal.Instant) => string;
}

const EXPORTED: TranscriptTexts = {
  client: 'Client',
  agent: 'Agent',
  ai: 'AI',
  system: 'System',
  deleted: '[deleted]',
  cut: '[Экспорт ограничен безопасным размером]',
  head: (at, sender) => `[${at.slice(0, 19).replace('T', ' ')} UTC] ${sender}:`,
};

type Row = Awaited<ReturnType<typeof listVisible>>[number];

/** Messages of visitor and agents in order, without notes. */
export async function exportTranscript(ctx: Context<Read>, id: number): Promise<TextFile> {
  const chat = await chats.getRow(ctx, id);
  if (chat.is_internal) throw problem('internal_room');
  const lastSeq = await chats.findLastSeq(ctx, id);
  return {
    name: `chat-${id}-transcript.txt`,
    lines: write(ctx, id, { lastSeq, words: EXPORTED, maxBytes: MAX_BYTES }),
  };
}

interface TranscriptOptions {
  /** Starts after this `seq`. */
  after?: number;
  /** Ends with this `seq`. */
  lastSeq: number;
  /** Skips other messages. */
  only?: (row: Row) => boolean;
  words: TranscriptTexts;
  maxBytes: number;
}

/** In batches, so that memory does not grow with the chat. */
export async function* write(ctx: InWidget<Read>, id: number, options: TranscriptOptions) {
  const { after: first = 0, lastSeq, only = () => true, words, maxBytes } = options;
  const marker = `${words.cut}\n`;
  const limit = maxBytes - Buffer.byteLength(marker);
  const last = Math.min(lastSeq, first + MAX_MESSAGES);
  let isCut = lastSeq > last;
  let written = 0;
  for (let after = first; after < last; ) {
    const rows = await listVisible(ctx, id, { after, lastSeq: last, limit: BATCH });
    let text = '';
    for (const row of rows.filter(only)) {
      const line = lineOf(row, words, ctx.now);
      written += Buffer.byteLength(line);
      if (written > limit) {
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

/** A reply that the visitor has not seen. */
export function isUnseenReply({ sender, seen_at, is_outreach }: Row) {
  return (sender === 'agent' || sender === 'ai') && seen_at === null && !is_outreach;
}

const DAYS = { en: { locale: 'en-GB', month: 'short' }, ru: { locale: 'ru', month: 'long' } } as const;

/** "17 Nov 03:06, Ann:" in UTC, with the year unless it is the current one. */
export function mailHead(language: keyof typeof DAYS): TranscriptTexts['head'] {
  const { locale, month } = DAYS[language];
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
  return (at, sender, now) => {
    const isThisYear = at.slice(0, 4) === now.toString().slice(0, 4);
    return `${(isThisYear ? day : date).format(new Date(at))} ${at.slice(11, 16)}, ${sender}:`;
  };
}

function lineOf(row: Row, words: TranscriptTexts, now: Temporal.Instant) {
  const parts = [
    row.deleted_at && words.deleted,
    indent(truncate(row.body)),
    row.file_name && `[${row.file_name}]`,
    ...printPayload(row.payload),
  ].filter(Boolean);
  return `${words.head(row.created_at, senderName(row, words), now)} ${parts.join('\n')}\n`;
}

function senderName({ sender, agent_name, agent_first_name: name, name_i18n }: Row, words: TranscriptTexts) {
  if (sender === 'client' || sender === 'system') return words[sender];
  const { forVisitorsIn: language } = words;
  if (!language) return agent_name || words[sender];
  if (sender === 'agent') return name || words.agent;
  // Without a name of its own it is called by the word for one.
  const { name: first, names } = operators.toShownNames({ name: name || words.ai, name_i18n });
  return names[language] ?? first;
}

/** Content besides text, one line each. */
export function printPayload(payload: Payload | null) {
  const { coords, sticker, keyboard } = payload ?? {};
  return [
    ...(coords ? [`[${coords.lat}, ${coords.lng}]`] : []),
    ...(sticker ? [`[${sticker.id}]`] : []),
    ...(keyboard?.buttons.map(({ label, url }) => `${label}: ${url}`) ?? []),
  ];
}

/** Indents, so that a message cannot imitate the heading of another. */
function indent(body: string | null) {
  return body?.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n    ');
}

/** Counts code points and never splits one. */
function truncate(body: string | null) {
  if (body === null || body.length <= MAX_CHARACTERS) return body;
  return Array.from(body).slice(0, MAX_CHARACTERS).join('');
}

function isLong({ body }: Row) {
  return body !== null && body.length > MAX_CHARACTERS && Array.from(body).length > MAX_CHARACTERS;
}
