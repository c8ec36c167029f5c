export { raise } from './service.ts';
