import { defineModule } from '../../../kernel/module.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes });
