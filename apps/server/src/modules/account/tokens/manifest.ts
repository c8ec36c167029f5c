import { defineModule } from '../../../kernel/module.ts';
import { createTokenAuthentication } from './authentication.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  authenticator: (services) => ({ token: createTokenAuthentication(services) }),
});
