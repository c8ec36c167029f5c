import { defineModule } from '../../../kernel/module.ts';
import { legacyCourier, nativeCourier } from './couriers.ts';
import { sendOutage, watchWebhooks } from './outages.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  jobs: [watchWebhooks, sendOutage],
  couriers: (services) => ({ native: nativeCourier(services), legacy: legacyCourier(services) }),
});
