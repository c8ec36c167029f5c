import { expect, test } from 'vitest';
import { meaningOf } from '../vendors/meaning.ts';
import { LANGUAGES, questionSetOf } from './question-set.ts';

const TOP = 5;

const sets = LANGUAGES.map((language) => ({ language, ...questionSetOf(language) }));

test('there are 400 questions, 100 a language, a third of each kind, and no two alike', () => {
  const questions = sets.flatMap((set) => set.questions);
  expect(new Set(questions.map(({ question }) => question.toLowerCase())).size).toBe(400);
  for (const set of sets) {
    const count = (kind: string) => set.questions.filter((question) => question.kind === kind).length;
    expect(['exact', 'paraphrase', 'rough'].map(count)).toEqual([33, 34, 33]);
    expect(set.questions).toHaveLength(100);
  }
});

test('every question is answered by texts that exist, and every text answers one', () => {
  const ids = sets.flatMap(({ texts }) => texts.map(({ id }) => id));
  const answers = sets.flatMap(({ questions }) => questions.flatMap((question) => question.answers));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(answers)).toEqual(new Set(ids));
  expect(sets.flatMap(({ questions }) => questions.filter((question) => question.answers.length === 0))).toEqual([]);
});

test('a language has 60 texts or more, of the length of a chunk', () => {
  for (const { language, texts } of sets) {
    expect(texts.length).toBeGreaterThanOrEqual(60);
    for (const { id, content } of texts) {
      expect(id).toMatch(new RegExp(`^${language}-\\d\\d$`));
      expect(content).toBe(content.trim());
      expect(content.length).toBeGreaterThan(language === 'zh' ? 80 : 200);
      expect(content.length).toBeLessThan(700);
    }
  }
});

test.for(sets)('words alone and meaning alone each miss questions that the other finds: $language', (set) => {
  const byWords = wordRanking(set.language, set.texts);
  const byMeaning = meaningRanking(set.texts);
  const found = set.questions.map(({ question, answers }) => {
    const isIn = (ids: string[]) => answers.some((id) => ids.slice(0, TOP).includes(id));
    return { words: isIn(byWords(question)), meaning: isIn(byMeaning(question)) };
  });
  const recall = (isFound: (by: { words: boolean; meaning: boolean }) => boolean) =>
    found.filter(isFound).length / found.length;
  const words = recall((by) => by.words);
  const meaning = recall((by) => by.meaning);
  const either = recall((by) => by.words || by.meaning);
  expect.soft(words, 'recall of words').toBeGreaterThan(0.5);
  expect.soft(words, 'recall of words').toBeLessThan(0.95);
  expect.soft(meaning, 'recall of meaning').toBeGreaterThan(0.6);
  expect.soft(meaning, 'recall of meaning').toBeLessThan(0.95);
  expect.soft(either, 'recall of both together').toBeGreaterThan(Math.max(words, meaning));
  expect.soft(either, 'recall of both together').toBeLessThan(1);
});

test.for(sets)(
  'meaning leads where a question is put in other words, words lead by names and codes: $language',
  (set) => {
    const byWords = wordRanking(set.language, set.texts);
    const byMeaning = meaningRanking(set.texts);
    const recall = (kind: string, rank: (question: string) => string[]) =>
      set.questions.filter(
        (each) => each.kind === kind && each.answers.some((id) => rank(each.question).slice(0, TOP).includes(id)),
      ).length;
    expect(recall('paraphrase', byMeaning)).toBeGreaterThan(recall('paraphrase', byWords));
    expect(recall('exact', byWords)).toBeGreaterThan(recall('exact', byMeaning));
  },
);

/** Ids of all texts by cosine. */
function meaningRanking(texts: { id: string; content: string }[]) {
  const vectors = texts.map(({ id, content }) => ({ id, vector: meaningOf(content) }));
  return (question: string) => {
    const asked = meaningOf(question);
    return ranked(vectors.map(({ id, vector }) => ({ id, score: cosine(asked, vector) })));
  };
}

/** Ids of the texts that share a word with the question, by BM25. */
function wordRanking(language: string, texts: { id: string; content: string }[]) {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const wordsOf = (text: string) =>
    [...segmenter.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const counted = texts.map(({ id, content }) => {
    const words = wordsOf(content);
    return { id, size: words.length, counts: Map.groupBy(words, (word) => word) };
  });
  const meanSize = counted.reduce((sum, { size }) => sum + size, 0) / counted.length;
  const rarity = (word: string) => {
    const having = counted.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (counted.length - having + 0.5) / (having + 0.5));
  };
  return (question: string) => {
    const asked = [...new Set(wordsOf(question))].map((word) => ({ word, weight: rarity(word) }));
    const scores = counted.map(({ id, size, counts }) => {
      const score = asked.reduce((sum, { word, weight }) => {
        const count = counts.get(word)?.length ?? 0;
        return sum + (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * size) / meanSize));
      }, 0);
      return { id, score };
    });
    return ranked(scores.filter(({ score }) => score > 0));
  };
}

const ranked = (scores: { id: string; score: number }[]) =>
  scores.sort((one, other) => other.score - one.score).map(({ id }) => id);

const cosine = (one: number[], other: number[]) => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
