import { defineModule } from '../../../kernel/module.ts';
import { addUp } from './adding-up.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [addUp] });
