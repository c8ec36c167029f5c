import { defineModule } from '../../../kernel/module.ts';
import { forgetDecisions } from './jobs.ts';

export const manifest = defineModule({ jobs: [forgetDecisions] });
