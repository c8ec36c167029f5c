import { defineModule } from '../../../kernel/module.ts';
import { alert, sendAlert } from './alerts.ts';
import { notifyAgent, sendNoticeMail, sendNoticePush } from './personal/personal.ts';
import { push, sendPush } from './push.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  jobs: [push, sendPush, alert, sendAlert, notifyAgent, sendNoticePush, sendNoticeMail],
});
