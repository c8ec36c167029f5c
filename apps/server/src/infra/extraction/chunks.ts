import { estimateTokens } from '../ai/tokens.ts';
import type { Block, Chunk } from './content.ts';
import { MAX_CHUNK_TOKENS } from './limits.ts';
import { cleanLine, cleanText, cut } from './plain-text.ts';

const SEPARATOR = ' › ';
/** Headings take a quarter of a chunk at most. */
const HEADING_TOKENS = MAX_CHUNK_TOKENS / 4;
const HEADING_LENGTH = 200;
/** Sentences are looked for in so much of a line at a time. */
const WINDOW = 8_000;

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Chunks of up to 400 tokens: blocks under the same headings together, each chunk beginning with their path. */
export function chunkBlocks(blocks: Block[]): Chunk[] {
  return [...chunksOf(blocks)];
}

/** The same one by one, so that a caller can stop. */
export function* chunksOf(blocks: Iterable<Block>): Generator<Chunk> {
  let path = '';
  let chunk = new OpenChunk(path);
  for (const block of blocks) {
    const text = cleanText(block.text);
    if (!text) continue;
    const next = pathOf(block.headings);
    if (next !== path) {
      yield* chunk.close();
      path = next;
      chunk = new OpenChunk(path);
    }
    yield* chunk.add(text, block.page);
  }
  yield* chunk.close();
}

/** A long path keeps its innermost headings. */
function pathOf(headings: string[]) {
  const lines = headings.map((heading) => cut(cleanLine(heading), HEADING_LENGTH)).filter(Boolean);
  while (lines.length > 1 && estimateTokens(lines.join(SEPARATOR)) > HEADING_TOKENS) lines.shift();
  const path = lines.join(SEPARATOR);
  return estimateTokens(path) > HEADING_TOKENS ? cut(path, HEADING_TOKENS) : path;
}

/** Collects text under one path of headings. */
class OpenChunk {
  readonly #prefix: string;
  readonly #room: number;
  #text = '';
  #tokens = 0;
  #page: number | undefined;

  constructor(path: string) {
    this.#prefix = path && `${path}\n\n`;
    this.#room = MAX_CHUNK_TOKENS - estimateTokens(this.#prefix);
  }

  /** A block that fits nowhere is split at line ends, then sentences, then words. */
  *add(text: string, page: number | undefined): Generator<Chunk> {
    if (this.#append(text, '\n\n', page)) return;
    if (this.#fits(text)) {
      yield* this.close();
      this.#append(text, '', page);
      return;
    }
    let separator = '\n\n';
    for (const line of text.split('\n')) {
      for (const part of partsOf(line, this.#room)) {
        if (!this.#append(part, separator, page)) {
          yield* this.close();
          this.#append(part.trimStart(), '', page);
        }
        separator = '';
      }
      separator = '\n';
    }
  }

  *close(): Generator<Chunk> {
    const content = `${this.#prefix}${this.#text}`.trim();
    if (this.#text.trim()) {
      yield { content, tokens: estimateTokens(content), ...(this.#page !== undefined && { page: this.#page }) };
    }
    this.#text = '';
    this.#tokens = 0;
    this.#page = undefined;
  }

  #append(text: string, separator: string, page: number | undefined) {
    const added = (this.#text ? separator : '') + text;
    const tokens = estimateTokens(added);
    if (this.#tokens + tokens > this.#room) return false;
    this.#text += added;
    this.#tokens += tokens;
    this.#page ??= page;
    return true;
  }

  #fits(text: string) {
    return estimateTokens(text) <= this.#room;
  }
}

/** A line, or its sentences if it is too long; of too long sentences the words, and of those the characters. */
function* partsOf(line: string, room: number): Generator<string> {
  if (estimateTokens(line) <= room) yield line;
  else for (const sentence of sentencesOf(line)) yield* smallerParts(sentence, room);
}

function* smallerParts(sentence: string, room: number): Generator<string> {
  if (estimateTokens(sentence) <= room) return yield sentence;
  for (const { segment: word } of WORDS.segment(sentence)) {
    if (estimateTokens(word) <= room) yield word;
    else yield* charactersOf(word, room);
  }
}

/** A single character can have any number of combining marks. */
function* charactersOf(word: string, room: number): Generator<string> {
  for (const { segment } of CHARACTERS.segment(word)) {
    if (estimateTokens(segment) <= room) yield segment;
    else for (const point of segment) yield point;
  }
}

/** The last sentence of a window may go on behind it, so the next window begins with it. */
function* sentencesOf(line: string): Generator<string> {
  let start = 0;
  while (start < line.length) {
    const window = cut(line.slice(start, start + WINDOW + 1), WINDOW);
    const found = [...SENTENCES.segment(window)];
    const isLast = start + window.length >= line.length;
    const last = found.at(-1)?.index ?? 0;
    for (const { segment, index } of found) if (isLast || index < last || last === 0) yield segment;
    start += isLast || last === 0 ? window.length : last;
  }
}
