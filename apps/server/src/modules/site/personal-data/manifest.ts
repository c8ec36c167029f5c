import { defineModule } from '../../../kernel/module.ts';
import { removeOldChats } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [removeOldChats] });
