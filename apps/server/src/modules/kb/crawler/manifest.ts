import { defineModule } from '../../../kernel/module.ts';
import { startCrawling } from './engine.ts';
import { forgetReplaced, queueScheduled } from './jobs.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [queueScheduled, forgetReplaced], background: startCrawling });
