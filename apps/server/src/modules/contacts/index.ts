export { routes } from './routes.ts';
export { createVisitor, find, findByNumber, get, introduce, setCustomData } from './service.ts';
export { hold, type LockedContact, lockBoth, lockUser } from './user-store.ts';
export { absorb, setUser } from './users.ts';
