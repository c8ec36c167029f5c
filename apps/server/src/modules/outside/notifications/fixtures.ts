import { dashboard } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';
import { newSubscription } from '../../../../test/push-service.ts';

export const fixtures: Fixtures = {
  bodies: [[dashboard.push.subscribe, () => newSubscription('https://1.1.1.1/')]],
};
