export { tell } from './notices.ts';
export { exists, findLink, get, removeOfAgent } from './service.ts';
