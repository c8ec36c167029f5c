import { defineModule } from '../../../kernel/module.ts';
import { sendAlert, startSends } from '../sends/index.ts';
import { broadcastCourier } from './courier.ts';
import { broadcastKind } from './kind.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  couriers: (services) => ({ broadcast: broadcastCourier(services) }),
  jobs: [sendAlert],
  background: (services) => startSends(services, { broadcast: broadcastKind }),
});
