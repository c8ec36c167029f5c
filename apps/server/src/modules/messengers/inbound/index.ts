export { reassignPeople } from './store.ts';
