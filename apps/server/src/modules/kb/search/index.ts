export { type FoundRule, find } from './find.ts';
export { indexOf } from './neighbours.ts';
