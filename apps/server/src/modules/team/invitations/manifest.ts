import { defineModule } from '../../../kernel/module.ts';
import { sweepInvitations } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [sweepInvitations] });
