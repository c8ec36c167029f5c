import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { canBeMisspelt, termOf, toTrigramTerms, type Words, wordsOf } from '../rules/index.ts';
import * as store from './store/words.ts';

/** Of a long question the rarest words count. */
const MAX_TERMS = 24;
const MAX_ASKED = 256;
/** Rules that have the rarest words: those that have only more frequent ones are not looked at. */
const MAX_CANDIDATES = 2_000;
/** Words of more rules than this part say nothing, in a knowledge base that is large enough to tell. */
const TOO_FREQUENT = { part: 0.5, from: 20 };
/** A word that no rule has stands for those that look like it. */
const NEAR = { similarity: 0.3, limit: 3 };
const MAX_UNKNOWN = 6;

interface Asked {
  word: string;
  /** As PostgreSQL knows it. */
  term: string;
  rules: number;
  /** 1 for a word of the question, less for one that looks like it. */
  likeness: number;
}

export interface Ranked {
  rule_id: number;
  score: number;
  /** How much of the question the text has, up to 1. */
  share: number;
}

/** Rare words of a question that a text must have, of all, to count fully. Measured: more favours words, less vectors. */
const WHOLE = 2 / 3;

/** Rules by the words of a text, best first, and the words they were found by. */
export async function findByWords(
  work: InWidget<Read>,
  { text, operatorId, limit }: { text: string; operatorId: number | null; limit: number },
): Promise<{ ranked: Ranked[]; words: ReadonlySet<string> }> {
  const question = wordsOf(text);
  const [totals, asked] = await Promise.all([store.findTotals(work), findAsked(work, question)]);
  const terms = choose(asked, totals.rules);
  if (!terms.length) return { ranked: [], words: new Set() };
  const ranked = await store.rank(
    work,
    {
      terms: terms.map((each) => ({ word: each.term, weight: each.likeness * rarity(each.rules, totals.rules) })),
      rarest: rarestOf(terms),
      averageLength: Math.max(1, totals.length / Math.max(1, totals.rules)),
      operatorId,
    },
    limit,
  );
  const whole = WHOLE * worthOf(question, asked, totals.rules);
  return {
    ranked: ranked.map((each) => ({ ...each, share: Math.min(1, each.score / whole) })),
    words: new Set(terms.map(({ word }) => word)),
  };
}

/** Of the question's words together, those included that no rule has. */
function worthOf({ words }: Words, asked: Asked[], rules: number) {
  const counts = new Map(asked.map((each) => [each.word, each.rules]));
  const rarities = words.flatMap((word) => {
    const having = counts.get(word) ?? 0;
    return isTelling(having, rules) ? rarity(having, rules) : [];
  });
  const sum = rarities
    .sort((a, b) => b - a)
    .slice(0, MAX_TERMS)
    .reduce((one, other) => one + other, 0);
  return sum || 1;
}

/** Words of the question that rules have, and for each that none has those that look like it. */
async function findAsked(work: InWidget<Read>, { words, forms }: Words) {
  const byTerm = new Map(words.slice(0, MAX_ASKED).map((word) => [termOf(work.widgetId, word), word]));
  const known = (await store.countRules(work, [...byTerm.keys()])).map(
    ({ word: term, rules }): Asked => ({ word: byTerm.get(term) ?? '', term, rules, likeness: 1 }),
  );
  const found = new Set(known.map(({ word }) => word));
  const unknown = Array.from(forms).filter(([form, word]) => canBeMisspelt(form) && !found.has(word));
  const near = await Promise.all(unknown.slice(0, MAX_UNKNOWN).map(([form]) => findNear(work, form)));
  return [...known, ...near.flat().filter(({ word }) => !found.has(word))];
}

async function findNear(work: InWidget<Read>, form: string) {
  const trigrams = toTrigramTerms(work.widgetId, form);
  const near = await store.listNear(work, { form, trigrams }, NEAR);
  return near.map((each): Asked => ({ ...each, term: each.word, word: wordOf(each.form), likeness: each.similarity }));
}

const wordOf = (form: string) => wordsOf(form).forms.get(form) ?? form;

/** The rarest first, each once. */
function choose(asked: Asked[], rules: number) {
  const byTerm = new Map<string, Asked>();
  for (const each of asked) {
    const before = byTerm.get(each.term);
    if (!before || before.likeness < each.likeness) byTerm.set(each.term, each);
  }
  const sorted = [...byTerm.values()].sort((a, b) => a.rules - b.rules);
  const telling = sorted.filter((each) => isTelling(each.rules, rules));
  return (telling.length ? telling : sorted).slice(0, MAX_TERMS);
}

const isTelling = (having: number, rules: number) => rules < TOO_FREQUENT.from || having <= rules * TOO_FREQUENT.part;

/** As many words as have no more than that many rules together, but one at least. */
function rarestOf(terms: Asked[]) {
  let rules = 0;
  const within = terms.filter((each, at) => {
    rules += each.rules;
    return at === 0 || rules <= MAX_CANDIDATES;
  });
  return within.map(({ term }) => term);
}

/** What a word is worth that so many of all rules have. */
const rarity = (having: number, all: number) => Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5));
