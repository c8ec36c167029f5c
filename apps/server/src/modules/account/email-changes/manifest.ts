import { defineModule } from '../../../kernel/module.ts';
import { sendChangeNotice } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [sendChangeNotice] });
