import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { embeddingOf, storeTexts } from '../../../../test/knowledge/stored-texts.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';
import { runQueue } from '../../../../test/queue.ts';
import { fromBytes, signatureOf } from '../embedding/index.ts';
import { find } from '../search/index.ts';

const DIMENSIONS = 64;

const add = (app: TestApp, owner: Owner, name: string, count: number) =>
  storeTexts(
    app,
    owner,
    Array.from({ length: count }, (_, at) => `${name} ${at} of the house`),
    DIMENSIONS,
  );

const follow = (app: TestApp) => runQueue(app, 'smtp://127.0.0.1:1');

async function readSpace({ sql }: TestApp, { widgetId }: Owner) {
  const [space] = await sql<{ mean: Buffer | null; mean_of: number; revision: number }>(
    `SELECT mean, mean_of, revision FROM kb_spaces WHERE widget_id = ${widgetId}`,
  );
  return space;
}

const readVectors = ({ sql }: TestApp, { widgetId }: Owner) =>
  sql<{ vector: Buffer; signature: string }>(
    `SELECT vector, signature::text FROM kb_vectors WHERE widget_id = ${widgetId} ORDER BY rule_id`,
  );

test('a mean is taken of 64 vectors, and again when as many more were stored', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await add(app, ann, 'Room', 63);
  await follow(app);
  expect(await readSpace(app, ann)).toEqual({ mean: null, mean_of: 0, revision: 0 });
  await add(app, ann, 'Door', 1);
  await follow(app);
  expect(await readSpace(app, ann)).toMatchObject({ mean_of: 64, revision: 1 });
  await add(app, ann, 'Wall', 63);
  await follow(app);
  expect(await readSpace(app, ann)).toMatchObject({ mean_of: 64, revision: 1 });
  await add(app, ann, 'Roof', 1);
  await follow(app);
  expect(await readSpace(app, ann)).toMatchObject({ mean_of: 128, revision: 2 });
});

test('all signatures are taken around the mean, also those of later vectors', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await add(app, ann, 'Room', 70);
  await follow(app);
  await add(app, ann, 'Door', 3);
  const mean = fromBytes((await readSpace(app, ann))?.mean ?? Buffer.alloc(0));
  const vectors = await readVectors(app, ann);
  expect(vectors).toHaveLength(73);
  const bits = vectors.map(({ vector }) => signatureOf(fromBytes(vector), mean));
  expect(vectors.map(({ signature }) => signature)).toEqual(bits);
});

test('a search while another mean is taken waits for nothing, and never mixes both', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await add(app, ann, 'Room', 64);
  const text = 'Room 7 of the house';
  const search = () =>
    app.unitOfWork.read((work) =>
      find(
        { ...work, widgetId: ann.widgetId },
        { text, embedding: embeddingOf(text, DIMENSIONS), operatorId: null, limit: 1 },
      ),
    );
  await whileLocked(app, 'LOCK TABLE kb_spaces IN EXCLUSIVE MODE', async ({ client, untilWaited }) => {
    const following = follow(app);
    await untilWaited();
    expect(await search()).toMatchObject([{ content: text, why: { vector_rank: 1 } }]);
    await client.query('COMMIT');
    await following;
  });
  expect(await readSpace(app, ann)).toMatchObject({ revision: 1 });
  expect(await search()).toMatchObject([{ content: text, why: { vector_rank: 1 } }]);
});
