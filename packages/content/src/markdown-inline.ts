import { ADDRESS, link, readAddress, safeAddress } from './links.ts';
import { element, type RichNode } from './nodes.ts';

/** What means something in a line: an escape, code, <address>, brackets, marks of emphasis, a bare address. */
const TOKEN = String.raw`\\[!-\/:-@[-\x60{-~]|\x60+|<[^\s<>]{1,2048}>|!?\[|\]|\*+|_+|~+|${ADDRESS}`;

/** `(address "title")` after the brackets of a link. */
const TARGET =
  /\(\s{0,9}(?:<([^<>\n]{0,2048})>|((?:[^\s()]|\([^\s()]{0,500}\)){1,2048}))(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)/y;

const TAGS = new Map<string, 'em' | 'strong' | 's'>([
  ['*', 'em'],
  ['_', 'em'],
  ['**', 'strong'],
  ['__', 'strong'],
  ['***', 'strong'],
  ['___', 'strong'],
  ['~~', 's'],
]);

/** How far the reading of a text has come. */
interface Reading {
  text: string;
  at: number;
  /** A mark stays text here until it is closed. */
  nodes: RichNode[];
  /** Where in `nodes` the marks are that may still be closed: of each kind the last one. */
  marks: Map<string, number>;
  brackets: number[];
  /** Where the last run of so many backticks begins. */
  lastTicks: Map<string, number>;
}

/** Each takes a token and adds what it means to the nodes; it gives how many characters that took. */
const readers: Record<string, (reading: Reading, token: string) => number> = {
  '\\': ({ nodes }, token) => {
    nodes.push(token.slice(1));
    return token.length;
  },
  '`': readCode,
  '<': readAngles,
  '!': openBracket,
  '[': openBracket,
  ']': closeBracket,
  '*': readMark,
  _: readMark,
  '~': readMark,
};

/**
 * Reads a text in one pass. As each kind of mark is open at most once and a link ends all brackets before it, this
 * takes linear time and nests only a few elements, whatever the text is.
 */
export function inline(text: string): RichNode[] {
  const ticks = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => [run, index] as const);
  const reading: Reading = { text, at: 0, nodes: [], marks: new Map(), brackets: [], lastTicks: new Map(ticks) };
  const pattern = new RegExp(TOKEN, 'giu');
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [token] = match;
    reading.nodes.push(text.slice(reading.at, match.index));
    reading.at = match.index;
    reading.at += (readers[token.charAt(0)] ?? readBare)(reading, token);
    pattern.lastIndex = reading.at;
  }
  return merged([...reading.nodes, text.slice(reading.at)]);
}

/** Fewer nodes to draw. */
function merged(nodes: RichNode[]) {
  const result: RichNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (typeof node === 'string' && typeof last === 'string') result[result.length - 1] = last + node;
    else if (node !== '') result.push(node);
  }
  return result;
}

/** What was read since the mark that is there; nothing that began in it can be closed any more. */
function take({ nodes, marks, brackets }: Reading, from: number) {
  for (const [mark, index] of marks) if (index >= from) marks.delete(mark);
  while ((brackets.at(-1) ?? -1) >= from) brackets.pop();
  return merged(nodes.splice(from).slice(1));
}

function readBare({ nodes }: Reading, token: string) {
  const { node, length } = readAddress(token);
  nodes.push(node);
  return length;
}

function readAngles({ nodes }: Reading, token: string) {
  const address = token.slice(1, -1);
  const href = safeAddress(address);
  nodes.push(href ? link(href, [address]) : '<');
  return href ? token.length : 1;
}

function readCode({ text, at, nodes, lastTicks }: Reading, run: string) {
  const from = at + run.length;
  let end = from;
  if ((lastTicks.get(run) ?? -1) >= from) {
    const pattern = /`+/g;
    pattern.lastIndex = from;
    while (pattern.exec(text)?.[0] !== run);
    end = pattern.lastIndex;
  }
  const code = text.slice(from, end - run.length);
  nodes.push(end > from ? element('code', [code.trim() || code], { dir: 'ltr' }) : run);
  return end - at;
}

function openBracket({ nodes, brackets }: Reading, token: string) {
  brackets.push(nodes.length);
  nodes.push(token);
  return token.length;
}

function closeBracket(reading: Reading) {
  const { text, at, nodes, brackets } = reading;
  const from = brackets.pop();
  TARGET.lastIndex = at + 1;
  const target = from === undefined ? null : TARGET.exec(text);
  const href = target && safeAddress(target[1] ?? target[2] ?? '');
  if (from === undefined || !href) {
    nodes.push(']');
    return 1;
  }
  const isPicture = nodes[from] === '![';
  const label = merged(take(reading, from).flatMap(withoutLinks));
  nodes.push(link(href, label.length ? label : [href]));
  // A picture may be the label of a link; a link may not be in another.
  if (!isPicture) brackets.length = 0;
  return 1 + target[0].length;
}

function withoutLinks(node: RichNode): RichNode | RichNode[] {
  if (typeof node === 'string') return node;
  const inside = node.children.flatMap(withoutLinks);
  return node.tag === 'a' ? inside : { ...node, children: inside };
}

const isLetter = (char: string) => /[\p{L}\p{N}]/u.test(char);

function readMark(reading: Reading, mark: string) {
  const { text, at, nodes, marks } = reading;
  const before = text.charAt(at - 1);
  const after = text.charAt(at + mark.length);
  // As in names_of_things.
  const isInWord = mark.startsWith('_') && isLetter(before) && isLetter(after);
  if (!TAGS.has(mark) || isInWord) nodes.push(mark);
  else if (!(before.trim() && (close(reading, mark) || closeBoth(reading, mark)))) {
    if (after.trim()) marks.set(mark, nodes.length);
    nodes.push(mark);
  }
  return mark.length;
}

function close(reading: Reading, mark: string) {
  const from = reading.marks.get(mark);
  if (from === undefined) return false;
  const inside = take(reading, from);
  reading.nodes.push(element(TAGS.get(mark) ?? 'em', mark.length > 2 ? [element('em', inside)] : inside));
  return true;
}

/** As in `**bold *and italic***`: the one that was opened last ends first. */
function closeBoth(reading: Reading, mark: string) {
  const one = mark.slice(2);
  const two = mark.slice(1);
  const [inner = 0, outer = 0] = [reading.marks.get(one), reading.marks.get(two)];
  if (!one || !reading.marks.has(one) || !reading.marks.has(two)) return false;
  return inner > outer ? close(reading, one) && close(reading, two) : close(reading, two) && close(reading, one);
}
