import { defineModule } from '../../../kernel/module.ts';
import { openDepartments } from './opening.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [openDepartments] });
