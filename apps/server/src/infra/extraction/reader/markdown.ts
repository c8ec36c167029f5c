import type { Block } from '../content.ts';
import { cut } from '../plain-text.ts';
import { Outline } from './outline.ts';
import { describeTable, type Row } from './tables.ts';

const FRONT_MATTER = /^---\n(?:.*\n){0,100}?(?:---|\.\.\.)(?:\n|$)/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const HEADING_LENGTH = 1_000;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/;
/** Without its spaces. */
const DELIMITER_ROW = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;

/** Blocks of Markdown. What is inside a line stays as it is written, which people and models read alike. */
export function readMarkdown(source: string): Block[] {
  const text = withoutComments(source.replace(/\r\n?/g, '\n').replace(FRONT_MATTER, ''));
  return new MarkdownReader(text.split('\n')).read();
}

function withoutComments(text: string) {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    parts.push(text.slice(at, start));
    at = end + 3;
  }
  return parts.join('') + text.slice(at);
}

class MarkdownReader {
  readonly #outline = new Outline();
  readonly #lines: string[];
  #at = 0;
  /** Lines of a paragraph or list. */
  #open: string[] = [];

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  read() {
    while (this.#at < this.#lines.length) this.#readLine(this.#lines[this.#at] ?? '');
    this.#flush();
    return this.#outline.end();
  }

  #readLine(line: string) {
    if (FENCE.test(line)) return this.#readCode(line);
    const heading = HEADING.exec(line);
    if (heading) return this.#readHeading(heading[1]?.length ?? 1, line.trim().replace(/^#+|(?:^|[ \t])#+$/g, ''));
    const underline = this.#open.length === 1 && !ITEM.test(this.#open[0] ?? '') && UNDERLINE.exec(line);
    if (underline) return this.#readHeading(underline[1]?.startsWith('=') ? 1 : 2, this.#open.pop() ?? '');
    if (line.includes('|') && isDelimiterRow(this.#lines[this.#at + 1] ?? '')) return this.#readTable();
    this.#at += 1;
    if (line.trim()) this.#open.push(line.replace(/^ {0,3}(?:> ?)+/, ''));
    else if (!this.#isListGoingOn()) this.#flush();
  }

  /** Items of a list may stand apart, and lines below an item are indented. */
  #isListGoingOn() {
    const next = this.#lines[this.#at] ?? '';
    return ITEM.test(this.#open[0] ?? '') && (ITEM.test(next) || /^(?: {2,}|\t)\S/.test(next));
  }

  #readHeading(level: number, text: string) {
    this.#flush();
    this.#outline.heading(level, plain(text));
    this.#at += 1;
  }

  #readCode(opening: string) {
    const fence = FENCE.exec(opening)?.[1] ?? '';
    const isClosing = (line: string) => line.trim().startsWith(fence) && !line.trim().slice(fence.length).trim();
    const start = this.#at + 1;
    let end = start;
    while (end < this.#lines.length && !isClosing(this.#lines[end] ?? '')) end += 1;
    this.#flush();
    this.#outline.text(this.#lines.slice(start, end).join('\n'));
    this.#at = end + 1;
  }

  #readTable() {
    this.#flush();
    const rows: Row[] = [{ cells: cellsOf(this.#lines[this.#at] ?? ''), isHeader: true }];
    this.#at += 2;
    for (; (this.#lines[this.#at] ?? '').includes('|'); this.#at += 1) {
      rows.push({ cells: cellsOf(this.#lines[this.#at] ?? '') });
    }
    this.#outline.text(describeTable(rows).join('\n'));
  }

  #flush() {
    this.#outline.text(this.#open.join('\n'));
    this.#open = [];
  }
}

const isDelimiterRow = (line: string) => line.includes('-') && DELIMITER_ROW.test(line.replace(/\s+/g, ''));

/** A path of headings is plain text. */
const plain = (text: string) =>
  cut(text.trim(), HEADING_LENGTH)
    .replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\s*\{#[^}]{0,200}\}\s*$/, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2');

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|'));
