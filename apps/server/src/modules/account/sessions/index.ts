export { endOfAgent, get, start } from './service.ts';
export { setPassword, verify } from './sign-in.ts';
