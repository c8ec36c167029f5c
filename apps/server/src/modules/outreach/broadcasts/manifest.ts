import { defineModule } from '../../../kernel/module.ts';
import { broadcastCourier } from './courier.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  couriers: (services) => ({ broadcast: broadcastCourier(services) }),
});
