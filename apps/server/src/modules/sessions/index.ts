export { createSessionAuthentication } from './authentication.ts';
export { sendReset, sweepSessions } from './jobs.ts';
export { routes } from './routes.ts';
export { endOfAgent, enter, get } from './service.ts';
export { setPassword, verify } from './sign-in.ts';
