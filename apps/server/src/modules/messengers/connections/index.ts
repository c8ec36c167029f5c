export { metricsOf } from './metrics.ts';
export { reportPolls } from './registration.ts';
export { lineTo, markRejected } from './renewal.ts';
export { receiverOf } from './secrets.ts';
export { findHookUrl, listLinks } from './service.ts';
export { isSameApp } from './siblings.ts';
export {
  type Connection,
  find as findConnection,
  findByAccounts,
  findByHookKey,
  findForWidget,
  findWithTenant,
} from './store/connections.ts';
export { keepPosition, leasePolls, listDuePolls, renewPoll } from './store/polls.ts';
export type { VendorLine } from './vendor-access.ts';
