import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addEmbedding } from '../../../../test/knowledge.ts';
import { CALLS_THIS_MACHINE } from '../../../../test/receiver.ts';

test('rules that nobody used for long are listed apart from new ones', async () => {
  const app = await startApp(CALLS_THIS_MACHINE);
  const ann = await app.owner();
  await addEmbedding(app, ann);
  const add = async (content: string, created: number, used?: number) => {
    const { id } = (await ann.call(api.kb.createRule, { body: { content } })).data;
    const at = (days: number) => `'${app.clock.now.subtract({ hours: 24 * days })}'`;
    await app.sql(`UPDATE kb_rules SET created_at = ${at(created)}, last_used_at = ${used === undefined ? 'NULL' : at(used)}
      WHERE id = ${id}`);
  };
  await add('New', 89);
  await add('Old and never used', 91);
  await add('Old and used', 300, 89);
  await add('Used long ago', 300, 91);
  const { data } = (await ann.call(api.kb.listRules, { query: { unused_days: 90 } })).data;
  expect(data.map(({ content }) => content)).toEqual(['Used long ago', 'Old and never used']);
});
