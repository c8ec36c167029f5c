import { inline } from './markdown-inline.ts';
import { element, type RichElement } from './nodes.ts';

/** Lists and quotes nested deeper are shown as text. */
const MAX_DEPTH = 6;

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const HEADING = /^ {0,3}#{1,6} +(.*)/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( *)([-*+•]|(\d{1,4})[.)])(?: +|$)(.*)/;

/** A block, and the line after it. */
type Block = [node: RichElement, next: number];

/** A subset of Markdown as elements. HTML is plain text, and images are links. */
export function markdown(source: string): RichElement[] {
  const lines = source.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n');
  return parseBlocks(lines, 0);
}

function parseBlocks(lines: string[], depth: number): RichElement[] {
  const found: RichElement[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at++;
      continue;
    }
    const [node, next] = parseBlock(lines, at, depth);
    found.push(node);
    at = next;
  }
  return found;
}

function parseBlock(lines: string[], at: number, depth: number): Block {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line)?.[1];
  if (fence) return parseCode(lines, at + 1, fence);
  if (isRule(line)) return [element('hr', []), at + 1];
  const heading = HEADING.exec(line)?.[1];
  if (heading) return [element('p', [element('strong', inline(heading.trim()))]), at + 1];
  if (depth < MAX_DEPTH && QUOTE.test(line)) return parseQuote(lines, at, depth);
  if (depth < MAX_DEPTH && ITEM.test(line)) return parseList(lines, at, depth);
  return parseParagraph(lines, at);
}

const isBlank = (line: string | undefined) => line !== undefined && !line.trim();
const isRule = (line: string) => /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replaceAll(' ', ''));
const isBlock = (line: string) =>
  FENCE.test(line) || isRule(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line);

function parseCode(lines: string[], from: number, fence: string): Block {
  let end = from;
  while (end < lines.length && !isEnd(lines[end] ?? '', fence)) end++;
  return [element('pre', [element('code', [lines.slice(from, end).join('\n')], { dir: 'ltr' })]), end + 1];
}

function isEnd(line: string, fence: string) {
  const mark = line.trim();
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
}

function parseQuote(lines: string[], from: number, depth: number): Block {
  let end = from;
  while (QUOTE.test(lines[end] ?? '')) end++;
  const inner = lines.slice(from, end).map((line) => line.replace(QUOTE, ''));
  return [element('blockquote', parseBlocks(inner, depth + 1)), end];
}

function parseParagraph(lines: string[], from: number): Block {
  let end = from + 1;
  while (end < lines.length && !isBlank(lines[end]) && !isBlock(lines[end] ?? '')) end++;
  const text = lines.slice(from, end).map((line) => line.trim().replace(/\\$/, ''));
  return [element('p', inline(text.join('\n'))), end];
}

function parseList(lines: string[], from: number, depth: number): Block {
  const first = ITEM.exec(lines[from] ?? '');
  const items: RichElement[] = [];
  let at = from;
  for (let item = first; item && !item[3] === !first?.[3]; ) {
    const [inner, end] = itemLines(lines, at, item);
    items.push(element('li', parseBlocks(inner, depth + 1)));
    at = end;
    const next = skipBlanks(lines, end);
    item = isRule(lines[next] ?? '') ? null : ITEM.exec(lines[next] ?? '');
    if (item) at = next;
  }
  const start = first?.[3];
  return [start ? element('ol', items, { start: Number(start) }) : element('ul', items), at];
}

/** The lines of an item, with those indented under it. */
function itemLines(
  lines: string[],
  from: number,
  [, indent = '', mark = '', , text = '']: string[],
): [string[], number] {
  const inner = [text];
  let at = from + 1;
  for (let next = skipBlanks(lines, at); next < lines.length; next = skipBlanks(lines, at)) {
    const line = lines[next] ?? '';
    const blanks = line.length - line.trimStart().length;
    if (blanks < indent.length + 2) break;
    if (next > at) inner.push('');
    inner.push(line.slice(Math.min(blanks, indent.length + mark.length + 1)));
    at = next + 1;
  }
  return [inner, at];
}

function skipBlanks(lines: string[], from: number) {
  let at = from;
  while (isBlank(lines[at])) at++;
  return at;
}
