export { audienceOf, isContactedSince } from './store.ts';
