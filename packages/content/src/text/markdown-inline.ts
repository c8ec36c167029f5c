import { ADDRESS, link, parseAddress, safeUrl } from './links.ts';
import { element, type RichNode } from './nodes.ts';

/** An escape, code, <URL>, brackets, emphasis or a bare URL. */
const TOKEN = String.raw`\\[!-\/:-@[-\x60{-~]|\x60+|<[^\s<>]{1,2048}>|!?\[|\]|\*+|_+|~+|${ADDRESS}`;

/** `(url "title")` after the brackets of a link. */
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

/** State of the parser. */
interface Parser {
  text: string;
  at: number;
  /** An opening mark is text until it is closed. */
  nodes: RichNode[];
  /** Index in `nodes` of the last open mark of each kind. */
  marks: Map<string, number>;
  brackets: number[];
  /** Where the last run of each length of backticks starts. */
  lastTicks: Map<string, number>;
}

/** Each adds the nodes of a token; returns the number of characters consumed. */
const tokenParsers: Record<string, (parser: Parser, token: string) => number> = {
  '\\': ({ nodes }, token) => {
    nodes.push(token.slice(1));
    return token.length;
  },
  '`': parseCode,
  '<': parseAngles,
  '!': openBracket,
  '[': openBracket,
  ']': closeBracket,
  '*': parseMark,
  _: parseMark,
  '~': parseMark,
};

/**
 * Parses a text in one pass. Each kind of mark is open at most once and a link closes all brackets before it, so that
 * any text takes linear time and nests only a few elements.
 */
export function inline(text: string): RichNode[] {
  const ticks = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => [run, index] as const);
  const parser: Parser = { text, at: 0, nodes: [], marks: new Map(), brackets: [], lastTicks: new Map(ticks) };
  const pattern = new RegExp(TOKEN, 'giu');
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [token] = match;
    parser.nodes.push(text.slice(parser.at, match.index));
    parser.at = match.index;
    parser.at += (tokenParsers[token.charAt(0)] ?? parseBare)(parser, token);
    pattern.lastIndex = parser.at;
  }
  return mergeTexts([...parser.nodes, text.slice(parser.at)]);
}

/** Joins adjacent texts. */
function mergeTexts(nodes: RichNode[]) {
  const result: RichNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (typeof node === 'string' && typeof last === 'string') result[result.length - 1] = last + node;
    else if (node !== '') result.push(node);
  }
  return result;
}

/** Removes and returns the nodes after an opening mark; marks opened among them can no longer be closed. */
function takeSince({ nodes, marks, brackets }: Parser, from: number) {
  for (const [mark, index] of marks) if (index >= from) marks.delete(mark);
  while ((brackets.at(-1) ?? -1) >= from) brackets.pop();
  return mergeTexts(nodes.splice(from).slice(1));
}

function parseBare({ nodes }: Parser, token: string) {
  const { node, length } = parseAddress(token);
  nodes.push(node);
  return length;
}

function parseAngles({ nodes }: Parser, token: string) {
  const address = token.slice(1, -1);
  const href = safeUrl(address);
  nodes.push(href ? link(href, [address]) : '<');
  return href ? token.length : 1;
}

function parseCode({ text, at, nodes, lastTicks }: Parser, run: string) {
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

function openBracket({ nodes, brackets }: Parser, token: string) {
  brackets.push(nodes.length);
  nodes.push(token);
  return token.length;
}

function closeBracket(parser: Parser) {
  const { text, at, nodes, brackets } = parser;
  const from = brackets.pop();
  TARGET.lastIndex = at + 1;
  const target = from === undefined ? null : TARGET.exec(text);
  const href = target && safeUrl(target[1] ?? target[2] ?? '');
  if (from === undefined || !href) {
    nodes.push(']');
    return 1;
  }
  const isImage = nodes[from] === '![';
  const label = mergeTexts(takeSince(parser, from).flatMap(withoutLinks));
  nodes.push(link(href, label.length ? label : [href]));
  // An image may be inside a link; a link may not.
  if (!isImage) brackets.length = 0;
  return 1 + target[0].length;
}

function withoutLinks(node: RichNode): RichNode | RichNode[] {
  if (typeof node === 'string') return node;
  const inside = node.children.flatMap(withoutLinks);
  return node.tag === 'a' ? inside : { ...node, children: inside };
}

const isLetter = (char: string) => /[\p{L}\p{N}]/u.test(char);

function parseMark(parser: Parser, mark: string) {
  const { text, at, nodes, marks } = parser;
  const before = text.charAt(at - 1);
  const after = text.charAt(at + mark.length);
  // As in snake_case_names.
  const isInWord = mark.startsWith('_') && isLetter(before) && isLetter(after);
  if (!TAGS.has(mark) || isInWord) nodes.push(mark);
  else if (!(before.trim() && (close(parser, mark) || closeBoth(parser, mark)))) {
    if (after.trim()) marks.set(mark, nodes.length);
    nodes.push(mark);
  }
  return mark.length;
}

function close(parser: Parser, mark: string) {
  const from = parser.marks.get(mark);
  if (from === undefined) return false;
  const inside = takeSince(parser, from);
  parser.nodes.push(element(TAGS.get(mark) ?? 'em', mark.length > 2 ? [element('em', inside)] : inside));
  return true;
}

/** As in `**bold *and italic***`: the mark opened last closes first. */
function closeBoth(parser: Parser, mark: string) {
  const one = mark.slice(2);
  const two = mark.slice(1);
  const [inner = 0, outer = 0] = [parser.marks.get(one), parser.marks.get(two)];
  if (!one || !parser.marks.has(one) || !parser.marks.has(two)) return false;
  return inner > outer ? close(parser, one) && close(parser, two) : close(parser, two) && close(parser, one);
}
