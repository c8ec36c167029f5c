import { defineModule } from '../../../kernel/module.ts';
import { createTokenAuthentication } from './authentication.ts';
import { sweepTokenHours } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  jobs: [sweepTokenHours],
  authenticator: (services) => ({ token: createTokenAuthentication(services) }),
});
