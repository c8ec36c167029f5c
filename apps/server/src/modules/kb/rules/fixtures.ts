import { kbRuleRoutes } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { addEmbedding } from '../../../../test/knowledge.ts';
import type { Owner } from '../../../../test/owners.ts';

const newRule = { content: 'Parcels arrive within three days.', doc_id: 'delivery' };

async function addRule(app: TestApp, owner: Owner) {
  await addEmbedding(app, owner);
  const call = await withToken(app, owner);
  return { id: (await call(kbRuleRoutes.createRule, { body: newRule })).data.id };
}

/** As SQL: a hundred texts need not be embedded. */
function insertRules(app: TestApp, { widgetId }: Owner, names: string[], source: (name: string) => string) {
  return inBatchesOfTen(names, (name) =>
    app.sql(`
      WITH rule AS (
        INSERT INTO kb_rules (widget_id, content, hash, source, token_count, created_at, updated_at)
        VALUES (${widgetId}, '${name}', '\\x00', '${source(name)}', 1, now(), clock_timestamp()) RETURNING widget_id, id
      ) INSERT INTO kb_words (widget_id, rule_id, words, counts, length) SELECT widget_id, id, '{}', '{}', 0 FROM rule`),
  );
}

export const fixtures: Fixtures = {
  resources: { kbRule: addRule },
  needs: [[kbRuleRoutes.createRule, addEmbedding]],
  bodies: [
    [kbRuleRoutes.createRule, () => newRule],
    [kbRuleRoutes.updateRule, () => ({ content: 'Parcels arrive within two days.', doc_id: null })],
  ],
  lists: [
    { route: kbRuleRoutes.listRules, fill: (app, owner, names) => insertRules(app, owner, names, () => 'manual') },
    {
      route: kbRuleRoutes.listSources,
      fill: (app, owner, names) => insertRules(app, owner, names, (name) => `template:${name}`),
    },
  ],
};
