import { defineModule } from '../../../kernel/module.ts';
import { createSessionAuthentication } from './authentication.ts';
import { sendReset, sweepSessions } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  jobs: [sendReset, sweepSessions],
  authenticator: (services) => ({ session: createSessionAuthentication(services) }),
});
