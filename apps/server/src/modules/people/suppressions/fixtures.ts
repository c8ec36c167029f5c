import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

const { suppressions } = api;

export const fixtures: Fixtures = {
  resources: {
    suppression: async (app, owner) => {
      const call = await withToken(app, owner);
      const body = { channel: 'email', address: 'ira@example.test' };
      return { id: (await call(suppressions.create, { body })).data.id };
    },
  },
  bodies: [[suppressions.create, () => ({ channel: 'email', address: 'ira@example.test' })]],
  lists: [
    {
      route: suppressions.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (name) => call(suppressions.create, { body: { channel: 'tg', address: name } }));
      },
    },
  ],
};
