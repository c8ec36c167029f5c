export { sweepInvitations } from './jobs.ts';
export { routes } from './routes.ts';
