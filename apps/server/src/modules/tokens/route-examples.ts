import { api, dashboard } from '@parley/contract';
import { stranger } from '../../../test/callers.ts';
import type { RouteExamples } from '../../../test/route-examples.ts';

export const examples: RouteExamples = {
  resources: {
    token: async (app, owner) => {
      const headers = { authorization: `Bearer ${await owner.newToken([])}` };
      return { id: (await stranger(app)(api.service.whoAmI, { headers })).data.token?.id };
    },
  },
  lists: [
    {
      route: dashboard.tokens.list,
      fill: (_app, owner, names) => Promise.all(names.map(() => owner.newToken([]))),
    },
  ],
};
