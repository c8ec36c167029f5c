export { tell } from './service.ts';
