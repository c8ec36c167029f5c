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
  removeTotp,
  setPassword,
  updateProfile,
  useTotp,
} from './service.ts';
export type { User } from './store.ts';
