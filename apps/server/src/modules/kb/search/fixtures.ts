import { kbSearchRoutes } from '@parley/contract';
import { addOperator } from '../../../../test/ai.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';
import { addEmbedding } from '../../../../test/knowledge.ts';
import { addAssistant } from '../../../../test/operators.ts';

export const fixtures: Fixtures = {
  needs: [[kbSearchRoutes.search, addEmbedding]],
  queries: [
    [
      kbSearchRoutes.search,
      async (owner, app) => {
        const operator_id = await addOperator(app, owner, { assistant_id: await addAssistant(app, owner) });
        return { q: 'sample', limit: 1, operator_id };
      },
    ],
  ],
};
