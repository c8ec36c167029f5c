import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

const { aiCredentials } = api;

const newCredential = {
  provider: 'webhook' as const,
  api_key: 'sk-sample',
  base_url: 'https://1.1.1.1/v1',
  model: 'sample-1',
  signing_secret: 'a long enough secret',
  is_active: true,
  price_input: 2.5,
  price_output: 10,
};
const { provider: _, ...changes } = newCredential;

export const fixtures: Fixtures = {
  resources: {
    aiCredential: async (app, owner) => {
      const call = await withToken(app, owner);
      return { id: (await call(aiCredentials.create, { body: newCredential })).data.id };
    },
  },
  bodies: [
    [aiCredentials.create, () => newCredential],
    [aiCredentials.update, () => changes],
  ],
  lists: [
    {
      route: aiCredentials.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (model) => call(aiCredentials.create, { body: { ...newCredential, model } }));
      },
    },
  ],
};
