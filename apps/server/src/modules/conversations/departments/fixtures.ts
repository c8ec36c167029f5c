import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import type { Owner } from '../../../../test/owners.ts';

const { departments } = api;

const newDepartment = ({ agentId }: Owner) => ({
  name: 'Sales',
  channels: ['svc'],
  agent_ids: [agentId],
  schedule: { Monday: 'full' as const },
});

export const fixtures: Fixtures = {
  resources: {
    department: async (app, owner) => {
      const call = await withToken(app, owner);
      return { id: (await call(departments.create, { body: newDepartment(owner) })).data.id };
    },
  },
  bodies: [
    [departments.create, (_app, owner) => newDepartment(owner)],
    [departments.update, () => ({ name: 'Support', channels: ['svc', 'tg'] })],
    [departments.setAgents, (_app, { agentId }) => ({ agent_ids: [agentId] })],
    [departments.setSchedule, () => ({ schedule: { Monday: { from: '09:00', to: '18:00' } } })],
  ],
  lists: [
    {
      route: departments.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (name) => call(departments.create, { body: { name } }));
      },
    },
  ],
};
