import { cleanLine } from '../plain-text.ts';

export interface Line {
  text: string;
  /** Of its font, in points. */
  size: number;
  /** Of its baseline, from the bottom of the page. */
  y: number;
  page: number;
}

/** A piece of text as PDF.js returns it. */
interface Item {
  str: string;
  transform: number[];
  hasEOL: boolean;
}

/** The lines of a page in the order of its content. */
export function linesOf(items: Item[], page: number): Line[] {
  const lines: Line[] = [];
  let open: Item[] = [];
  const close = () => {
    const line = toLine(open, page);
    if (line) lines.push(line);
    open = [];
  };
  for (const item of items) {
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

function toLine(items: Item[], page: number): Line | undefined {
  const text = cleanLine(items.map(({ str }) => str).join('')).normalize('NFC');
  if (!text) return undefined;
  const longest = items.reduce((best, item) => (lengthOf(item) > lengthOf(best) ? item : best));
  const [, , c = 0, d = 0, , y = 0] = longest.transform;
  return { text, size: Math.round(Math.hypot(c, d) * 2) / 2, y, page };
}

const lengthOf = ({ str }: Item) => str.trim().length;

/** Lines looked at on either edge of a page. */
const EDGE = 2;
const FEWEST_PAGES = 3;
/** Of a line. */
const MOST_NUMBERS = 8;
/** Facing pages have headers of their own, each on half of the pages. */
const SHARE = 0.4;

/** Without headers and footers: the same first or last lines on most pages, but for the number of the page. */
export function dropRepeated(pages: Line[][]): Line[][] {
  if (pages.length < FEWEST_PAGES) return pages;
  const edges = pages.map(edgesOf);
  const counts = new Map<string, number>();
  for (const { top, bottom } of edges) {
    for (const key of new Set([...top, ...bottom].flatMap(keysOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const fewest = Math.max(FEWEST_PAGES, pages.length * SHARE);
  const isRepeated = (line: Line) => keysOf(line).some((key) => (counts.get(key) ?? 0) >= fewest);
  const kept = pages.map((lines, index) => {
    const { top = [], bottom = [] } = edges[index] ?? {};
    const dropped = new Set([...whileRepeated(top, isRepeated), ...whileRepeated(bottom, isRepeated)]);
    return dropped.size ? lines.filter((line) => !dropped.has(line)) : lines;
  });
  // What repeats is the text itself.
  return kept.some((lines) => lines.length) ? kept : pages;
}

/** Of one edge, from the outside. A line inside of one that stays is text. */
function whileRepeated(edge: Line[], isRepeated: (line: Line) => boolean) {
  const end = edge.findIndex((line) => !isRepeated(line));
  return end === -1 ? edge : edge.slice(0, end);
}

function edgesOf(lines: Line[]) {
  const byHeight = lines.toSorted((one, other) => other.y - one.y);
  return { top: byHeight.slice(0, EDGE), bottom: byHeight.slice(-EDGE).toReversed() };
}

/** The text, and the text with each of its numbers in turn as a distance to the number of the page. */
function keysOf({ text, page }: Line) {
  const numbers = [...text.matchAll(/\d+/g)].slice(0, MOST_NUMBERS);
  const distances = numbers.map(
    ({ 0: digits, index }) => `${text.slice(0, index)}\0${Number(digits) - page}\0${text.slice(index + digits.length)}`,
  );
  return [text, ...distances];
}
