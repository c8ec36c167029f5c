import { readFileSync } from 'node:fs';

/** How much of a vector each part makes, before it is normalised. */
const PARTS = { concepts: 1, words: 0.45, offset: 0.8 };
/** What related concepts have in common. */
const GROUP = 0.45;
/** Real embeddings blur codes and numbers. */
const CODE = 0.15;
const SHORT = 0.3;
/** Values of a word's vector that are not zero. */
const SPREAD = 12;
/** The beginning of a word, which inflection leaves alone, and two characters of Chinese. */
const STEM = 6;
const PAIR = 2;
/** Words of a phrase may have two others between them. */
const REACH = 3;
const LONGEST = 16;
/** The memory of words stops growing there. */
const MOST_TOKENS = 20_000;

interface Concept {
  name: string;
  group: string;
  weight: number;
}

interface Term {
  concept: Concept;
  /** Stems that follow the first one. */
  rest: string[];
}

const terms = readTerms();
const spaces = new Map<number, ReturnType<typeof newSpace>>();
const termsOfTokens = new Map<string, Term[]>();

/**
 * A deterministic embedding that behaves as a real one in miniature: texts with the same meaning in different words are
 * near, in four languages; codes and numbers are blurred, and the mean of all texts is not zero. Of length 1.
 */
export function meaningOf(text: string, dimensions = 256): number[] {
  const space = spaces.get(dimensions) ?? newSpace(dimensions);
  spaces.set(dimensions, space);
  const tokens = tokensOf(text);
  const sum = new Float64Array(dimensions);
  add(sum, space.offset, PARTS.offset);
  add(sum, conceptsOf(tokens, space), PARTS.concepts);
  add(sum, wordsOf(tokens, dimensions), PARTS.words);
  return Array.from(unit(sum));
}

/** A concept named often counts more, but not as often as it is named. */
function conceptsOf(tokens: string[], space: ReturnType<typeof newSpace>) {
  const counts = new Map<Concept, number>();
  tokens.forEach((token, at) => {
    for (const { concept, rest } of knownTermsAt(token)) {
      if (follows(rest, tokens, at)) counts.set(concept, (counts.get(concept) ?? 0) + 1);
    }
  });
  const sum = new Float64Array(space.offset.length);
  for (const [concept, count] of counts) add(sum, space.vectorOf(concept), concept.weight * (1 + Math.log(count)));
  return unit(sum);
}

function wordsOf(tokens: string[], dimensions: number) {
  const sum = new Float64Array(dimensions);
  for (const token of tokens) {
    const weight = /\d/.test(token) ? CODE : token.length < 4 && !isHan(token) ? SHORT : 1;
    const next = randomFrom(token.slice(0, isHan(token) ? PAIR : STEM));
    for (let count = 0; count < SPREAD; count += 1) {
      const at = next() % dimensions;
      sum[at] = (sum[at] ?? 0) + (next() & 1 ? weight : -weight);
    }
  }
  return unit(sum);
}

function knownTermsAt(token: string): Term[] {
  const found = termsOfTokens.get(token) ?? termsAt(token);
  if (termsOfTokens.size < MOST_TOKENS) termsOfTokens.set(token, found);
  return found;
}

/** Terms that start at this word: those of its longest known beginning, all phrases, and those inside a compound. */
function termsAt(token: string): Term[] {
  const found: Term[] = terms.get(`=${token}`)?.slice() ?? [];
  let isSettled = found.some(({ rest }) => rest.length === 0);
  for (let end = Math.min(token.length, LONGEST); end > 0; end -= 1) {
    const here = terms.get(token.slice(0, end));
    if (!here) continue;
    found.push(...here.filter(({ rest }) => rest.length || !isSettled));
    isSettled ||= here.some(({ rest }) => rest.length === 0);
  }
  const last = token.length >= 8 && isLatin(token) ? token.length - 5 : 0;
  for (let start = 3; start <= last; start += 1) {
    for (let end = start + 5; end <= Math.min(token.length, start + LONGEST); end += 1) {
      found.push(...(terms.get(token.slice(start, end)) ?? []).filter(({ rest }) => !rest.length));
    }
  }
  return found;
}

function follows(rest: string[], tokens: string[], at: number): boolean {
  let last = at;
  return rest.every((stem) => {
    const step = tokens.slice(last + 1, last + 1 + REACH).findIndex((token) => token.startsWith(stem));
    last += step + 1;
    return step >= 0;
  });
}

function readTerms() {
  const read = new Map<string, Term[]>();
  let group = '';
  let weight = 1;
  for (const line of readFileSync(new URL('concepts.txt', import.meta.url), 'utf8').split('\n')) {
    const head = /^\[(\w+)\] ?([\d.]*)/.exec(line);
    if (head) [group, weight] = [head[1] ?? '', Number(head[2] || 1)];
    const [, name, list] = /^(\w+): (.+)/.exec(line) ?? [];
    if (!name || !list) continue;
    const concept = { name, group, weight };
    for (const term of new Set(list.split(', '))) {
      const exact = term.startsWith('=') ? '=' : '';
      const [first = '', ...rest] = isHan(term) ? [term] : tokensOf(term);
      const key = exact + first;
      read.set(key, [...(read.get(key) ?? []), { concept, rest }]);
    }
  }
  return read;
}

function newSpace(dimensions: number) {
  const vectors = new Map<Concept, Float64Array>();
  const vectorOf = (concept: Concept) => {
    const known = vectors.get(concept);
    if (known) return known;
    const vector = randomUnit(`concept ${concept.name}`, dimensions);
    add(vector, randomUnit(`group ${concept.group}`, dimensions), GROUP);
    vectors.set(concept, unit(vector));
    return vector;
  };
  return { offset: randomUnit('offset', dimensions), vectorOf };
}

function randomUnit(seed: string, dimensions: number) {
  const next = randomFrom(seed);
  // Three added up are near enough to a normal distribution.
  return unit(Float64Array.from({ length: dimensions }, () => next() + next() + next() - 1.5 * 2 ** 32));
}

/** FNV-1a of the seed, then xorshift. */
function randomFrom(seed: string) {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function add(sum: Float64Array, vector: Float64Array, weight: number) {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) * weight;
}

/** In place; a vector of zeros stays. */
function unit(vector: Float64Array) {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

/** Words in lower case. Chinese has no spaces: each of its characters begins a token of the six from there. */
function tokensOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
  const words = plain.match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];
  return words.flatMap((word) => (isHan(word) ? Array.from(word, (_, at) => word.slice(at, at + STEM)) : word));
}

const isLatin = (text: string) => text < '\u0250';

/** Quicker than the property of the script. */
function isHan(text: string) {
  return text >= '\u3400' && text < '\ua000';
}
