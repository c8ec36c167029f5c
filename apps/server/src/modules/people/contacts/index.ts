export { applyIntegrationData } from './integration.ts';
export {
  addTags,
  createVisitor,
  find,
  findByNumber,
  get,
  lockByAddress,
  lockByHash,
  recordConsent,
  recordDetails,
  removeTag,
  restoreConsent,
  setBlocked,
  setCustomData,
} from './service.ts';
export { type LockedContact, lockAgainstMerge, lockBoth, lockMerging, lockPair, lockUser } from './users/store.ts';
export { mergeFields, setUser } from './users/users.ts';
