export { endOfAgent, enter, get } from './service.ts';
export { setPassword, verify } from './sign-in.ts';
