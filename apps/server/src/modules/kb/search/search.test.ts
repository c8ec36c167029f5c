import { api, kbRuleRoutes, kbSearchRoutes } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { addEmbedding } from '../../../../test/knowledge.ts';
import { addExternalOperator, addOperator } from '../../../../test/operators.ts';
import type { Owner } from '../../../../test/owners.ts';
import { find } from './index.ts';
import { listVectors } from './store/vectors.ts';

/** The vendors are on this machine. */
const OUTSIDE = { OUTBOUND_ALLOW: '127.0.0.1' };

/** Rules with these texts, in order. */
async function addRules(app: TestApp, owner: Owner, texts: string[]) {
  await addEmbedding(app, owner);
  const ids: number[] = [];
  for (const content of texts) ids.push((await owner.call(kbRuleRoutes.createRule, { body: { content } })).data.id);
  return ids;
}

const search = (owner: Owner, q: string, query: object = {}) =>
  owner.call(kbSearchRoutes.search, { query: { q, ...query } });

/** By words alone. */
const findByWords = ({ unitOfWork }: TestApp, { widgetId }: Owner, text: string, limit = 20) =>
  unitOfWork.read((work) => find({ ...work, widgetId }, { text, embedding: null, operatorId: null, limit }));

const contentsOf = (found: { content: string }[]) => found.map(({ content }) => content);

/** The text that these words find first. */
async function firstOf(app: TestApp, owner: Owner, text: string) {
  const [first] = await findByWords(app, owner, text);
  return first && { content: first.content, terms: first.why.terms };
}

test('a hit says by which words and by what places it was found', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  const [delivery] = await addRules(app, ann, ['Parcels arrive within three days.', 'We repair bicycles.']);
  const { status, data } = await search(ann, 'When do PARCELS arrive?');
  expect(status).toBe(200);
  expect(data).toMatchObject({ mode: 'hybrid', took_ms: expect.any(Number) });
  expect(data.hits).toHaveLength(2);
  expect(data.hits[0]).toEqual({
    id: delivery,
    content: 'Parcels arrive within three days.',
    doc_id: null,
    source: 'manual',
    source_label: null,
    source_ref: null,
    score: expect.any(Number),
    similarity: expect.any(Number),
    why: { text_rank: 1, vector_rank: expect.any(Number), terms: ['Parcels', 'arrive'] },
  });
  expect(data.hits[1]?.why).toMatchObject({ text_rank: null, terms: [] });
});

test('without a rule nothing is found', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addEmbedding(app, ann);
  expect((await search(ann, 'hello')).data.hits).toEqual([]);
});

test('rules of another widget are never found', async () => {
  const app = await startApp(OUTSIDE);
  const [ann, bob] = [await app.owner(), await app.owner()];
  await addRules(app, ann, ['Parcels arrive within three days.']);
  await addRules(app, bob, ['Parcels are picked up at the door.']);
  expect(contentsOf((await search(bob, 'parcels')).data.hits)).toEqual(['Parcels are picked up at the door.']);
  expect(contentsOf(await findByWords(app, bob, 'parcels'))).toEqual(['Parcels are picked up at the door.']);
});

test('a rule of one operator is found for that operator alone', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  const [own = 0] = await addRules(app, ann, ['Refunds take a week.', 'Refunds are paid in cash.']);
  const [mia, max] = [await addOperator(app, ann), await addOperator(app, ann)];
  await app.sql(`UPDATE kb_rules SET operator_id = ${mia.id} WHERE id = ${own}`);
  const count = async (operator_id?: number) =>
    (await search(ann, 'refunds', operator_id ? { operator_id } : {})).data.hits.length;
  expect([await count(), await count(mia.id), await count(max.id)]).toEqual([1, 2, 1]);
});

test('only an operator of this widget can be searched for', async () => {
  const app = await startApp(OUTSIDE);
  const [ann, bob] = [await app.owner(), await app.owner()];
  await addRules(app, ann, ['Refunds take a week.']);
  const foreign = await addOperator(app, bob);
  const external = await addExternalOperator(ann);
  const statusOf = async (operator_id: number) => (await search(ann, 'refunds', { operator_id })).status;
  expect(await statusOf(foreign.id)).toBe(404);
  expect(await statusOf(ann.agentId)).toBe(404);
  expect(await statusOf(external.operator_id)).toBe(200);
});

test('texts with equal scores share a rank', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addRules(app, ann, ['Open on Monday.', 'Open on Monday.', 'Open on Monday and on Tuesday, but not at night.']);
  const { hits } = (await search(ann, 'open Monday')).data;
  expect(hits.map(({ why }) => why.text_rank)).toEqual([1, 1, 3]);
  expect(hits[0]?.why.vector_rank).toBe(hits[1]?.why.vector_rank);
  expect(hits[0]?.score).toBe(hits[1]?.score);
});

test('the limit applies', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addRules(
    app,
    ann,
    Array.from({ length: 7 }, (_, at) => `Room ${at} is free.`),
  );
  expect((await search(ann, 'room')).data.hits).toHaveLength(5);
  expect((await search(ann, 'room', { limit: 2 })).data.hits).toHaveLength(2);
});

