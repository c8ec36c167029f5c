import { defineModule } from '../../../kernel/module.ts';
import { startUploads } from './engine.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, background: startUploads });
