export { enqueuePush } from './service.ts';
