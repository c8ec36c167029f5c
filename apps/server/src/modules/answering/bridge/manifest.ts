import { defineModule } from '../../../kernel/module.ts';
import { forgetRequests } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [forgetRequests] });
