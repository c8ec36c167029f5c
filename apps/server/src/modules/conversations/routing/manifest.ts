import { defineModule } from '../../../kernel/module.ts';
import { announceAvailability } from './availability.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [announceAvailability] });
