import { defineModule } from '../../../kernel/module.ts';
import { countUses } from './jobs.ts';

export const manifest = defineModule({ jobs: [countUses] });
