import { defineModule } from '../../../kernel/module.ts';
import { rollUp } from './roll-up.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [rollUp] });
