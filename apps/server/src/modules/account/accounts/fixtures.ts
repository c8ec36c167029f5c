import { dashboard } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';
import { PASSWORD } from '../../../../test/owners.ts';

export const fixtures: Fixtures = {
  resources: { widgetOfAccount: async (_app, { widgetId }) => ({ id: widgetId }) },
  bodies: [
    [dashboard.identityKey.renew, () => ({ password: PASSWORD })],
    [dashboard.widgets.create, () => ({ name: 'Blog' })],
  ],
};
