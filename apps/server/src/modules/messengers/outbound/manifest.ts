import { defineModule } from '../../../kernel/module.ts';
import { messengerCourier } from './courier.ts';
import { markSeen, showTyping } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  couriers: (services) => ({ messenger: messengerCourier(services) }),
  jobs: [showTyping, markSeen],
});
