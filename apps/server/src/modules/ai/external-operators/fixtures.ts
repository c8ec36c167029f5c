import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

const { externalOperators } = api;

const newOperator = {
  name: 'Shop bot',
  name_i18n: { ru: 'Бот' },
  url: 'https://1.1.1.1/bot',
  events: ['message', 'handoff'],
  api_key: 'sk-sample',
  secret: 'a long enough secret',
  show_in_header: true,
};

export const fixtures: Fixtures = {
  resources: {
    externalOperator: async (app, owner) => {
      const call = await withToken(app, owner);
      const { public_id } = (await call(externalOperators.create, { body: newOperator })).data;
      return { public_id };
    },
  },
  bodies: [
    [externalOperators.create, () => newOperator],
    [externalOperators.update, () => newOperator],
    // One that was not tested cannot be activated.
    [externalOperators.setState, () => ({ state: 'paused' })],
  ],
  lists: [
    {
      route: externalOperators.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (name) => call(externalOperators.create, { body: { ...newOperator, name } }));
      },
    },
  ],
};
