export { findIdentityKey, renewIdentityKey } from './identity-key.ts';
export { readSettings } from './rendering.ts';
export { create, exists, find, purge, purgeAll, set, takeTurn } from './service.ts';
