import type { Block } from '../content.ts';
import { Outline } from './outline.ts';
import { dropRepeated, type Line } from './pdf-lines.ts';

/** A heading is so much larger than most of the text. */
const HEADING_SCALE = 1.15;
const HEADING_LENGTH = 200;
const HEADING_LEVELS = 4;
/** More space than this between baselines, in sizes of the font, begins a paragraph. */
const PARAGRAPH_GAP = 1.6;

/** Paragraphs of lines; headings by the size of their font. */
export function blocksOf(pages: Line[][]): Block[] {
  const lines = dropRepeated(pages).flat();
  const levelOf = levelsOf(lines);
  const outline = new Outline();
  for (const paragraph of paragraphsOf(lines)) {
    const [first] = paragraph;
    if (!first) continue;
    const text = joinLines(paragraph.map((line) => line.text));
    const level = text.length <= HEADING_LENGTH && /\p{L}/u.test(text) ? levelOf(first.size) : 0;
    if (level) outline.heading(level, text, first.page);
    else outline.text(text, first.page);
  }
  return outline.end();
}

/** The level of headings in a size: 1 for the largest, 0 for the size of most text and what is hardly larger. */
function levelsOf(lines: Line[]) {
  const lengths = new Map<number, number>();
  for (const { size, text } of lines) lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  const [body = 0] = [...lengths].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0]);
  const larger = [...lengths.keys()]
    .filter((size) => size >= body * HEADING_SCALE)
    .toSorted((one, other) => other - one);
  return (size: number) => Math.min(larger.indexOf(size) + 1, HEADING_LEVELS);
}

function* paragraphsOf(lines: Line[]): Generator<Line[]> {
  let open: Line[] = [];
  for (const line of lines) {
    const last = open.at(-1);
    if (last && !goesOn(last, line)) {
      yield open;
      open = [];
    }
    open.push(line);
  }
  yield open;
}

/** Sentences go on over pages and columns, where the next line is not below the last. */
function goesOn(last: Line, line: Line) {
  if (last.size !== line.size || isItem(line.text)) return false;
  const gap = last.y - line.y;
  if (last.page === line.page && gap >= 0) return gap <= line.size * PARAGRAPH_GAP;
  return !/[.!?:;…。！？：；][\p{Pe}\p{Pf}"']*$/u.test(last.text) && /^[\p{Ll}\p{Lo}]/u.test(line.text);
}

const isItem = (text: string) => /^(?:[•▪◦‣●○■–—*-]|\d{1,3}[.)])\s/u.test(text);

/** Without the hyphens of words that were broken; Chinese and Japanese lines have no space between them. */
function joinLines(lines: string[]) {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined) text += line;
    else if (/\p{L}[-‐]$/u.test(line) && /^\p{Ll}/u.test(next)) text += line.slice(0, -1);
    else text += UNSPACED_END.test(line) && UNSPACED_START.test(next) ? line : `${line} `;
  }
  return text;
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、！？：；）」]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}（「]/u;
