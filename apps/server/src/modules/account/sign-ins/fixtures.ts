import { dashboard } from '@parley/contract';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

export const fixtures: Fixtures = {
  lists: [
    {
      route: dashboard.signIns.list,
      fill: (app, { agentId }, names) =>
        inBatchesOfTen(names, () =>
          app.sql(`
            INSERT INTO sign_ins (user_id, outcome, address, user_agent, at)
            SELECT user_id, 'succeeded', '', '', now() FROM agents WHERE id = ${agentId}`),
        ),
    },
  ],
};
