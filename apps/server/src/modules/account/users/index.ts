export { hashPassword } from './passwords.ts';
export {
  beginTotp,
  confirmTotp,
  consumeTotp,
  create,
  createResetToken,
  find,
  findByEmail,
  findByReset,
  hasRecentReset,
  hasTotp,
  isTotpCode,
  lock,
  lockByReset,
  removeTotp,
  setPassword,
  updateProfile,
  verifyPassword,
} from './service.ts';
export type { User } from './store.ts';
