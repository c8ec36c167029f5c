export { createSessionAuthentication } from './authentication.ts';
export { sendReset, sweepSessions } from './jobs.ts';
export { routes } from './routes.ts';
export { get } from './service.ts';
export { setPassword } from './sign-in.ts';
