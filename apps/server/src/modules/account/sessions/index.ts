export { endOfAgent, get, start } from './service.ts';
export { confirmPassword, lockUnchanged, setPassword, verify } from './sign-in.ts';
