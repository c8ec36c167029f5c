import { defineModule } from '../../../kernel/module.ts';
import { sweepChats } from './lifecycle/sweep.ts';
import { wakeChats } from './lifecycle/wake.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes, jobs: [sweepChats, wakeChats] });
