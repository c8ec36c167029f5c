export { fill, offer, remove } from './service.ts';
