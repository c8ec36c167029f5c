export { applyIntegrationData } from './integration.ts';
export { createVisitor, find, findByNumber, get, recordDetails, setBlocked, setCustomData } from './service.ts';
export { type LockedContact, lockAgainstMerge, lockBoth, lockMerging, lockPair, lockUser } from './users/store.ts';
export { mergeFields, setUser } from './users/users.ts';
