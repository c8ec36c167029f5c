import { defineModule } from '../../../kernel/module.ts';
import { sweepFiles } from './jobs.ts';
import { routes } from './routes.ts';
import { addFileServing } from './serving.ts';

export const manifest = defineModule({ routes, jobs: [sweepFiles], serve: addFileServing });
