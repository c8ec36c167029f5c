import { defineModule } from '../../../kernel/module.ts';
import { startTurns } from './engine.ts';
import { forgetTurns } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [forgetTurns], background: startTurns });
