export { endInAccount, endOfAgent, endOne, get, start } from './service.ts';
export { confirmPassword, lockUnchanged, setPassword, verify } from './sign-in.ts';
