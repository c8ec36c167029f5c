import { defineModule } from '../../../kernel/module.ts';
import { sweepSites } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [sweepSites] });
