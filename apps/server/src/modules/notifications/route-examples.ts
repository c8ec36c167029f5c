import { dashboard } from '@parley/contract';
import { newSubscription } from '../../../test/push-service.ts';
import type { RouteExamples } from '../../../test/route-examples.ts';

export const examples: RouteExamples = {
  bodies: [[dashboard.push.subscribe, () => newSubscription('https://1.1.1.1/')]],
};
