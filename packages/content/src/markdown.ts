import { inline } from './markdown-inline.ts';
import { element, type RichElement } from './nodes.ts';

/** Lists and quotes that are deeper inside each other are shown as text. */
const MOST_DEPTH = 6;

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const HEADING = /^ {0,3}#{1,6} +(.*)/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( *)([-*+•]|(\d{1,4})[.)])(?: +|$)(.*)/;

/** What a block is drawn as, and the line after it. */
type Block = [node: RichElement, next: number];

/** A small part of Markdown as elements. Nothing in it is taken for HTML, and pictures are links. */
export function markdown(source: string): RichElement[] {
  const lines = source.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n');
  return blocks(lines, 0);
}

function blocks(lines: string[], depth: number): RichElement[] {
  const found: RichElement[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at++;
      continue;
    }
    const [node, next] = blockAt(lines, at, depth);
    found.push(node);
    at = next;
  }
  return found;
}

function blockAt(lines: string[], at: number, depth: number): Block {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line)?.[1];
  if (fence) return codeAt(lines, at + 1, fence);
  if (isRule(line)) return [element('hr', []), at + 1];
  const heading = HEADING.exec(line)?.[1];
  if (heading) return [element('p', [element('strong', inline(heading.trim()))]), at + 1];
  if (depth < MOST_DEPTH && QUOTE.test(line)) return quoteAt(lines, at, depth);
  if (depth < MOST_DEPTH && ITEM.test(line)) return listAt(lines, at, depth);
  return paragraphAt(lines, at);
}

const isBlank = (line: string | undefined) => line !== undefined && !line.trim();
const isRule = (line: string) => /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replaceAll(' ', ''));
const isBlock = (line: string) =>
  FENCE.test(line) || isRule(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line);

function codeAt(lines: string[], from: number, fence: string): Block {
  let end = from;
  while (end < lines.length && !isEnd(lines[end] ?? '', fence)) end++;
  return [element('pre', [element('code', [lines.slice(from, end).join('\n')], { dir: 'ltr' })]), end + 1];
}

function isEnd(line: string, fence: string) {
  const mark = line.trim();
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
}

function quoteAt(lines: string[], from: number, depth: number): Block {
  let end = from;
  while (QUOTE.test(lines[end] ?? '')) end++;
  const inner = lines.slice(from, end).map((line) => line.replace(QUOTE, ''));
  return [element('blockquote', blocks(inner, depth + 1)), end];
}

function paragraphAt(lines: string[], from: number): Block {
  let end = from + 1;
  while (end < lines.length && !isBlank(lines[end]) && !isBlock(lines[end] ?? '')) end++;
  const text = lines.slice(from, end).map((line) => line.trim().replace(/\\$/, ''));
  return [element('p', inline(text.join('\n'))), end];
}

function listAt(lines: string[], from: number, depth: number): Block {
  const first = ITEM.exec(lines[from] ?? '');
  const items: RichElement[] = [];
  let at = from;
  for (let item = first; item && !item[3] === !first?.[3]; ) {
    const [inner, end] = itemAt(lines, at, item);
    items.push(element('li', blocks(inner, depth + 1)));
    at = end;
    const next = afterBlanks(lines, end);
    item = isRule(lines[next] ?? '') ? null : ITEM.exec(lines[next] ?? '');
    if (item) at = next;
  }
  const start = first?.[3];
  return [start ? element('ol', items, { start: Number(start) }) : element('ul', items), at];
}

/** The lines of an item: its own, and what is indented under it. */
function itemAt(lines: string[], from: number, [, indent = '', mark = '', , text = '']: string[]): [string[], number] {
  const inner = [text];
  let at = from + 1;
  for (let next = afterBlanks(lines, at); next < lines.length; next = afterBlanks(lines, at)) {
    const line = lines[next] ?? '';
    const blanks = line.length - line.trimStart().length;
    if (blanks < indent.length + 2) break;
    if (next > at) inner.push('');
    inner.push(line.slice(Math.min(blanks, indent.length + mark.length + 1)));
    at = next + 1;
  }
  return [inner, at];
}

function afterBlanks(lines: string[], from: number) {
  let at = from;
  while (isBlank(lines[at])) at++;
  return at;
}
