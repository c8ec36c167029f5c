import { defineModule } from '../../../kernel/module.ts';
import { routes } from './routes.ts';
import { purge } from './service.ts';
import { createSites } from './sites.ts';

export const manifest = defineModule({ routes, authenticator: (services) => ({ site: createSites(services) }), purge });
