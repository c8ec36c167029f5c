import { defineModule } from '../../../kernel/module.ts';
import { calls } from './live.ts';

export const manifest = defineModule({ calls: { agent: calls } });
