export { metricsOf } from './metrics.ts';
export { lineTo, markRejected } from './renewal.ts';
export { receiverOf } from './secrets.ts';
export { findHookUrl, listLinks } from './service.ts';
export {
  type Connection,
  find as findConnection,
  findByHookKey,
  findForWidget,
  findWithTenant,
} from './store/connections.ts';
export { keepPosition, leasePolls, listDuePolls, renewPoll } from './store/polls.ts';
export type { VendorLine } from './vendor-access.ts';
