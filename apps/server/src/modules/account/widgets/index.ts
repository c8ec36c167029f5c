export { findIdentityKey, renewIdentityKey } from './identity-key.ts';
export { create, exists, find, purge, purgeAll, set, takeTurn } from './service.ts';
export { readSettings } from './settings/rendering.ts';
