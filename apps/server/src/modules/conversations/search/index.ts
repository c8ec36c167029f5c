export { reindex } from './store.ts';
