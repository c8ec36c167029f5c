import { defineModule } from '../../../kernel/module.ts';
import { createVisitorAuthentication } from './authentication.ts';
import { sweepVisitors } from './jobs.ts';
import { calls } from './live.ts';
import { sendTranscript } from './mail/transcript-mail.ts';
import { mailUnseen, sendUnseen } from './mail/unseen-mail.ts';
import { routes } from './routes.ts';
import { sweep } from './visits/visits.ts';

export const manifest = defineModule({
  routes,
  calls: { visitor: calls },
  jobs: [sweepVisitors, sendTranscript, mailUnseen, sendUnseen],
  authenticator: (services) => ({ visitor: createVisitorAuthentication(services) }),
  onBeat: sweep,
});
