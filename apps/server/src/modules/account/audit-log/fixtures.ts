import { api } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';

const query = ({ agentId }: { agentId: number }) => ({
  actor_type: 'agent',
  actor_id: agentId,
  action: 'token.created',
  subject_type: 'token',
  from: '2026-01-01',
  to: '2099-01-01',
});

export const fixtures: Fixtures = {
  queries: [
    [api.auditLog.list, (owner) => ({ ...query(owner), limit: 20 })],
    [api.auditLog.export, query],
  ],
  lists: [
    {
      route: api.auditLog.list,
      fill: (app, { widgetId }, names) =>
        app.unitOfWork.write({}, async ({ audit }) => {
          for (const name of names) audit({ widgetId, action: 'department.created', name });
        }),
    },
  ],
};
