export { findIdentityKey, renewIdentityKey } from './identity-key.ts';
export { create, exists, find, listOfAccount, lock, purge, purgeAll, updateAndPurge } from './service.ts';
export { readSettings } from './settings/rendering.ts';
