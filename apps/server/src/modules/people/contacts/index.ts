export { heedIntegration } from './integration.ts';
export { createVisitor, find, findByNumber, get, introduce, setBlocked, setCustomData } from './service.ts';
export { hold, type LockedContact, lockBoth, lockMerging, lockPair, lockUser } from './user-store.ts';
export { absorb, setUser } from './users.ts';
