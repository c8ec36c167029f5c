import { api } from '@parley/contract';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { cosine, toBytes } from '../../src/modules/kb/embedding/index.ts';
import { findByMeaning, findBySignatures } from '../../src/modules/kb/search/by-meaning.ts';
import { find, indexOf } from '../../src/modules/kb/search/index.ts';
import { follow } from '../../src/modules/kb/search/pgvector.ts';
import { startApp, type TestApp } from '../harness.ts';
import { LANGUAGES, questionSetOf } from '../knowledge/question-set.ts';
import { embeddingOf, MODEL, mixTexts, storeTexts } from '../knowledge/stored-texts.ts';
import type { Owner } from '../owners.ts';

const CHUNKS = 1_500;
const DIMENSIONS = 256;
const MINIMUM = 1_000;

const sets = LANGUAGES.map(questionSetOf);
const texts = mixTexts(
  sets.flatMap((set) => set.texts),
  CHUNKS,
);
const questions = sets.flatMap((set) => set.questions).filter((_, at) => at % 8 === 0);

/** As the server does in the background. */
async function followOnce({ connection }: TestApp) {
  const client = new Client({ connectionString: connection });
  await client.connect();
  try {
    return await follow(client, MINIMUM);
  } finally {
    await client.end();
  }
}

/** An owner whose rules are embedded with the model of the texts. */
async function addOwner(app: TestApp) {
  const owner = await app.owner();
  await owner.call(api.aiCredentials.create, {
    body: { provider: 'openai', api_key: 'sk-test', embedding_model: MODEL },
  });
  return owner;
}

const read = <T>(app: TestApp, { widgetId }: Owner, work: (ctx: Parameters<typeof findByMeaning>[0]) => Promise<T>) =>
  app.unitOfWork.read((each) => work({ ...each, widgetId }));

test('pgvector finds what a scan of all vectors finds, for one of two widgets', async () => {
  const app = await startApp({}, { isolated: true });
  const [ann, bob] = [await addOwner(app), await addOwner(app)];
  const ids = await storeTexts(app, ann, texts, DIMENSIONS);
  await storeTexts(app, bob, texts.toReversed(), DIMENSIONS);
  expect(await followOnce(app)).toBe(true);
  // So few rows would be sorted, without their index.
  await app.sql('ALTER FUNCTION kb_nearest SET enable_sort = off');
  expect(await read(app, ann, indexOf)).toBe('pgvector');
  const vectors = texts.map((text) => toBytes(embeddingOf(text, DIMENSIONS).vector));
  const kept = { pgvector: 0, signatures: 0 };
  for (const { question } of questions) {
    const query = { embedding: embeddingOf(question, DIMENSIONS), operatorId: null };
    const exact = vectors.map((bytes) => cosine(query.embedding.vector, bytes)).sort((a, b) => b - a);
    const ways = { pgvector: findByMeaning, signatures: findBySignatures };
    for (const [name, way] of Object.entries(ways)) {
      const found = await read(app, ann, (ctx) => way(ctx, query));
      expect(found.filter(({ rule_id }) => !ids.includes(rule_id))).toEqual([]);
      const best = found.filter(({ similarity }) => similarity >= (exact[9] ?? 0) - 1e-3);
      kept[name as 'pgvector'] += Math.min(10, best.length) / 10 / questions.length;
    }
  }
  process.stdout.write(
    `recall@10 of pgvector ${kept.pgvector.toFixed(3)}, of signatures ${kept.signatures.toFixed(3)}\n`,
  );
  expect(kept.pgvector).toBeGreaterThanOrEqual(0.98);
});

test('both ways find the same, before and after rules change', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await addOwner(app);
  await storeTexts(app, ann, texts.slice(0, MINIMUM), DIMENSIONS);
  await followOnce(app);
  const topOf = async (text: string, way: typeof findByMeaning) => {
    const query = { embedding: embeddingOf(text, DIMENSIONS), operatorId: null };
    return (await read(app, ann, (ctx) => way(ctx, query))).toSorted(
      (a, b) => b.similarity - a.similarity || b.rule_id - a.rule_id,
    )[0];
  };
  const compare = async (text: string) => {
    const [one, other] = [await topOf(text, findByMeaning), await topOf(text, findBySignatures)];
    // Texts that are equally near may take turns.
    expect(one?.similarity).toBeCloseTo(other?.similarity ?? 0, 2);
    return one?.rule_id;
  };
  const text = 'A lighthouse keeper paints the stairs of the tower every spring.';
  const [id] = await storeTexts(app, ann, [text], DIMENSIONS);
  expect(await compare(text)).toBe(id);
  await followOnce(app);
  expect(await compare(text)).toBe(id);
  await app.sql(
    `UPDATE kb_rules SET operator_id = (SELECT min(id) FROM agents WHERE widget_id = ${ann.widgetId}) WHERE id = ${id}`,
  );
  expect(await compare(text)).not.toBe(id);
  await app.sql(`UPDATE kb_rules SET operator_id = NULL WHERE id = ${id}`);
  await app.sql(`DELETE FROM kb_rules WHERE id = ${id}`);
  expect(await compare(text)).not.toBe(id);
  await followOnce(app);
  expect(await app.sql(`SELECT FROM kb_halfvecs WHERE rule_id = ${id}`)).toEqual([]);
});

test('without the extension, or while an index is broken, signatures are used', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await addOwner(app);
  await storeTexts(app, ann, texts.slice(0, MINIMUM), DIMENSIONS);
  await followOnce(app);
  const question = { text: questions[0]?.question ?? '', operatorId: null, limit: 5 };
  const search = () =>
    read(app, ann, (ctx) => find(ctx, { ...question, embedding: embeddingOf(question.text, DIMENSIONS) }));
  const before = await search();
  expect(await read(app, ann, indexOf)).toBe('pgvector');
  await app.sql('DROP EXTENSION vector CASCADE');
  expect((await search()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await read(app, ann, indexOf)).toBe('signature');
  await storeTexts(app, ann, ['One more.'], DIMENSIONS);
  await followOnce(app);
  await app.sql("UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('kb_halfvecs_256')");
  await followOnce(app);
  const [index] = await app.sql("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('kb_halfvecs_256')");
  expect(index).toEqual({ indisvalid: true });
});
