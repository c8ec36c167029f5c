import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import { addAssistant } from '../../../../test/operators.ts';

const { aiOperators } = api;

const assistantOf = perOwner(addAssistant);

export const fixtures: Fixtures = {
  resources: {
    aiOperator: async (app, owner) => {
      const call = await withToken(app, owner);
      const body = { assistant_id: await assistantOf(app, owner) };
      return { id: (await call(aiOperators.create, { body })).data.id };
    },
  },
  bodies: [aiOperators.create, aiOperators.update].map((route) => [
    route,
    async (app, owner) => ({
      assistant_id: await assistantOf(app, owner),
      name: 'Nora',
      name_i18n: { de: 'Nora' },
      show_in_header: true,
      status: 'active',
    }),
  ]),
  lists: [
    {
      route: aiOperators.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        const assistant_id = await assistantOf(app, owner);
        await inBatchesOfTen(names, (name) => call(aiOperators.create, { body: { assistant_id, name } }));
      },
    },
  ],
};
