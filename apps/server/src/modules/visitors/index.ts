export { createVisitorAuthentication } from './authentication.ts';
export { sweepVisitors } from './jobs.ts';
export { routes } from './routes.ts';
