import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';

const { quickPhrases } = api;

export const fixtures: Fixtures = {
  resources: {
    quickPhrase: async (app, owner) => {
      const call = await withToken(app, owner);
      const body = { agent_id: owner.agentId, name: 'hi', phrase: 'Hello!' };
      return { id: (await call(quickPhrases.create, { body })).data.id };
    },
  },
  lists: [
    {
      route: quickPhrases.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        const phrases = names.map((name) => ({ agent_id: owner.agentId, name, phrase: name }));
        await Promise.all(phrases.map((body) => call(quickPhrases.create, { body })));
      },
    },
  ],
};
