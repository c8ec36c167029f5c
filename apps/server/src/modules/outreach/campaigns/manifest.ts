import { defineModule } from '../../../kernel/module.ts';
import { serveClicks } from './email/clicks.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, serve: serveClicks });
