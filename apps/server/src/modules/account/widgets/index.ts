export { ensureAddressKey, findAddressKey } from './address-key.ts';
export { findIdentityKey, renewIdentityKey } from './identity-key.ts';
export {
  create,
  exists,
  find,
  findSettingsToCopy,
  listOfAccount,
  lock,
  purge,
  purgeAll,
  updateAndPurge,
} from './service.ts';
export { withUnsetValues } from './settings/merge-settings.ts';
export { readSettings } from './settings/rendering.ts';
