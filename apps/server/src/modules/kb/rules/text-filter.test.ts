import { kbRuleRoutes } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { storeTexts } from '../../../../test/knowledge/stored-texts.ts';
import type { Owner } from '../../../../test/owners.ts';
import { narrow } from './text-filter.ts';

const TEXTS = [
  'Parcels2go brings PARCELS within three days, e.g. on Monday.',
  "The café doesn't open at night.",
  'Примерка возможна в пункте выдачи №7.',
  '我们周末不发货，周一恢复。',
  'เราจัดส่งสินค้าภายในสามวัน',
  'An arc is a part of a circle.',
];

async function list({ call }: Owner, q: string) {
  const { data } = await call(kbRuleRoutes.listRules, { query: { q } });
  return data.data.map(({ content }) => content).toReversed();
}

test.each([
  'arcel',
  'ARCELS2G',
  'parcels within',
  'e.g. on',
  'café',
  "n't op",
  'мерк',
  '№7',
  '周末不',
  '货，周',
  'ส่งสิ',
  'arc',
  'rc',
  '.',
  'circle.',
  'nowhere',
])('rules that contain a text are listed, wherever a word begins: %s', async (q) => {
  const app = await startApp();
  const ann = await app.owner();
  await storeTexts(app, ann, TEXTS);
  expect(await list(ann, q)).toEqual(TEXTS.filter((text) => text.toLowerCase().includes(q.toLowerCase())));
});

test('rules with a rare text are found by their words, those with a common one by reading the newest', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await storeTexts(app, ann, [...TEXTS, ...Array.from({ length: 40 }, (_, at) => `Room ${at} is free.`)]);
  const isNarrowed = (q: string) =>
    app.unitOfWork.read(async (work) => (await narrow({ ...work, widgetId: ann.widgetId }, q)) !== undefined);
  expect(await isNarrowed('arcel')).toBe(true);
  expect(await isNarrowed('周末')).toBe(true);
  expect(await isNarrowed('.')).toBe(false);
});

test('words of rules that are gone are forgotten', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await storeTexts(app, ann, ['A lighthouse.', 'A tower.']);
  await app.sql(`DELETE FROM kb_rules WHERE widget_id = ${ann.widgetId} AND content = 'A tower.'`);
  await app.run('kb_rules.prune_words');
  expect(await app.sql(`SELECT form FROM kb_forms WHERE widget_id = ${ann.widgetId}`)).toEqual([
    { form: 'lighthouse' },
  ]);
  expect(await app.sql(`SELECT FROM kb_word_counts WHERE widget_id = ${ann.widgetId} AND rules <= 0`)).toEqual([]);
});
