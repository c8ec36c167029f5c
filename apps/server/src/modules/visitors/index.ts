export { createVisitorAuthentication } from './authentication.ts';
export { sweepVisitors } from './jobs.ts';
export { calls } from './live.ts';
export { routes } from './routes.ts';
export { sweep as sweepVisits } from './visits.ts';
