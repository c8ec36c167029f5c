import { randomUUID } from 'node:crypto';
import { dashboard } from '@parley/contract';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';

const addSession = (app: TestApp, agentId: number, name: string) =>
  app.sql(`
    INSERT INTO sessions (hash, user_id, agent_id, widget_id, role, address, user_agent, created_at, expires_at)
    SELECT sha256('${name}'), user_id, id, widget_id, role, '', '', now(), now() + interval '1 day'
    FROM agents WHERE id = ${agentId}`);

export const fixtures: Fixtures = {
  resources: {
    teamSession: async (app, owner) => {
      const { agentId } = await addAgent(app, owner, 'operator');
      await addSession(app, agentId, randomUUID());
      const [added] = await app.sql<{ id: string }>(
        `SELECT encode(substring(hash FROM 1 FOR 16), 'hex') AS id FROM sessions WHERE agent_id = ${agentId}`,
      );
      return { id: added?.id };
    },
    teammate: async (app, owner) => ({ id: (await addAgent(app, owner, 'operator')).agentId }),
  },
  bodies: [[dashboard.security.update, () => ({ two_factor_required: false })]],
  lists: [
    {
      route: dashboard.security.listSessions,
      fill: (app, { agentId }, names) => inBatchesOfTen(names, (name) => addSession(app, agentId, name)),
    },
  ],
};
