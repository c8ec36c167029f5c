import { defineModule } from '../../../kernel/module.ts';
import { broadcastKind } from '../broadcasts/index.ts';
import { emailKind, onsiteKind } from '../campaigns/index.ts';
import { sendAlert, startSends } from '../sends/index.ts';

/** Runs broadcasts and campaigns. */
export const manifest = defineModule({
  jobs: [sendAlert],
  background: (services) => startSends(services, { broadcast: broadcastKind, email: emailKind, onsite: onsiteKind }),
});