test.each([
  ['case and accents', 'Wir haben ein Café in Zürich.', 'CAFE zurich', ['Café', 'Zürich']],
  ['ё and е', 'Мы перезвоним и всё объясним ещё раз.', 'еще все', ['всё', 'ещё']],
  ['Russian forms', 'Доставка курьером бесплатная.', 'доставку курьера', ['Доставка', 'курьером']],
  ['German forms', 'Die Bestellungen werden verschickt.', 'Bestellung', ['Bestellungen']],
  ['English forms', 'Orders are delivered at night.', 'order delivery', ['Orders', 'delivered']],
  ['typos', 'We reimburse the postage of parcels.', 'reimburze postagge', ['reimburse', 'postage']],
  ['Russian typos', 'Примерка возможна в пункте выдачи.', 'премерка', ['Примерка']],
  ['Chinese', '我们周末不发货，周一恢复。', '周末发货吗', ['周末', '发货']],
  ['Japanese', '返品は三十日以内に受け付けます。', '返品したい', ['返品']],
  ['Thai', 'เราจัดส่งสินค้าภายในสามวัน', 'จัดส่งกี่วัน', ['จัด', 'ส่ง', 'วัน']],
  ['codes and numbers', 'The filter HX-200 fits model 9000.', 'hx 200', ['HX', '200']],
])('words are found in other spellings: %s', async (_name, content, question, terms) => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addRules(app, ann, [content, 'Something else altogether.', '完全不同的内容']);
  expect(await firstOf(app, ann, question)).toEqual({ content, terms: expect.arrayContaining(terms) });
});

test.each([
  ['only punctuation', '?! … —'],
  ['a thousand letters', 'x'.repeat(1_000)],
  ['a thousand words', 'a b c d e f g h i j '.repeat(50)],
  ['letters of no alphabet', '🎁🎁 \u202e \uffff'],
  ['SQL', "'; DROP TABLE kb_rules; --"],
])('any question is answered: %s', async (_name, question) => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addRules(app, ann, ['Parcels arrive within three days.']);
  expect((await search(ann, question)).status).toBe(200);
  expect((await findByWords(app, ann, question)).length).toBeLessThanOrEqual(1);
});

test('a changed text is found by its new words, and a deleted one not at all', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  const [id = 0] = await addRules(app, ann, ['Parcels arrive within three days.']);
  const params = { id };
  await ann.call(kbRuleRoutes.updateRule, { params, body: { content: 'We ship by train.' } });
  expect(contentsOf(await findByWords(app, ann, 'parcels'))).toEqual([]);
  expect(contentsOf(await findByWords(app, ann, 'trains'))).toEqual(['We ship by train.']);
  await ann.call(kbRuleRoutes.removeRule, { params });
  expect((await search(ann, 'train')).data.hits).toEqual([]);
});

test('a rule that is not embedded yet is found by its words', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addRules(app, ann, ['Parcels arrive within three days.', 'We ship by train.']);
  await app.sql(`DELETE FROM kb_vectors WHERE widget_id = ${ann.widgetId}`);
  const { hits } = (await search(ann, 'train')).data;
  expect(hits).toHaveLength(1);
  expect(hits[0]).toMatchObject({ similarity: null, why: { text_rank: 1, vector_rank: null } });
});

test('vectors of another model are not compared', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addRules(app, ann, ['Parcels arrive within three days.', 'We ship by train.']);
  const id = await addEmbedding(app, ann);
  await ann.call(api.aiCredentials.update, { params: { id }, body: { embedding_model: 'another-model' } });
  const { hits } = (await search(ann, 'train')).data;
  expect(hits.map(({ content, similarity }) => [content, similarity])).toEqual([['We ship by train.', null]]);
});

test('a search without a credential that embeds is refused, and one whose provider fails too', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  expect(await search(ann, 'hello')).toMatchObject({ status: 422, problem: { reason: 'kb_embed_credential_missing' } });
  const id = await addEmbedding(app, ann);
  await ann.call(api.aiCredentials.update, { params: { id }, body: { base_url: 'http://127.0.0.1:1/v1' } });
  expect(await search(ann, 'hello')).toMatchObject({ status: 502, problem: { reason: 'kb_embed_provider_failed' } });
});

test('embedding the question counts as use', async () => {
  const app = await startApp(OUTSIDE);
  const ann = await app.owner();
  await addEmbedding(app, ann);
  await search(ann, 'hello');
  await search(ann, 'again');
  const rows = await app.sql(`SELECT purpose, calls FROM ai_usage WHERE widget_id = ${ann.widgetId}`);
  expect(rows).toEqual([{ purpose: 'embedding', calls: 2 }]);
});

test('vectors are read of the widget alone, and of one model', async () => {
  const app = await startApp(OUTSIDE);
  const [ann, bob] = [await app.owner(), await app.owner()];
  const ids = await addRules(app, ann, ['Parcels arrive within three days.', 'We repair bicycles.']);
  const read = ({ widgetId }: Owner, model: string) =>
    app.unitOfWork.read((work) => listVectors({ ...work, widgetId }, { model, dimensions: 3 }, ids));
  expect((await read(ann, 'embedding-test')).map(({ rule_id }) => rule_id).toSorted()).toEqual(ids);
  expect([await read(bob, 'embedding-test'), await read(ann, 'another')]).toEqual([[], []]);
});
