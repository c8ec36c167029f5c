export { createVisitorAuthentication } from './authentication.ts';
export { sweepVisitors } from './jobs.ts';
export { calls } from './live.ts';
export { sendTranscript } from './mailing.ts';
export { routes } from './routes.ts';
export { mailUnseen, sendUnseen } from './unseen.ts';
export { sweep as sweepVisits } from './visits.ts';
