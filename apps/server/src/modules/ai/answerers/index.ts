export { type Answering, find, findOfRevision, pickAnswerer } from './service.ts';
export type { Answerer } from './store.ts';
