import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { LANGUAGES, questionSetOf } from '../../../../test/knowledge/question-set.ts';
import { embeddingOf, mixTexts, storeEmbedded, storeTexts } from '../../../../test/knowledge/stored-texts.ts';
import type { Owner } from '../../../../test/owners.ts';
import { runQueue } from '../../../../test/queue.ts';
import { cosine, toBytes } from '../embedding/index.ts';
import { findByMeaning } from './by-meaning.ts';
import { find } from './index.ts';

const DIMENSIONS = 256;
const TOP = 5;

type Ranking = (question: string) => Promise<number[]>;

const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);

function rankingsOf({ unitOfWork }: TestApp, { widgetId }: Owner): Record<'words' | 'vectors' | 'hybrid', Ranking> {
  const search = (text: string, embedding: ReturnType<typeof embeddingOf> | null) =>
    unitOfWork.read((work) => find({ ...work, widgetId }, { text, embedding, operatorId: null, limit: TOP }));
  return {
    words: async (text) => idsOf(await search(text, null)),
    vectors: async (text) => {
      const query = { embedding: embeddingOf(text, DIMENSIONS), operatorId: null };
      const found = await unitOfWork.read((work) => findByMeaning({ ...work, widgetId }, query));
      return found.slice(0, TOP).map(({ rule_id }) => rule_id);
    },
    hybrid: async (text) => idsOf(await search(text, embeddingOf(text, DIMENSIONS))),
  };
}

/** The part of each question's texts that are among the first, on average. */
async function recallOf(rank: Ranking, questions: { question: string; answers: number[] }[]) {
  let sum = 0;
  for (const { question, answers } of questions) {
    const found = new Set(await rank(question));
    sum += answers.filter((id) => found.has(id)).length / Math.min(TOP, answers.length);
  }
  return sum / questions.length;
}

/** Rows for docs/code/knowledge.md: `PRINT_QUALITY=1 npm exec vitest run kb/search/quality`. */
function print(...cells: (string | number)[]) {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell));
  if (process.env.PRINT_QUALITY) process.stdout.write(`| ${texts.join(' | ')} |\n`);
}

test.each(LANGUAGES)('words and vectors together find more than either: %s', async (language) => {
  const app = await startApp();
  const ann = await app.owner();
  const { texts, questions } = questionSetOf(language);
  const ids = await storeTexts(
    app,
    ann,
    texts.map(({ content }) => content),
    DIMENSIONS,
  );
  const idOf = new Map(texts.map(({ id }, at) => [id, ids[at] ?? 0]));
  const asked = questions.map((each) => ({ ...each, answers: each.answers.map((id) => idOf.get(id) ?? 0) }));
  const rankings = rankingsOf(app, ann);
  const recall = { words: 0, vectors: 0, hybrid: 0 };
  for (const [name, rank] of Object.entries(rankings)) recall[name as 'words'] = await recallOf(rank, asked);
  print(language, recall.words, recall.vectors, recall.hybrid);
  for (const kind of ['exact', 'paraphrase', 'rough'] as const) {
    const some = asked.filter((each) => each.kind === kind);
    const cells: number[] = [];
    if (process.env.PRINT_QUALITY) for (const rank of Object.values(rankings)) cells.push(await recallOf(rank, some));
    print(`${language}, ${kind}`, ...cells);
  }
  expect(recall.hybrid).toBeGreaterThanOrEqual(Math.max(recall.words, recall.vectors));
});

/** Of the usual model. */
const LONG = 1_536;
const CHUNKS = 1_000;

test('signatures keep the vectors that a scan of all of them finds', { timeout: 120_000 }, async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const { widgetId } = ann;
  const sets = LANGUAGES.map(questionSetOf);
  const texts = mixTexts(
    sets.flatMap(({ texts }) => texts),
    CHUNKS,
  );
  const embedded = texts.map((content) => ({ content, embedding: embeddingOf(content, LONG) }));
  const ids = await storeEmbedded(app, ann, embedded);
  expect(new Set(await runQueue(app, 'smtp://127.0.0.1:1'))).toEqual(new Set(['kb_rules.recentre']));
  const vectors = embedded.map(({ embedding }, at) => ({ id: ids[at] ?? 0, bytes: toBytes(embedding.vector) }));
  const questions = sets.flatMap(({ questions }) => questions).filter((_, at) => at % 8 === 0);
  let kept = 0;
  for (const { question } of questions) {
    const embedding = embeddingOf(question, LONG);
    const exact = vectors
      .map(({ id, bytes }) => ({ id, similarity: cosine(embedding.vector, bytes) }))
      .sort((a, b) => b.similarity - a.similarity || b.id - a.id);
    const tenth = exact[9]?.similarity ?? 0;
    const found = await app.unitOfWork.read((work) =>
      findByMeaning({ ...work, widgetId }, { embedding, operatorId: null }),
    );
    // Equal texts are as good as each other.
    kept += Math.min(10, found.filter(({ similarity }) => similarity >= tenth - 1e-3).length) / 10;
  }
  print(`signatures of ${LONG} bits, recall@10 of ${CHUNKS}`, kept / questions.length);
  expect(kept / questions.length).toBeGreaterThanOrEqual(0.99);
});
