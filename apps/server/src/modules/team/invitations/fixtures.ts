import { randomBytes, randomUUID } from 'node:crypto';
import { api, dashboard } from '@parley/contract';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import { addInvitation, addSeats } from '../../../../test/invitations.ts';
import { PASSWORD } from '../../../../test/owners.ts';

export const fixtures: Fixtures = {
  resources: {
    agentInvitation: async (app, owner) => ({ id: (await addInvitation(app, owner)).id }),
  },
  bodies: [
    [
      api.agents.invite,
      async (app, owner) => {
        await addSeats(app, owner);
        return { email: `${randomUUID()}@example.test` };
      },
    ],
    [dashboard.agentInvitations.read, async (app, owner) => ({ token: (await addInvitation(app, owner)).token })],
    [
      dashboard.agentInvitations.accept,
      async (app, owner) => ({
        token: (await addInvitation(app, owner)).token,
        name: 'Ira',
        password: PASSWORD,
      }),
    ],
  ],
  lists: [
    {
      route: api.agents.listInvitations,
      fill: (app, { accountId, widgetId }, names) =>
        inBatchesOfTen(names, (name) =>
          app.sql(`
            INSERT INTO agent_invitations (widget_id, account_id, email, token_hash, sent_at, created_at, expires_at)
            VALUES (${widgetId}, ${accountId}, '${name}@example.test', '\\x${randomBytes(32).toString('hex')}',
              now(), now(), now() + interval '7 days')`),
        ),
    },
  ],
};
