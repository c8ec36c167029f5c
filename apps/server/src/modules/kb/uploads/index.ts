export { countByStatus } from './store.ts';
