import { defineModule } from '../../../kernel/module.ts';
import { announceOpenings } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [announceOpenings] });
