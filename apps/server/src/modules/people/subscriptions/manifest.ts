import { defineModule } from '../../../kernel/module.ts';
import { mailConfirmation } from './confirmation.ts';
import { serveLinks } from './serving.ts';

export const manifest = defineModule({ serve: serveLinks, jobs: [mailConfirmation] });
