import { defineModule } from '../../kernel/module.ts';
import { routes } from './routes.ts';
import { sweepChats } from './sweep.ts';
import { wakeChats } from './waking.ts';

export const manifest = defineModule({ routes, jobs: [sweepChats, wakeChats] });
