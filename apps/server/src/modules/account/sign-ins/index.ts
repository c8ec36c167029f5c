export { type Outcome, record, removeOld, shorten } from './service.ts';
export { matchesPerson, personColumns, personShape, visibleAgents } from './store.ts';
