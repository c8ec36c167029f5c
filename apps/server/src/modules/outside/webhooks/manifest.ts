import { defineModule } from '../../../kernel/module.ts';
import { legacyCourier, nativeCourier } from './couriers.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  couriers: (services) => ({ native: nativeCourier(services), legacy: legacyCourier(services) }),
});
