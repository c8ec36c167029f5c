import { api, dashboard } from '@parley/contract';
import { anonymousCaller } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';
import { PASSWORD } from '../../../../test/owners.ts';

export const fixtures: Fixtures = {
  resources: {
    token: async (app, owner) => {
      const headers = { authorization: `Bearer ${await owner.newToken([])}` };
      return { id: (await anonymousCaller(app)(api.service.whoAmI, { headers })).data.token?.id };
    },
  },
  bodies: [[dashboard.tokens.create, () => ({ name: 'Bridge', scopes: [], password: PASSWORD })]],
  lists: [
    {
      route: dashboard.tokens.list,
      fill: (_app, owner, names) => Promise.all(names.map(() => owner.newToken([]))),
    },
  ],
};
