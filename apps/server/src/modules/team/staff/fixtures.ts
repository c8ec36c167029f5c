import { api } from '@parley/contract';
import { signedIn } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';

export const fixtures: Fixtures = {
  resources: {
    /** An agent the owner can suspend. */
    colleague: async (app, owner) => ({ id: (await addAgent(app, owner, 'operator')).agentId }),
    /** With a sign-in in their log. */
    agent: async (app, owner) => {
      const agent = await addAgent(app, owner, 'operator');
      await signedIn(app, agent);
      return { id: agent.agentId };
    },
  },
  queries: [[api.agents.list, () => ({ online: 0, type: 'human', status: 'active' })]],
  lists: [
    ...[api.agents.list, api.agents.listWorkloads].map((route) => ({
      route,
      fill: (app: TestApp, owner: Owner, names: string[]) =>
        inBatchesOfTen(names, () => addAgent(app, owner, 'operator')),
    })),
    {
      route: api.agents.listEvents,
      params: async (_app, { agentId }) => ({ id: agentId }),
      fill: (app, { agentId, widgetId }, names) =>
        app.sql(`
          INSERT INTO agent_events (widget_id, agent_id, type_code, created_at)
          SELECT ${widgetId}, ${agentId}, 1, now() FROM generate_series(1, ${names.length})`),
    },
  ],
};
