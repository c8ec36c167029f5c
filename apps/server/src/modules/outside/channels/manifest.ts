import { defineModule } from '../../../kernel/module.ts';
import { createChannelAuthentication } from './authentication.ts';
import { channelCourier } from './replies/courier.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  couriers: (services) => ({ channel: channelCourier(services) }),
  authenticator: (services) => ({ channel: createChannelAuthentication(services) }),
});
