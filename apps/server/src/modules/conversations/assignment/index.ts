export { assign } from './service.ts';
