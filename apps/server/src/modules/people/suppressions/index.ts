export { normalizeAddress } from './addresses.ts';
export { findHashing } from './hashing.ts';
export {
  carryOver,
  findContacts,
  findPads,
  findReason,
  lift,
  liftAll,
  listRefused,
  refuseConsent,
  suppress,
  suppressAll,
} from './service.ts';
export { hashOf } from './store.ts';
