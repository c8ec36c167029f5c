export { trySending } from './service.ts';
