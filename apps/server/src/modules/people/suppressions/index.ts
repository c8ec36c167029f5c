export { maskAddress, normalizeAddress } from './addresses.ts';
export { ensureHashing, findHashing } from './hashing.ts';
export {
  carryOver,
  findContacts,
  findPads,
  findReason,
  findReasonOfHash,
  lift,
  liftAll,
  liftHash,
  listRefused,
  refuseConsent,
  suppress,
  suppressAll,
  suppressHash,
} from './service.ts';
export { hashOf } from './store.ts';
