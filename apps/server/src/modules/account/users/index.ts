export { hashPassword } from './passwords.ts';
export {
  beginReset,
  beginTotp,
  confirmTotp,
  create,
  find,
  findByEmail,
  findByReset,
  hasPassword,
  hasTotp,
  lock,
  lockByReset,
  removeTotp,
  setPassword,
  updateProfile,
  useTotp,
  wasJustReset,
} from './service.ts';
export type { User } from './store.ts';
