import { defineModule } from '../../../kernel/module.ts';
import { operatorCourier } from './courier.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  couriers: (services) => ({ operator: operatorCourier(services) }),
});
