export { alert, sendAlert } from './alerts.ts';
export { push, sendPush } from './push.ts';
export { routes } from './routes.ts';
export { tell } from './service.ts';
