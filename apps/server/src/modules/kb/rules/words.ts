import { stem } from './stem.ts';

/** What a text is found by in words. */
export interface Words {
  /** Distinct words without their endings, and ideographs. */
  words: string[];
  counts: number[];
  /** Repeated ones too. */
  length: number;
  /** Words as they are written, and what they are without their endings: a misspelt word is compared with these. */
  forms: Map<string, string>;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Without case, accents and forms of one letter. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC');

/** Longer runs are no words. */
const LONGEST = 64;

/** Words as they are in the text, in order. The segmenter knows where words end in languages without spaces. */
function* segment(text: string) {
  for (const { segment: word, isWordLike } of segmenter.segment(text)) if (isWordLike) yield word.slice(0, LONGEST);
}

/** Of Chinese and Japanese. */
const IDEOGRAPH = /\p{Script=Han}/gu;

/** A mark keeps an ideograph apart from a word of one. */
const ideographsOf = (word: string) => Array.from(word.matchAll(IDEOGRAPH), ([letter]) => `#${letter}`);

export function wordsOf(text: string): Words {
  const counts = new Map<string, number>();
  const forms = new Map<string, string>();
  let length = 0;
  for (const each of segment(text)) {
    const form = fold(each);
    if (!form) continue;
    const word = stem(form);
    if (form.length >= SHORTEST_FORM && !DICTIONARY.test(form)) forms.set(form, word);
    // Where words end in Chinese is a guess: ideographs are found in any case.
    for (const term of [word, ...ideographsOf(form)]) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
      length += 1;
    }
  }
  return { words: [...counts.keys()], counts: [...counts.values()], length, forms };
}

/** A trigram. */
const SHORTEST_FORM = 3;
/** Scripts without spaces, in which a dictionary tells words apart. */
const DICTIONARY =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Codes and short words are too much like others. */
export const canBeMisspelt = (form: string) => form.length >= 4 && form.length <= 32 && !/\p{N}/u.test(form);

/** What words of a text that contains this one must have: a part of one of them, or ideographs. */
export function partsOf(text: string) {
  // Runs first: folded signs such as № have letters.
  const runs = (text.match(/[\p{L}\p{Nd}]+/gu) ?? []).flatMap((run) => fold(run).split(DICTIONARY));
  const [longest = ''] = runs.toSorted((a, b) => b.length - a.length);
  const part = longest.slice(0, LONGEST);
  return { part: part.length < SHORTEST_FORM ? undefined : part, ideographs: [...new Set(ideographsOf(fold(text)))] };
}

/** Words of the text that are among these, as the text writes them, and elsewhere runs of ideographs that are. */
export function findIn(text: string, words: ReadonlySet<string>) {
  const found = new Map<string, string>();
  let run = '';
  const add = (form: string, written: string) => {
    if (form) found.set(form, found.get(form) ?? written);
  };
  const endRun = () => {
    add(run, run);
    run = '';
  };
  for (const { segment: each, isWordLike } of segmenter.segment(text)) {
    const form = isWordLike ? fold(each) : '';
    const letters = ideographsOf(form);
    const isWord = letters.length !== 1 && words.has(stem(form));
    if (isWord || !letters.length) endRun();
    if (isWord) add(form, each);
    else {
      for (const letter of letters) {
        if (words.has(letter)) run += letter.slice(1);
        else endRun();
      }
    }
  }
  endRun();
  return [...found.values()];
}

/** Of a word with its beginning and end marked, or of a part of one. */
function trigramsOf(word: string, { isPart = false } = {}) {
  const letters = Array.from(isPart ? word : ` ${word} `);
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
}

const MAX_COUNT = 32_767;

/** As PostgreSQL arrays and records. Words are in order, so that one is found by halves. */
export function toTerms(widgetId: number, { words, counts, length, forms }: Words) {
  const sorted = words
    .map((word, at) => ({ word: hashOf(widgetId, word), count: Math.min(counts[at] ?? 0, MAX_COUNT) }))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
  return {
    words: sorted.map(({ word }) => String(word)),
    counts: sorted.map(({ count }) => count),
    length,
    forms: Array.from(forms, ([form, word]) => ({
      form,
      word: termOf(widgetId, word),
      trigrams: toTrigramTerms(widgetId, form),
    })),
  };
}

export const toTrigramTerms = (widgetId: number, form: string, options?: { isPart: boolean }) =>
  trigramsOf(form, options).map((trigram) => termOf(widgetId, trigram));

/** As PostgreSQL reads a bigint. */
export const termOf = (widgetId: number, text: string) => String(hashOf(widgetId, text));

/** A 64-bit hash with the widget in it. */
function hashOf(widgetId: number, text: string) {
  let high = 0x9e3779b9 ^ widgetId;
  let low = 0x85ebca6b ^ Math.trunc(widgetId / 2 ** 32);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (BigInt(high | 0) << 32n) | BigInt(low >>> 0);
}
